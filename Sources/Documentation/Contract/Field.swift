import Entitlements

/// A parameter, or a member of a body or an answer.
struct Field {
    let name: String
    let type: String
    let isRequired: Bool
    /// Markdown.
    let description: String
    /// The values of a list of words.
    let values: [String]
    /// The members of the object that it is, or has as its elements.
    let fields: [Field]
}

extension Contract {
    private static let maximumDepth = 4

    func parameters(of operation: Operation) -> [Field] {
        operation.parameters.map { parameter in
            let type = SchemaText.type(of: resolve(parameter.schema))
            return Field(
                name: parameter.name, type: "\(type), in \(parameter.place)",
                isRequired: parameter.isRequired, description: parameter.description, values: [],
                fields: [])
        }
    }

    /// The members of an object's schema, and those of the objects in it.
    func fields(of schema: JSONValue, depth: Int = 0) -> [Field] {
        guard depth < Self.maximumDepth, let schema = SchemaText.object(in: schema, resolve) else {
            return []
        }
        let required = (schema["required"]?.array ?? []).compactMap(\.string)
        return (schema["properties"]?.object?.members ?? []).map { property in
            let resolved = resolve(property.value)
            return Field(
                name: property.name, type: SchemaText.type(of: resolved),
                isRequired: required.contains(property.name),
                description: (property.value["description"] ?? resolved["description"])?.string
                    ?? "",
                values: SchemaText.values(of: resolved),
                fields: fields(of: resolved, depth: depth + 1))
        }
    }
}
