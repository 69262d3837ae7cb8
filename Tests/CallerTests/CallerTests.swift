// Scripts/callers wants Linux's tools, as Scripts/check does.
#if os(Linux)
    import ScriptRunning
    import Testing

    @Test("Callers in all languages print the recorded session")
    func callersAgree() async throws {
        let (status, text) = try await run("Scripts/callers")
        // One whose language is not installed is skipped, by name.
        for line in text.split(separator: "\n") where line.hasPrefix("skip ") { print(line) }
        #expect(status == 0, "\(text)")
    }

    @Test("A caller that is not there is an error")
    func unknownCaller() async throws {
        let (status, text) = try await run("Scripts/callers", ["cobol"])
        #expect(status == 2)
        #expect(text.contains("no caller is called cobol"))
    }
#endif
