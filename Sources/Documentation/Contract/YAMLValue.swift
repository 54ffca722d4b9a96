import Entitlements
import Yams

extension JSONValue {
    /// The value of a YAML node, as JSON has it.
    init(_ node: Node) {
        switch node {
        case .mapping(let mapping):
            var object = JSONObject()
            for (key, value) in mapping { object[key.string ?? ""] = JSONValue(value) }
            self = .object(object)
        case .sequence(let sequence): self = .array(sequence.map(JSONValue.init))
        case .scalar(let scalar): self = JSONValue(scalar)
        case .alias: self = .null
        }
    }

    /// Only a plain scalar can be something other than a string.
    private init(_ scalar: Node.Scalar) {
        let text = scalar.string
        guard scalar.style == .plain || scalar.style == .any else {
            self = .string(text)
            return
        }
        switch text {
        case "", "~", "null": self = .null
        case "true": self = .bool(true)
        case "false": self = .bool(false)
        default:
            if let number = Int64(text) {
                self = .integer(number)
            } else if let number = Double(text), let decimal = JSONDecimal(number) {
                self = .decimal(decimal)
            } else {
                self = .string(text)
            }
        }
    }

    /// The integer as text, or the string; nil for other values.
    var word: String? {
        switch self {
        case .string(let text): text
        case .integer(let number): String(number)
        default: nil
        }
    }
}
