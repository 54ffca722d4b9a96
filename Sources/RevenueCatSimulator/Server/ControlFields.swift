import Entitlements
import HTTPTypes

/// Why the control API refused a request.
enum ControlProblem: Error {
    /// The request's wrong field; the answer is 400.
    case field(FieldProblem)
    /// A word in snake case, such as `no_such_route`, RevenueCat's error number if it has one, and
    /// what a reader can do.
    case refused(HTTPResponse.Status, reason: String, code: Int64? = nil, detail: String? = nil)

    static func refused(_ status: HTTPResponse.Status, _ reason: String) -> ControlProblem {
        .refused(status, reason: reason)
    }

    static func field(_ name: String, _ detail: String) -> ControlProblem {
        .field(FieldProblem(pointer: JSONPointer.escaped(name), detail: detail))
    }
}

/// The members of an object sent to the control API; null counts as absent.
struct ControlFields {
    private let value: JSONValue

    init(_ value: JSONValue) {
        self.value = value
    }

    private func member(_ name: String) -> JSONValue? {
        guard let member = value[name], !member.isNull else { return nil }
        return member
    }

    func text(_ name: String) throws(ControlProblem) -> String? {
        guard let member = member(name) else { return nil }
        guard let text = member.string else { throw .field(name, "Expected a string.") }
        return text
    }

    func requiredText(_ name: String) throws(ControlProblem) -> String {
        guard let text = try text(name) else { throw .field(name, "It is missing.") }
        return text
    }

    func integer(_ name: String) throws(ControlProblem) -> Int64? {
        guard let member = member(name) else { return nil }
        guard case .integer(let number) = member else {
            throw .field(name, "Expected a whole number.")
        }
        return number
    }

    func requiredInteger(_ name: String) throws(ControlProblem) -> Int64 {
        guard let number = try integer(name) else { throw .field(name, "It is missing.") }
        return number
    }

    func number(_ name: String) throws(ControlProblem) -> Double? {
        switch member(name) {
        case nil: return nil
        case .integer(let number): return Double(number)
        case .decimal(let number): return number.value
        default: throw .field(name, "Expected a number.")
        }
    }

    func flag(_ name: String) throws(ControlProblem) -> Bool {
        guard let member = member(name) else { return false }
        guard case .bool(let flag) = member else { throw .field(name, "Expected true or false.") }
        return flag
    }

    /// Returns one of an enumeration's words, or the fallback if the member is absent.
    func word<Word: RawRepresentable<String>>(
        _ name: String, _ type: Word.Type, or fallback: Word? = nil
    ) throws(ControlProblem) -> Word {
        guard let text = try text(name) else {
            guard let fallback else { throw .field(name, "It is missing.") }
            return fallback
        }
        guard let word = Word(rawValue: text) else { throw .field(name, "It is not a known word.") }
        return word
    }

    func objects(_ name: String) throws(ControlProblem) -> [ControlFields]? {
        guard let member = member(name) else { return nil }
        guard let elements = member.array else { throw .field(name, "Expected an array.") }
        return elements.map(ControlFields.init)
    }
}
