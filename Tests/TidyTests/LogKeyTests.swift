import Testing

@Suite("Log lines name one thing by one key")
struct LogKeyTests {
    /// The only file that names a request: its logger does it for all lines about the request.
    private static let requestFile = "APIResponder.swift"

    @Test("a tenant is `tenant`, a request `request_id`, and keys are in snake case")
    func keys() {
        expectNone(
            Repository.swift
                .filter { $0.file.isUnder("Sources") && $0.file.name != Self.requestFile }
                .flatMap(findings))
    }

    @Test(
        "the test detects another key in each form",
        arguments: [
            (#"log.info("a", metadata: ["tenant": "b"])"#, 0),
            (#"log.info("a", metadata: ["tenant_id": "b"])"#, 1),
            (#"log.info("a", metadata: ["c": "\(d["tenant_id"])", "slug": "b"])"#, 1),
            (#"var metadata: Logger.Metadata = ["requestID": "b", "c": "d"]"#, 1),
            (#"metadata["tenant_slug"] = "b""#, 1), (#"metadata["reason"] = "b""#, 0),
            (#"logger[metadataKey: "hb.request.id"] = "b""#, 1),
            (#"logger[metadataKey: "request_id"] = "b""#, 1),
            (#"let row = ["tenant_id": "b"]"#, 0),
        ])
    func detection(code: String, count: Int) {
        #expect(findings(in: SwiftSource(code + "\n")).count == count)
    }

    private func findings(in source: SwiftSource) -> [Finding] {
        keys(in: source).compactMap { key in
            switch key.text {
            case "tenant_id", "tenant_slug", "slug":
                source.file.finding(key.line, "say `tenant`, with the tenant's slug")
            case "request_id", "request":
                source.file.finding(key.line, "the request's logger has `request_id` already")
            case let text where text.wholeMatch(of: #/[a-z0-9_]+/#) == nil:
                source.file.finding(key.line, "write \(text) in snake case")
            default: nil
            }
        }
    }

    /// The keys of metadata: in literals, and one by one.
    private func keys(in source: SwiftSource) -> [Token] {
        let code = source.tokens.code
        let single = [["metadata", "["], ["metadataKey", ":"]]
            .flatMap { pattern in code.occurrences(of: pattern).map { $0 + pattern.count } }
            .filter { $0 < code.count && code[$0].kind == .literal }.map { code[$0] }
        let literals = [["metadata", ":", "["], ["Metadata", "=", "["]]
            .flatMap { pattern in code.occurrences(of: pattern).map { $0 + pattern.count } }
        return single + literals.flatMap { keys(ofLiteralAt: $0, in: code) }
    }

    /// The keys of the dictionary literal whose bracket is before this index.
    private func keys(ofLiteralAt start: Int, in code: [Token]) -> [Token] {
        var (keys, depth, index) = ([Token](), 1, start)
        while depth > 0, index + 1 < code.count {
            let token = code[index]
            if ["[", "("].contains(where: { token == $0 }) { depth += 1 }
            if ["]", ")"].contains(where: { token == $0 }) { depth -= 1 }
            if depth == 1, token.kind == .literal, code[index + 1] == ":" { keys.append(token) }
            index += 1
        }
        return keys
    }
}
