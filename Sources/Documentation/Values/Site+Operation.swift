import Entitlements
import Pages

extension Site {
    func values(of operation: Operation) -> [String: PageValue] {
        let (good, bad) = operation.answers
        let uses = uses[operation.id] ?? []
        let names = [
            operation.parameters.isEmpty ? nil : "Parameters", operation.body.map { _ in "Body" },
            good.count == 1 ? "Answer" : "Answers", bad.isEmpty ? nil : "Errors",
            uses.isEmpty ? nil : "Recipes",
        ].compactMap(\.self)
        let headings = names.map { Heading(level: 2, text: $0, path: "#\($0.lowercased())") }
        return [
            "title": .text(operation.summary), "id": .text(operation.id),
            "area": .text(contract.area(operation.area)?.title),
            "area_path": .text(contract.area(operation.area)?.path),
            "operation": operation.entry, "callers": .text(operation.callers),
            "description": .html(PageHTML(markdown: operation.description)),
            "command": .text(CurlLine(operation: operation).text),
            "parameters": operation.parameters.isEmpty
                ? .nothing : .members(["fields": contract.parameters(of: operation).value]),
            "request": operation.body.map { body in
                .members([
                    "fields": fields(of: body.schema),
                    "example": .text(body.example.map { PrettyJSON.text($0) }),
                ])
            } ?? .nothing,
            "has_one_answer": .flag(good.count == 1),
            "answers": .list(good.map(answer)), "has_problems": .flag(!bad.isEmpty),
            "problems": .list(bad.map(Self.problem)),
            "has_uses": .flag(!uses.isEmpty), "uses": .list(uses.map(\.value)),
            "headings": headings.value,
            "text_path": .text("\(operation.address).md"),
        ]
    }

    private func answer(_ response: Operation.Response) -> PageValue {
        .members([
            "status": .text(response.status),
            "description": .html(PageHTML(markdown: response.description)),
            "example": .text(response.exampleText),
            "fields": response.schema.map(fields) ?? .nothing,
        ])
    }

    private static func problem(_ response: Operation.Response) -> PageValue {
        .members([
            "status": .text(response.status),
            "description": .html(PageHTML(markdown: response.description)),
            "codes": .list(response.codes.map(\.entry)),
        ])
    }

    private func fields(of schema: JSONValue) -> PageValue { contract.fields(of: schema).value }
}

extension [Field] {
    /// What the partial `fields` shows; nothing if there are none.
    fileprivate var value: PageValue {
        guard !isEmpty else { return .nothing }
        return .members([
            "items": .list(
                map { field in
                    .members([
                        "name": .text(field.name), "type": .text(field.type),
                        "is_required": .flag(field.isRequired),
                        "description": .html(PageHTML(markdown: field.description)),
                        "values": field.values.isEmpty
                            ? .nothing
                            : .members(["words": .list(field.values.map { .text($0) })]),
                        "fields": field.fields.value,
                    ])
                })
        ])
    }
}
