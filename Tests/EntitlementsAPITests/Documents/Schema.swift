import Entitlements

extension JSONValue {
    /// Whether a schema says only which of the members beside it are given.
    var isCondition: Bool { self["required"]?.array != nil && self["type"] == nil }
}

/// Validates JSON against a schema of `openapi.yaml`, with the subset of JSON Schema used there.
struct Schema {
    let schema: JSONValue
    let document: JSONValue

    /// The problems of the value, each with its place.
    func problems(with value: JSONValue, at place: String = "") -> [String] {
        if case .string(let reference)? = schema["$ref"] {
            return resolved(reference).problems(with: value, at: place)
        }
        var problems: [String] = []
        for (name, rule) in (schema.object?.members ?? []).map({ ($0.name, $0.value) }) {
            problems += self.problems(with: value, at: place, breaking: name, rule)
        }
        return problems
    }

    private func problems(
        with value: JSONValue, at place: String, breaking name: String, _ rule: JSONValue
    ) -> [String] {
        let isKept: Bool
        switch name {
        case "allOf": return part(rule.array ?? []).flatMap { $0.problems(with: value, at: place) }
        case "properties", "additionalProperties", "required":
            return membersProblems(with: value, at: place, breaking: name, rule)
        case "items":
            return (value.array ?? []).enumerated().flatMap { index, element in
                part(rule).problems(with: element, at: "\(place)/\(index)")
            }
        case "oneOf":
            let fitting = part(rule.array ?? []).filter { $0.problems(with: value).isEmpty }
            isKept = fitting.count == 1
        case "not":
            isKept = !part(rule).problems(with: value).isEmpty
        case "type": isKept = (rule.array ?? [rule]).contains { isOf(type: $0.string, value) }
        case "const": isKept = value == rule
        // A list is open for clients; the server uses its words only.
        case "enum", "x-extensible-enum": isKept = rule.array?.contains(value) == true
        case "pattern": isKept = isMatched(by: rule.string, value)
        case "format": isKept = isOf(format: rule.string, value)
        // Null has no length; whether it is allowed, the type says.
        case "minLength":
            isKept = value.isNull || integer(rule).map { length(of: value) >= $0 } == true
        case "maxLength":
            isKept = value.isNull || integer(rule).map { length(of: value) <= $0 } == true
        case "x-maxBytes":
            isKept = integer(rule).map { Int64(value.string?.utf8.count ?? 0) <= $0 } == true
        case "minItems": isKept = integer(rule).map { count(of: value) ?? $0 >= $0 } == true
        case "minProperties":
            isKept = integer(rule).map { size(of: value) ?? $0 >= $0 } == true
        case "maxProperties":
            isKept = integer(rule).map { size(of: value) ?? $0 <= $0 } == true
        case "maxItems": isKept = integer(rule).map { count(of: value) ?? $0 <= $0 } == true
        case "minimum": isKept = integer(rule).map { integer(value) ?? $0 >= $0 } == true
        case "maximum": isKept = integer(rule).map { integer(value) ?? $0 <= $0 } == true
        case "description", "example", "examples", "x-default": isKept = true
        default: return ["\(place): the test does not know the rule \(name)"]
        }
        return isKept ? [] : ["\(place): \(name) is broken"]
    }

    private func membersProblems(
        with value: JSONValue, at place: String, breaking name: String, _ rule: JSONValue
    ) -> [String] {
        guard let object = value.object else { return [] }
        switch name {
        case "required":
            return (rule.array ?? []).compactMap(\.string).filter { object[$0] == nil }
                .map { "\(place)/\($0): is missing" }
        case "properties":
            return (rule.object?.members ?? []).flatMap { property in
                object[property.name].map {
                    part(property.value).problems(with: $0, at: "\(place)/\(property.name)")
                } ?? []
            }
        default:
            let known = Set((schema["properties"]?.object?.members ?? []).map(\.name))
            return object.members.filter { !known.contains($0.name) }.flatMap { member in
                rule == .bool(false)
                    ? ["\(place)/\(member.name): is not allowed"]
                    : part(rule).problems(with: member.value, at: "\(place)/\(member.name)")
            }
        }
    }

    /// `#/components/schemas/Problem` → that schema.
    private func resolved(_ reference: String) -> Schema {
        let names = reference.split(separator: "/").dropFirst()
        let found = names.reduce(document) { $0[String($1)] ?? .null }
        return part(found == .null ? .bool(false) : found)
    }

    private func part(_ schema: JSONValue) -> Schema { Schema(schema: schema, document: document) }

    private func part(_ schemas: [JSONValue]) -> [Schema] { schemas.map { part($0) } }

    private func isOf(type: String?, _ value: JSONValue) -> Bool {
        switch (type, value) {
        case ("object", .object), ("array", .array), ("string", .string), ("boolean", .bool),
            ("null", .null), ("integer", .integer), ("number", .integer), ("number", .decimal):
            true
        default: false
        }
    }

    private func isOf(format: String?, _ value: JSONValue) -> Bool {
        guard format == "date-time", let text = value.string else { return true }
        return Timestamp(rfc3339: text)?.rfc3339 == text
    }

    private func isMatched(by pattern: String?, _ value: JSONValue) -> Bool {
        guard let pattern, let text = value.string else { return true }
        return (try? Regex(pattern).firstMatch(in: text)) != nil
    }

    private func length(of value: JSONValue) -> Int64 {
        Int64(value.string?.unicodeScalars.count ?? 0)
    }

    private func size(of value: JSONValue) -> Int64? {
        value.object.map { Int64($0.members.count) }
    }

    private func count(of value: JSONValue) -> Int64? {
        value.array.map { Int64($0.count) }
    }

    private func integer(_ value: JSONValue) -> Int64? {
        guard case .integer(let integer) = value else { return nil }
        return integer
    }
}
