import Entitlements
import Testing
import Yams

@Suite("SQL, Swift and the OpenAPI document have the same error codes")
struct ErrorCodeTests {
    /// Reasons stored with a failed webhook event, which are never in an answer.
    private static let keptWithEvents: Set<String> = [
        "evidence_incomplete", "evidence_kind_unknown",
    ]

    @Test("every code that SQL raises is in Swift, with the same status")
    func raisedCodesAreKnown() {
        expectNone(Repository.sqlFunctions.flatMap(unknownCodes))
    }

    @Test("every code that SQL refuses a row of an import with is in Swift")
    func refusalsAreKnown() {
        let unknown = Repository.sqlFunctions.flatMap(refusals)
            .filter { ErrorCode(rawValue: $0) == nil }
        #expect(unknown == [])
    }

    @Test("every code is raised in SQL or used in Swift")
    func codesAreUsed() {
        let raised = Set(Repository.sqlFunctions.flatMap(raises).map(\.code))
            .union(Repository.sqlFunctions.flatMap(refusals))
        let used = Set(
            Repository.swift.filter { $0.file.isUnder("Sources") }.flatMap { members(in: $0) })
        let unused = ErrorCode.allCases.filter {
            !raised.contains($0.rawValue) && !used.contains(String(describing: $0))
        }
        #expect(unused == [], "remove these from ErrorCode")
    }

    @Test("the OpenAPI document lists the same codes")
    func documentedCodes() throws {
        let root = try #require(try Yams.compose(yaml: Repository.openAPI))
        let code = root["components"]?["schemas"]?["ErrorCode"]
        let documented = try #require(
            code?["enum"]?.array(of: String.self), "components.schemas.ErrorCode.enum")
        #expect(Set(documented) == Set(ErrorCode.allCases.map(\.rawValue)))
        #expect(documented.count == Set(documented).count, "a code is listed twice")
    }

    @Test(
        "the test detects an unknown code and a wrong status",
        arguments: [
            ("PT404", "feature_not_in_catalog", 0), ("PT404", "no_such_code", 1),
            ("PT409", "feature_not_in_catalog", 1), ("PT422", "evidence_incomplete", 0),
        ])
    func unknownCodeIsFound(state: String, code: String, count: Int) {
        let old = SQLSource("raise exception using errcode = '\(state)', message = '\(code)';\n")
        let new = SQLSource("raise sqlstate '\(state)' using message = '\(code)',\ndetail = 'a';\n")
        #expect(unknownCodes(in: old).count == count)
        #expect(unknownCodes(in: new).count == count)
    }

    private func unknownCodes(in source: SQLSource) -> [Finding] {
        raises(in: source).compactMap { state, code, line in
            guard !Self.keptWithEvents.contains(code) else { return nil }
            guard let known = ErrorCode(rawValue: code) else {
                return source.file.finding(line, "\(code) is no ErrorCode: add it, or use another")
            }
            guard state == "PT\(known.httpStatus)" else {
                return source.file.finding(
                    line, "\(code) has status \(known.httpStatus) in Swift, and \(state) here")
            }
            return nil
        }
    }

    /// The `raise … PTnnn … message = '…'` statements of a file.
    private func raises(in source: SQLSource) -> [(state: String, code: String, line: Int)] {
        let code = source.tokens.code
        return code.indices.filter { code[$0] == "raise" }.compactMap { start in
            let statement = code[start...].prefix { !($0 == ";") }
            let state = statement.first { $0.kind == .literal && $0.text.hasPrefix("PT") }
            let message = statement.indices.first { code[$0] == "message" }
            guard let state, let message, message + 2 < code.count,
                code[message + 2].kind == .literal
            else { return nil }
            return (state.text, code[message + 2].text, code[start].line)
        }
    }

    /// The codes that rows of an import are refused with: `refused_row(row, 'code', …)`.
    private func refusals(in source: SQLSource) -> [String] {
        let code = source.tokens.code
        return code.indices.filter { code[$0] == "refused_row" }.compactMap { start in
            code[start...].prefix { !($0 == ")") }.first {
                $0.kind == .literal && !$0.text.contains("%")
            }?.text
        }
    }

    private func members(in source: SwiftSource) -> [String] {
        let code = source.tokens.code
        return code.indices.dropFirst().filter { code[$0 - 1] == "." }.map { code[$0].text }
    }
}
