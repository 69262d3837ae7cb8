#if os(Linux) || os(macOS)
    import ScriptRunning
    import Testing

    @Test("The README's examples print what it says")
    func readmeIsTrue() async throws {
        let (status, text) = try await run("Scripts/readme")
        #expect(status == 0, "\(text)")
    }
#endif
