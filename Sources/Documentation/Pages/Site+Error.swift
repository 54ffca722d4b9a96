import Entitlements

extension Site {
    /// What happened, how to fix it, an example, and where it happens.
    func errorPage(_ code: ErrorCode) -> HTMLWriter {
        let (operations, example) = contract.answers(with: code)
        var html = HTMLWriter()
        html.element("p", ["class": "dim"]) { html in
            html.element("a", ["href": "/docs#errors"], "Errors")
            html.text(" · \(code.httpStatus)")
        }
        html.element("h1") { $0.element("code", code.rawValue) }
        html.element("p", ["class": "lead"], "\(code.title).")
        html.element("h2", "How to fix it")
        html.element("div", ["class": "fix"]) { $0.markdown(code.fix) }
        html.element("h2", "Example")
        html.code(PrettyJSON.text(Self.problem(code, like: example)))
        if !operations.isEmpty {
            html.element("h2", "Where it happens")
            html.element("ul", ["class": "list"]) { html in
                for operation in operations { html.entry(operation) }
            }
        }
        return html
    }

    /// A problem as it is answered: as in the document's example, else made of the code alone.
    private static func problem(_ code: ErrorCode, like example: JSONValue?) -> JSONValue {
        var problem = example?.object ?? JSONObject()
        problem["type"] = .string("/errors/\(code.rawValue)")
        problem["title"] = .string(code.title)
        problem["status"] = .integer(Int64(code.httpStatus))
        problem["detail"] = problem["detail"] ?? .string("\(code.title).")
        problem["instance"] = problem["instance"] ?? .string("8f14e45fceea167a5a36dedd4bea2543")
        problem["code"] = .string(code.rawValue)
        problem["fix"] = .string(code.fix)
        return .object(problem)
    }
}
