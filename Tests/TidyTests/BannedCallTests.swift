import Testing

/// A call that is forbidden in some files, with its replacement.
struct BannedCall: Sendable, CustomTestStringConvertible {
    let name: String
    /// Sequences of tokens, each of which breaks the rule.
    let patterns: [[String]]
    /// Tokens before a match that make it another call: `console.print(…)` is not `print(…)`.
    var unlessAfter: Set<String> = []
    let applies: @Sendable (SourceFile) -> Bool
    /// The files in which the call is allowed, each with a reason.
    var exceptions: [String: String] = [:]
    let instead: String

    var testDescription: String { name }

    static func inSources(_ file: SourceFile) -> Bool {
        file.isUnder("Sources") || file.isUnder("Plugins")
    }

    static let all: [BannedCall] = [
        BannedCall(
            name: "try!, as! and fatalError",
            patterns: [["try", "!"], ["as", "!"], ["fatalError", "("]],
            applies: inSources,
            instead: "throw an error that says what is wrong"),
        BannedCall(
            name: "print",
            patterns: [["print", "("]],
            unlessAfter: [".", "func"],
            applies: { inSources($0) && !$0.isUnder("Sources/hearth") },
            instead: "log, or leave the terminal to Sources/hearth"),
        BannedCall(
            name: "the environment",
            patterns: [
                ["processInfo", ".", "environment"], ["getenv", "("], ["environ"],
                ["EnvironmentVariablesProvider", "("],
            ],
            applies: { $0.isUnder("Sources") && !$0.name.hasPrefix("Configuration") },
            instead: "add a key to Configuration and pass its value"),
        BannedCall(
            name: "the time of day",
            patterns: [
                ["Date", "(", ")"], [".", "now"], ["clock_gettime", "("], ["gettimeofday", "("],
            ],
            // A monotonic clock does not give the time of day. The driver's clock is for deadlines.
            // A place and the console were given the moment of their page.
            unlessAfter: ["self", "ContinuousClock", "Instant", "place", "console"],
            applies: { $0.isUnder("Sources") && !$0.isUnder("Sources/Postgres") },
            exceptions: clockReaders,
            instead: "take the time as an argument, or add the file to clockReaders with its reason"
        ),
        BannedCall(
            name: "an unstructured task",
            patterns: [["Task", "{"], ["Task", "("], ["Task", "<"], ["Task", ".", "detached"]],
            applies: { $0.isUnder("Sources") && !$0.isUnder("Sources/hearth") },
            instead: "use a task group or a Service, so that somebody waits for it"),
        BannedCall(
            name: "unchecked concurrency",
            patterns: [["@", "unchecked", "Sendable"], ["nonisolated", "(", "unsafe", ")"]],
            applies: { _ in true },
            exceptions: uncheckedSendables,
            instead: "let the compiler check it, or add the file to uncheckedSendables"),
        BannedCall(
            name: "the main queue",
            patterns: [["DispatchQueue", ".", "main"], ["dispatchMain", "("]],
            applies: { _ in true },
            instead: "give the work a queue or an executor of its own"),
        BannedCall(
            name: "public",
            patterns: [
                "actor", "class", "enum", "extension", "final", "func", "import", "init", "let",
                "protocol", "static", "struct", "subscript", "typealias", "var",
            ].map { ["public", $0] },
            applies: inSources,
            instead: "say package: nothing outside this package calls us"),
        BannedCall(
            name: "Foundation's child process",
            patterns: [["Process", "("]],
            applies: { $0.isUnder("Sources") || $0.isUnder("Tests") },
            instead: "use TestProcess: it ends the run in a process with many open files"),
        BannedCall(
            name: "sleeping in a test",
            patterns: [["sleep", "("], ["usleep", "("], ["nanosleep", "("]],
            applies: { $0.isUnder("Tests") },
            instead: "wait for what should happen, with a deadline"),
    ]

    /// The files that may read a clock.
    private static let clockReaders: [String: String] = [
        "Sources/EntitlementsAPI/Clock.swift": "what the API gives to those who need the time",
        "Sources/HTTPServer/RequestReader.swift": "a connection is idle by its loop's own time",
    ]

    /// The files in which the compiler cannot check that a value is safe to share.
    private static let uncheckedSendables: [String: String] = [
        "Sources/Curl/Transfers/WakeUpHandle.swift": "libcurl is woken from any thread",
        "Sources/Postgres/Connection/CancelHandle.swift": "libpq cancels from any thread",
    ]
}

@Suite("Some calls are banned")
struct BannedCallTests {
    @Test("no file makes the call", arguments: BannedCall.all)
    func nobodyCalls(_ call: BannedCall) {
        expectNone(Repository.swift.flatMap { findings(of: call, in: $0) })
    }

    @Test("each exception is still needed", arguments: BannedCall.all)
    func exceptionsAreNeeded(_ call: BannedCall) {
        let unused = call.exceptions.keys.filter { path in
            Repository.swift.allSatisfy { $0.file.path != path || lines(of: call, in: $0).isEmpty }
        }
        #expect(unused.sorted() == [], "remove these from the exceptions to \(call.name)")
    }

    @Test("a call is found in code only", arguments: BannedCall.all)
    func callIsFound(_ call: BannedCall) {
        let folder = call.name.contains("test") ? "Tests" : "Sources"
        for pattern in call.patterns {
            let text = pattern.joined()
            let code = pattern.joined(separator: " ")
            let source = SwiftSource(
                "// \(text)\nlet a = \"\(text)\"\nlet b = \(code)\n",
                path: "\(folder)/Example/Example.swift")
            #expect(findings(of: call, in: source).map(\.line) == [3], "\(text)")
        }
    }

    private func findings(of call: BannedCall, in source: SwiftSource) -> [Finding] {
        guard call.applies(source.file), call.exceptions[source.file.path] == nil else { return [] }
        return lines(of: call, in: source).map {
            source.file.finding($0, "\(call.name): \(call.instead)")
        }
    }

    private func lines(of call: BannedCall, in source: SwiftSource) -> [Int] {
        let code = source.tokens.code
        let starts = call.patterns.flatMap { pattern in
            code.occurrences(of: pattern).filter { start in
                start == 0 || !call.unlessAfter.contains(code[start - 1].text)
            }
        }
        return Set(starts.map { code[$0].line }).sorted()
    }
}
