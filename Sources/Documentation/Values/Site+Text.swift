import Entitlements

extension Site {
    /// Every text of this server with its address, in the form of llmstxt.org.
    var textsText: String {
        var lines = ["# \(contract.title)", "", "> \(contract.summary)", "", "## Documents", ""]
        lines += documents.map { "- [\($0.title)](\($0.path).md): \($0.summary)" }
        lines.append("- [openapi.yaml](/openapi.yaml): The API, for client generators.")
        for area in contract.areas {
            lines += ["", "## \(area.title)", ""]
            lines += contract.operations.filter { $0.area == area.name }.map {
                "- [\($0.summary)](\($0.address).md): `\($0.method) \($0.path)`"
            }
        }
        return lines.joined(separator: "\n") + "\n"
    }

    /// An operation's page as Markdown.
    func text(of operation: Operation) -> String {
        let (good, bad) = operation.answers
        var parts = [
            "# \(operation.summary)", "`\(operation.method) \(operation.path)` (\(operation.id))",
            operation.description, operation.callers,
            Self.code(CurlLine(operation: operation).text),
        ]
        if !operation.parameters.isEmpty {
            parts += ["## Parameters", Self.list(contract.parameters(of: operation))]
        }
        if let body = operation.body {
            parts += ["## Body", Self.list(contract.fields(of: body.schema))]
            parts += body.example.map { [Self.code(PrettyJSON.text($0))] } ?? []
        }
        parts.append(good.count == 1 ? "## Answer" : "## Answers")
        for response in good {
            parts += ["### \(response.status)", response.description]
            parts += response.exampleText.map { [Self.code($0)] } ?? []
            parts.append(response.schema.map { Self.list(contract.fields(of: $0)) } ?? "")
        }
        if !bad.isEmpty { parts.append("## Errors") }
        for response in bad {
            parts += ["### \(response.status)", response.description]
            parts.append(
                response.codes.map { "- [\($0.rawValue)](\($0.address)): \($0.title)" }
                    .joined(separator: "\n"))
        }
        return parts.map(\.trimmed).filter { !$0.isEmpty }.joined(separator: "\n\n") + "\n"
    }

    private static func code(_ text: String) -> String { "```\n\(text)\n```" }

    /// One item a field, and those of the objects in it below.
    private static func list(_ fields: [Field], margin: String = "") -> String {
        fields.map { field in
            let values = field.values.map { "`\($0)`" }.joined(separator: ", ")
            let line =
                "\(margin)- `\(field.name)` (\(field.type)\(field.isRequired ? "" : ", optional"))"
                + " \(field.description.replacing("\n", with: " "))".trimmedEnd
                + (values.isEmpty ? "" : " One of \(values).")
            let below = list(field.fields, margin: margin + "  ")
            return below.isEmpty ? line : "\(line)\n\(below)"
        }.joined(separator: "\n")
    }
}

extension String {
    fileprivate var trimmed: String { String(drop(while: \.isNewline)).trimmedEnd }

    fileprivate var trimmedEnd: String {
        var text = self
        while text.last?.isWhitespace ?? false { text.removeLast() }
        return text
    }
}
