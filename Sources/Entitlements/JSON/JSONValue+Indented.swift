extension JSONValue {
    /// JSON text with a member or an element a line, indented by two spaces.
    package var indentedText: String { indented(by: "") }

    private func indented(by indentation: String) -> String {
        let inner = indentation + "  "
        switch self {
        case .object(let object) where !object.members.isEmpty:
            let lines = object.members.map { member in
                let name = String(decoding: JSONValue.string(member.name).bytes, as: UTF8.self)
                return "\(inner)\(name): \(member.value.indented(by: inner))"
            }
            return "{\n\(lines.joined(separator: ",\n"))\n\(indentation)}"
        case .array(let elements) where !elements.isEmpty:
            let lines = elements.map { inner + $0.indented(by: inner) }
            return "[\n\(lines.joined(separator: ",\n"))\n\(indentation)]"
        default: return String(decoding: bytes, as: UTF8.self)
        }
    }
}
