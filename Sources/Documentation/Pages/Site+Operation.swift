import Entitlements

extension Site {
    func operationPage(_ operation: Operation) -> HTMLWriter {
        var html = HTMLWriter()
        html.element("p", ["class": "dim"]) { html in
            html.element("a", ["href": "/docs#\(operation.area.lowercased())"], operation.area)
            html.text(" · \(operation.id)")
        }
        html.element("h1", operation.summary)
        html.element("p", ["class": "call"]) { html in
            html.method(operation)
            html.element("code", operation.path)
        }
        html.markdown(operation.description)
        html.element("p", ["class": "dim"], Self.callers(of: operation))
        html.code(CurlLine(operation: operation).text)
        writeRequest(operation, to: &html)
        let (good, bad) = operation.responses.partitioned { $0.status.hasPrefix("2") }
        html.element("h2", good.count == 1 ? "Answer" : "Answers")
        for response in good { writeAnswer(response, to: &html) }
        if !bad.isEmpty {
            html.element("h2", "Errors")
            for response in bad where response.status != "default" {
                writeProblem(response, to: &html)
            }
        }
        return html
    }

    /// The credentials, as a sentence.
    private static func callers(of operation: Operation) -> String {
        let words = [
            "readKey": "a read key", "secretKey": "a secret key", "adminKey": "an admin key",
            "endUserToken": "an end user's token", "webhookAuthorization": "RevenueCat's value",
            "webhookSignature": "RevenueCat's signature",
        ]
        let named = operation.credentials.map { set in
            set.isEmpty ? "none" : set.map { words[$0] ?? $0 }.joined(separator: " and ")
        }
        return named.isEmpty
            ? "Needs no credential." : "Takes \(named.joined(separator: ", or ")) as credential."
    }

    private func writeRequest(_ operation: Operation, to html: inout HTMLWriter) {
        if !operation.parameters.isEmpty {
            html.element("h2", "Parameters")
            html.element("div", ["class": "fields"]) { html in
                for parameter in operation.parameters {
                    html.element("div", ["class": "field"]) { html in
                        let type = SchemaText.type(of: contract.resolve(parameter.schema))
                        html.name(
                            parameter.name, type: "\(type), in \(parameter.place)",
                            isRequired: parameter.isRequired)
                        html.markdown(parameter.description)
                    }
                }
            }
        }
        guard let body = operation.body else { return }
        html.element("h2", "Body")
        writeFields(of: body.schema, depth: 0, to: &html)
        if let example = body.example { html.code(PrettyJSON.text(example)) }
    }

    private func writeAnswer(_ response: Operation.Response, to html: inout HTMLWriter) {
        html.element("h3", "\(response.status)")
        html.markdown(response.description)
        if let example = response.examples.first {
            // An example of another media type is text.
            html.code(example.string ?? PrettyJSON.text(example))
        }
        if let schema = response.schema { writeFields(of: schema, depth: 0, to: &html) }
    }

    private func writeProblem(_ response: Operation.Response, to html: inout HTMLWriter) {
        html.element("h3", "\(response.status)")
        html.markdown(response.description)
        let codes = response.codes
        guard !codes.isEmpty else { return }
        html.element("ul", ["class": "list"]) { html in
            for code in codes { html.entry(code) }
        }
    }

    private static let maximumDepth = 4

    /// Writes the members of an object's schema, and those of the objects in it.
    private func writeFields(of schema: JSONValue, depth: Int, to html: inout HTMLWriter) {
        guard depth < Self.maximumDepth else { return }
        let schema = SchemaText.object(in: schema, contract.resolve)
        guard let properties = schema?["properties"]?.object?.members, !properties.isEmpty else {
            return
        }
        let required = (schema?["required"]?.array ?? []).compactMap(\.string)
        html.element("div", ["class": "fields"]) { html in
            for property in properties {
                let resolved = contract.resolve(property.value)
                html.element("div", ["class": "field"]) { html in
                    html.name(
                        property.name, type: SchemaText.type(of: resolved),
                        isRequired: required.contains(property.name))
                    let own = property.value["description"]?.string
                    html.markdown(own ?? resolved["description"]?.string ?? "")
                    html.values(SchemaText.values(of: resolved))
                    writeFields(of: resolved, depth: depth + 1, to: &html)
                }
            }
        }
    }
}

extension HTMLWriter {
    fileprivate mutating func name(_ name: String, type: String, isRequired: Bool) {
        element("code", name)
        element("span", ["class": "dim"], " \(type)\(isRequired ? "" : ", optional")")
    }

    fileprivate mutating func values(_ values: [String]) {
        guard !values.isEmpty else { return }
        element("p", ["class": "dim"]) { html in
            html.text("One of ")
            for (index, value) in values.enumerated() {
                if index > 0 { html.text(", ") }
                html.element("code", value)
            }
        }
    }
}

extension Array {
    /// Splits in order into the elements that fit and the others.
    fileprivate func partitioned(_ fits: (Element) -> Bool) -> ([Element], [Element]) {
        (filter(fits), filter { !fits($0) })
    }
}
