import Entitlements

/// JSON for people: what fits into a line stays on it.
enum PrettyJSON {
    private static let maximumColumns = 72

    static func text(_ value: JSONValue, indent: Int = 0) -> String {
        let line = oneLine(value)
        guard line.count + indent > maximumColumns else { return line }
        let margin = String(repeating: " ", count: indent + 2)
        switch value {
        case .object(let object):
            let members = object.members.map {
                "\(margin)\(oneLine(.string($0.name))): \(text($0.value, indent: indent + 2))"
            }
            return "{\n\(members.joined(separator: ",\n"))\n\(margin.dropLast(2))}"
        case .array(let elements):
            let lines = elements.map { margin + text($0, indent: indent + 2) }
            return "[\n\(lines.joined(separator: ",\n"))\n\(margin.dropLast(2))]"
        default: return line
        }
    }

    private static func oneLine(_ value: JSONValue) -> String {
        switch value {
        case .object(let object):
            let members = object.members.map {
                "\(oneLine(.string($0.name))): \(oneLine($0.value))"
            }
            return "{\(members.joined(separator: ", "))}"
        case .array(let elements):
            return "[\(elements.map(oneLine).joined(separator: ", "))]"
        default: return String(decoding: value.bytes, as: UTF8.self)
        }
    }
}
