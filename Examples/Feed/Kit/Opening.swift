import Foundation
import RangeCore

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// Finds what the command line names.
enum Opening {
    static func source(_ options: Options) throws(UsageError) -> any Source {
        switch options.place {
        case .packageSources: return try packageSources(pageSize: options.pageSize)
        case .standardInput:
            let spool = try Spool(STDIN_FILENO)
            let file = TextSource.File(path: spool.path, title: nil, size: 0)
            return TextSource(
                name: "standard input", files: [file], pageSize: options.pageSize, spool: spool)
        case .url(let url): return RESTSource(url: url, pageSize: options.pageSize)
        case .file(let path):
            let file = TextSource.File(path: path, title: nil, size: try size(of: path))
            let name = path.split(separator: "/").last.map(String.init) ?? path
            return TextSource(name: name, files: [file], pageSize: options.pageSize)
        }
    }

    static func script(_ options: Options) throws(UsageError) -> Script? {
        switch options.script {
        case nil: return nil
        case .standardInput:
            let data = FileHandle.standardInput.readDataToEndOfFile()
            return try Script(String(decoding: data, as: UTF8.self), name: "standard input")
        case .file(let path):
            _ = try size(of: path)
            guard let data = FileManager.default.contents(atPath: path) else {
                throw UsageError("\(path) cannot be read", "check its permissions")
            }
            return try Script(String(decoding: data, as: UTF8.self), name: path)
        }
    }

    /// Records a list, if the command line says where.
    @MainActor
    static func record(_ list: RangeController, _ options: Options) throws {
        guard let path = options.record else { return }
        guard FileManager.default.createFile(atPath: path, contents: nil),
            let file = FileHandle(forWritingAtPath: path)
        else {
            throw UsageError("\(path) cannot be written", "name a file that can be")
        }
        try list.record { text in try? file.write(contentsOf: Data(text.utf8)) }
    }

    /// The size of a file that can be read at any place.
    private static func size(of path: String) throws(UsageError) -> Int64 {
        var status = stat()
        guard stat(path, &status) == 0 else {
            throw UsageError(
                "\(path): \(String(cString: strerror(errno)))",
                "check the path; \"feed\" alone reads the sources of this package")
        }
        switch status.st_mode & S_IFMT {
        case S_IFREG: break
        case S_IFDIR: throw UsageError("\(path) is a directory", "name a file in it")
        default:
            throw UsageError(
                "\(path) is not a regular file, so it cannot be read in pages",
                "pipe it in, as in: cat \(path) | feed -")
        }
        guard access(path, R_OK) == 0 else {
            throw UsageError(
                "\(path): \(String(cString: strerror(errno)))",
                "check its permissions: ls -l \(path)")
        }
        return Int64(status.st_size)
    }

    /// The package's own sources, found where they were when this was built, or above the program.
    private static func packageSources(pageSize: Int) throws(UsageError) -> any Source {
        var places = [URL(fileURLWithPath: #filePath)]
        if let program = Bundle.main.executableURL { places.append(program) }
        for place in places {
            var folder = place.deletingLastPathComponent().standardizedFileURL
            while folder.path != "/" {
                let files = files(of: folder)
                if !files.isEmpty {
                    return TextSource(name: "range-core", files: files, pageSize: pageSize)
                }
                folder.deleteLastPathComponent()
            }
        }
        throw UsageError(
            "the sources of this package have moved since it was built", "name a file: feed FILE")
    }

    private static func files(of root: URL) -> [TextSource.File] {
        guard FileManager.default.fileExists(atPath: root.path + "/include/rangecore.h") else {
            return []
        }
        var paths = ["include/rangecore.h"]
        for folder in ["Sources/CRangeCore", "Sources/RangeCore", "Examples/Feed"] {
            let found = FileManager.default.enumerator(atPath: root.path + "/" + folder)
            let names = (found?.allObjects as? [String] ?? []).filter { name in
                [".h", ".c", ".swift"].contains { name.hasSuffix($0) }
            }
            paths += names.sorted().map { "\(folder)/\($0)" }
        }
        return paths.compactMap { path in
            guard let size = try? size(of: root.path + "/" + path), size > 0 else { return nil }
            return TextSource.File(path: root.path + "/" + path, title: path, size: size)
        }
    }
}
