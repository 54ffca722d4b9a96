import Entitlements
import HTTPTypes

/// Why the control API refused a request.
struct ControlProblem: Error {
    let status: HTTPResponse.Status
    /// A word in snake case: `unknown_product`, `days_not_an_integer`.
    let reason: String
    /// RevenueCat's error number, if it has one.
    let code: Int64?

    init(_ status: HTTPResponse.Status, _ reason: String, code: Int64? = nil) {
        self.status = status
        self.reason = reason
        self.code = code
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
        guard let text = member.string else { throw problem(name, "not_a_string") }
        return text
    }

    func requiredText(_ name: String) throws(ControlProblem) -> String {
        guard let text = try text(name) else { throw problem(name, "missing") }
        return text
    }

    func integer(_ name: String) throws(ControlProblem) -> Int64? {
        guard let member = member(name) else { return nil }
        guard case .integer(let number) = member else { throw problem(name, "not_an_integer") }
        return number
    }

    func requiredInteger(_ name: String) throws(ControlProblem) -> Int64 {
        guard let number = try integer(name) else { throw problem(name, "missing") }
        return number
    }

    func number(_ name: String) throws(ControlProblem) -> Double? {
        switch member(name) {
        case nil: return nil
        case .integer(let number): return Double(number)
        case .decimal(let number): return number.value
        default: throw problem(name, "not_a_number")
        }
    }

    func flag(_ name: String) throws(ControlProblem) -> Bool {
        guard let member = member(name) else { return false }
        guard case .bool(let flag) = member else { throw problem(name, "not_a_boolean") }
        return flag
    }

    /// Returns one of an enumeration's words, or the fallback if the member is absent.
    func word<Word: RawRepresentable<String>>(
        _ name: String, _ type: Word.Type, or fallback: Word? = nil
    ) throws(ControlProblem) -> Word {
        guard let text = try text(name) else {
            guard let fallback else { throw problem(name, "missing") }
            return fallback
        }
        guard let word = Word(rawValue: text) else { throw problem(name, "unknown") }
        return word
    }

    func objects(_ name: String) throws(ControlProblem) -> [ControlFields]? {
        guard let member = member(name) else { return nil }
        guard let elements = member.array else { throw problem(name, "not_an_array") }
        return elements.map(ControlFields.init)
    }

    private func problem(_ name: String, _ what: String) -> ControlProblem {
        ControlProblem(.badRequest, "\(name)_\(what)")
    }
}
