import Testing

@Suite("Each function that Swift calls is used and tested")
struct CallTests {
    @Test("Swift calls it")
    func areUsed() {
        let used = Set(Repository.swift.flatMap { $0.tokens.code.map(\.text) })
        expectNone(
            doors.filter { !used.contains(typeName($0.file.stem)) }.map {
                $0.file.finding(1, "Swift does not call it: move it to a folder of its area")
            })
    }

    @Test("a test file has its name")
    func areTested() {
        let tests = Set(
            Repository.swift.filter { $0.file.isUnder("Tests") }.map { $0.file.stem.lowercased() })
        expectNone(
            doors.filter { !tests.contains("\(typeName($0.file.stem))Tests".lowercased()) }.map {
                $0.file.finding(1, "write \(typeName($0.file.stem))Tests.swift")
            })
    }

    @Test(
        "the name of a call's type",
        arguments: [("get_feature", "GetFeature"), ("list_api_keys", "ListAPIKeys")])
    func names(function: String, type: String) {
        #expect(typeName(function) == type)
    }

    /// The functions directly in an area: those that Swift calls.
    private var doors: [SQLSource] { Repository.sqlFunctions.filter { !$0.isInternal } }

    private func typeName(_ function: String) -> String {
        function.split(separator: "_").map { word in
            word == "api" ? "API" : word.prefix(1).uppercased() + word.dropFirst()
        }.joined()
    }
}
