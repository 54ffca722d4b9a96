import Testing

/// A Swift type that calls a SQL function, as its source declares it.
private struct Call {
    let type: String
    let function: String
    let file: SourceFile
    let line: Int
}

@Suite("Each SQL function has a Swift call of the same name")
struct CallParityTests {
    @Test("every call has its function's name, area and file")
    func callsNameTheirFunctions() {
        let functions = Set(Repository.sqlFunctions.map(\.file.path))
        expectNone(calls.flatMap { findings(for: $0, functions: functions) })
    }

    @Test("a function directly in an area has one call; a function in a folder of it has none")
    func functionsAreCalled() {
        expectNone(Repository.sqlFunctions.flatMap { findings(for: $0, calls: calls) })
    }

    @Test("FunctionCalls lists every call")
    func listIsComplete() {
        let sources = Repository.swift.filter { $0.file.name == "FunctionCalls.swift" }
        let listed = Set(sources.flatMap { listedTypes(in: $0) })
        expectNone(
            calls.filter { !listed.contains($0.type) }.map {
                $0.file.finding($0.line, "add \($0.type).self to FunctionCalls.all")
            })
    }

    @Test("every call has a test file of its name")
    func callsAreTested() {
        let tests = Set(Repository.swift.filter { $0.file.isUnder("Tests") }.map(\.file.name))
        expectNone(
            calls.filter { !tests.contains("\($0.type)Tests.swift") }.map {
                $0.file.finding($0.line, "write \($0.type)Tests.swift in EntitlementsDatabaseTests")
            })
    }

    @Test(
        "the test detects a call with another form",
        arguments: [
            ("Catalog/GetFeature.swift", "get_feature", 0),
            ("Catalog/GetFeature.swift", "get_features", 1),
            ("Catalog/Feature.swift", "get_feature", 1),
            ("Webhooks/GetFeature.swift", "get_feature", 1),
        ])
    func departureIsFound(path: String, function: String, count: Int) {
        let source = SwiftSource(
            "struct GetFeature: Call {\n    static let function = \"\(function)\"\n}\n",
            path: "Sources/EntitlementsDatabase/\(path)")
        let functions: Set = ["sql/functions/catalog/get_feature.sql"]
        let found = Self.calls(in: source).flatMap { findings(for: $0, functions: functions) }
        #expect(found.count == count)
    }

    @Test("the test detects a function with no call or two calls")
    func uncalledIsFound() {
        let function = SQLSource("-- What.\n")
        let call = Call(
            type: "GetExample", function: "get_example",
            file: SourceFile(path: "a.swift", text: ""), line: 1)
        #expect(findings(for: function, calls: []).count == 1)
        #expect(findings(for: function, calls: [call]).isEmpty)
        #expect(findings(for: function, calls: [call, call]).count == 1)
        let inner = SQLSource("-- What.\n", path: "sql/functions/catalog/rules/get_example.sql")
        #expect(findings(for: inner, calls: []).isEmpty)
        #expect(findings(for: inner, calls: [call]).count == 1)
    }

    private var calls: [Call] {
        Repository.swift.filter { $0.file.isUnder("Sources/EntitlementsDatabase") }
            .flatMap(Self.calls)
    }

    /// The types with `static let function = "…"`.
    private static func calls(in source: SwiftSource) -> [Call] {
        let code = source.tokens.code
        return code.occurrences(of: ["static", "let", "function", "="]).compactMap { start in
            let type = code[..<start].lastIndex { $0 == "struct" || $0 == "enum" }
            guard let type, start + 4 < code.count, code[start + 4].kind == .literal else {
                return nil
            }
            return Call(
                type: code[type + 1].text, function: code[start + 4].text,
                file: source.file, line: code[start].line)
        }
    }

    private func listedTypes(in source: SwiftSource) -> [String] {
        let code = source.tokens.code
        return code.occurrences(of: [".", "self"]).compactMap { $0 > 0 ? code[$0 - 1].text : nil }
    }

    private func findings(for call: Call, functions: Set<String>) -> [Finding] {
        let area = call.file.folders.last.map { snakeCase(String($0)) } ?? ""
        let path = "sql/functions/\(area)/\(call.function).sql"
        if call.file.stem != call.type {
            return [call.file.finding(call.line, "name the file \(call.type).swift")]
        }
        if call.function != snakeCase(call.type) {
            let name = snakeCase(call.type)
            return [call.file.finding(call.line, "\(call.type) must call \(name): one name")]
        }
        return functions.contains(path)
            ? [] : [call.file.finding(call.line, "there is no \(path): write it, or move one")]
    }

    private func findings(for source: SQLSource, calls: [Call]) -> [Finding] {
        let callers = calls.filter { $0.function == source.file.stem }
        let message: String? =
            switch (callers.count, source.isInternal) {
            case (0, false): "no Swift type calls it: write one, or move it to a folder of its area"
            case (1, false), (0, true): nil
            case (_, true): "\(callers[0].type) calls it: move it up to its area"
            default: "\(callers.map(\.type)) call it: keep one"
            }
        return message.map { [source.file.finding(1, $0)] } ?? []
    }
}
