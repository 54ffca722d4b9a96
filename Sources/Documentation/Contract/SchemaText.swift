import Entitlements

/// What a page says of a schema.
enum SchemaText {
    /// A word or two for the type: `string`, `date-time or null`, `array`.
    static func type(of schema: JSONValue) -> String {
        if let alternatives = alternatives(of: schema) {
            let types = alternatives.map(type)
            return types.contains("") ? "" : types.joined(separator: " or ")
        }
        if schema["const"] != nil { return "constant" }
        let names = schema["type"]?.array?.compactMap(\.string) ?? [schema["type"]?.string ?? ""]
        let usual = schema["x-default"].map {
            ", by default \(String(decoding: $0.bytes, as: UTF8.self))"
        }
        return names.map { $0 == "string" ? schema["format"]?.string ?? $0 : $0 }
            .filter { !$0.isEmpty }.joined(separator: " or ") + (usual ?? "")
    }

    /// The values of a closed list, or the known ones of an open list.
    static func values(of schema: JSONValue) -> [String] {
        if let constant = schema["const"]?.word { return [constant] }
        return (schema["enum"] ?? schema["x-extensible-enum"])?.array?.compactMap(\.word) ?? []
    }

    /// The object that a schema is, may be, or has as its elements or values.
    static func object(
        in schema: JSONValue, _ resolve: (JSONValue) -> JSONValue
    ) -> JSONValue? {
        let schema = resolve(schema)
        if let parts = schema["allOf"]?.array {
            return joined(parts.map { object(in: $0, resolve) ?? .null } + [schema])
        }
        if schema["properties"] != nil { return schema }
        let nested = [schema["items"], schema["additionalProperties"]].compactMap(\.self)
        for part in alternatives(of: schema) ?? nested where part.object != nil {
            if let object = object(in: part, resolve) { return object }
        }
        return nil
    }

    private static func alternatives(of schema: JSONValue) -> [JSONValue]? {
        schema["oneOf"]?.array ?? schema["anyOf"]?.array
    }

    /// One schema with the properties of all.
    private static func joined(_ schemas: [JSONValue]) -> JSONValue {
        var properties = JSONObject()
        var required: [JSONValue] = []
        for schema in schemas {
            for property in schema["properties"]?.object?.members ?? [] {
                properties[property.name] = property.value
            }
            required += schema["required"]?.array ?? []
        }
        var joined = JSONObject()
        joined["properties"] = .object(properties)
        joined["required"] = .array(required)
        return .object(joined)
    }
}
