package import Entitlements

/// What a command sends to an operation of the API, field by field.
///
/// Fields and parameters are as the caller gave them: the operation reads and refuses them.
package struct OperationCall: Sendable {
    let operationID: String
    /// The parameters in the path, in its order.
    let path: [String]
    private(set) var query: [(name: String, value: String)] = []
    private(set) var body: JSONObject?
    package var idempotencyKey: String?
    /// The options that give a field: `--kind` of `kinds`.
    package private(set) var options: [String: String] = [:]
    private var given: Set<String> = []
    /// Fields that two options give a value.
    package private(set) var conflicts: [FieldProblem] = []

    package init(_ operationID: String, of path: [String] = [], hasBody: Bool = false) {
        self.operationID = operationID
        self.path = path
        body = hasBody ? JSONObject() : nil
    }

    /// Adds a parameter of the query, unless the value is nil.
    package mutating func parameter(_ name: String, _ value: String?, as option: String? = nil) {
        guard isGiven(name, value != nil, by: option), let value else { return }
        query.append((name, value))
    }

    package mutating func parameter(_ name: String, _ value: Int?, as option: String? = nil) {
        parameter(name, value.map(String.init), as: option)
    }

    /// Adds a field of the body, unless the value is nil.
    package mutating func field(_ name: String, _ value: JSONValue?, as option: String? = nil) {
        guard isGiven(name, value != nil, by: option), let value else { return }
        body?[name] = value
    }

    package mutating func field(_ name: String, _ value: String?, as option: String? = nil) {
        field(name, value.map(JSONValue.string), as: option)
    }

    package mutating func field(_ name: String, _ value: Int?, as option: String? = nil) {
        field(name, value.map { .integer(Int64($0)) }, as: option)
    }

    /// Adds true for a flag that was given.
    package mutating func field(_ name: String, _ isGiven: Bool, as option: String? = nil) {
        field(name, isGiven ? JSONValue.bool(true) : nil, as: option)
    }

    /// Adds a list that is not empty.
    package mutating func field(_ name: String, _ words: [String], as option: String? = nil) {
        field(name, words.isEmpty ? nil : .array(words.map(JSONValue.string)), as: option)
    }

    /// The option that gives a field; that of its name for a field that no command names.
    package func option(of name: String) -> String {
        options[name] ?? Self.usualOption(of: name)
    }

    private static func usualOption(of name: String) -> String {
        "--" + name.replacing("_", with: "-")
    }

    /// The call with a parameter of its query set to another value.
    package func with(_ name: String, _ value: String) -> OperationCall {
        var call = self
        call.query.removeAll { $0.name == name }
        call.query.append((name, value))
        return call
    }

    /// The path with its parameters, and the query.
    func target(of template: PathTemplate) -> String {
        var rest = path[...]
        let segments = PathTemplate.segments(of: template.text[...]).map { segment in
            segment.first == "{" ? PercentEncoding.encoded(rest.popFirst() ?? "")[...] : segment
        }
        let pairs = query.map { "\($0.name)=\(PercentEncoding.encoded($0.value))" }
        return "/" + segments.joined(separator: "/")
            + (pairs.isEmpty ? "" : "?" + pairs.joined(separator: "&"))
    }

    /// Notes which option gives a field; false if it has no value, or another option gave one.
    private mutating func isGiven(_ name: String, _ hasValue: Bool, by option: String?) -> Bool {
        let option = option ?? Self.usualOption(of: name)
        let other = options.updateValue(option, forKey: name)
        guard hasValue else { return false }
        if !given.insert(name).inserted, let other {
            conflicts.append(
                FieldProblem(
                    pointer: JSONPointer.escaped(name),
                    detail: "\(other) and \(option) exclude each other."))
            return false
        }
        return true
    }
}
