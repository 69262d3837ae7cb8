#if canImport(AppKit) && !targetEnvironment(macCatalyst)
#endif
