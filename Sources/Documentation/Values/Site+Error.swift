import Entitlements
import Pages

extension Site {
    /// What happened, how to fix it, an example, and where it happens.
    func values(of code: ErrorCode) -> [String: PageValue] {
        let (operations, example) = contract.answers(with: code)
        return [
            "title": .text(code.rawValue), "status": .json(.integer(Int64(code.httpStatus))),
            "meaning": .text("\(code.title)."), "fix": .html(PageHTML(markdown: code.fix)),
            "example": .text(PrettyJSON.text(Self.problem(code, like: example))),
            "has_operations": .flag(!operations.isEmpty),
            "operations": .list(operations.map(\.entry)),
        ]
    }

    /// A problem as it is answered: as in the document's example, else made of the code alone.
    private static func problem(_ code: ErrorCode, like example: JSONValue?) -> JSONValue {
        var problem = example?.object ?? JSONObject()
        problem["type"] = .string(code.address)
        problem["title"] = .string(code.title)
        problem["status"] = .integer(Int64(code.httpStatus))
        problem["detail"] = problem["detail"] ?? .string("\(code.title).")
        problem["instance"] = problem["instance"] ?? .string("8f14e45fceea167a5a36dedd4bea2543")
        problem["code"] = .string(code.rawValue)
        problem["fix"] = .string(code.fix)
        return .object(problem)
    }
}
