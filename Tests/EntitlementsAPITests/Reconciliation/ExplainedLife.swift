import Entitlements
import EntitlementsDatabase
import TestSupport
import Testing

/// A life of `u_42`, and the codes that its explanation must have.
struct ExplainedLife: Sendable, CustomTestStringConvertible {
    let codes: [String]
    var file = "stockpot"
    var query = "entitlement_id=plus"
    var change: @Sendable (inout TenantDefinition) -> Void = { _ in }
    var arrange: @Sendable (TestTenant) async throws -> Void = { _ in }
    /// What is heard after the moment that the explanation goes back to; nil if it goes nowhere.
    var later: (@Sendable (TestTenant) async throws -> Void)?

    init(
        _ codes: String..., like file: String = "stockpot",
        asking query: String = "entitlement_id=plus",
        _ arrange: @escaping @Sendable (TestTenant) async throws -> Void = { _ in }
    ) {
        self.codes = codes
        self.file = file
        self.query = query
        self.arrange = arrange
    }

    /// With the same life under another tenant file.
    func under(_ change: @escaping @Sendable (inout TenantDefinition) -> Void) -> ExplainedLife {
        var life = self
        life.change = change
        return life
    }

    /// Explained as known before something more is heard.
    func before(_ later: @escaping @Sendable (TestTenant) async throws -> Void) -> ExplainedLife {
        var life = self
        life.later = later
        return life
    }

    var testDescription: String { codes.joined(separator: ", ") }

    /// Lets the life happen, and asks.
    func explanation(in api: TestAPI) async throws -> JSONValue {
        try await api.tenant.apply(like: file, change)
        try await arrange(api.tenant)
        guard let later else { return try await api.explanation(of: "u_42", query) }
        let knownAt = try await api.tenant.moment().exactText
        try await later(api.tenant)
        return try await api.explanation(of: "u_42", "\(query)&known_at=\(knownAt)")
    }

    static let all =
        allowed + refused + ended + rules + households + ranks + knowledge + recalled
}

extension TestAPI {
    func explanation(of appUserID: String, _ query: String) async throws -> JSONValue {
        let response = try await get(
            "explainAccess", "/v1/admin/users/\(appUserID)/explain?\(query)", key: secretKey)
        return try response.json
    }
}

extension JSONValue {
    /// The codes of all parts of an explanation.
    var codes: Set<String> {
        switch self {
        case .array(let elements): elements.reduce(into: []) { $0.formUnion($1.codes) }
        case .object(let object):
            object.members.reduce(into: []) { codes, member in
                if member.name == "reason", let code = member.value.string { codes.insert(code) }
                if !["facts", "answer", "request"].contains(member.name) {
                    codes.formUnion(member.value.codes)
                }
            }
        default: []
        }
    }

    /// The sentences of all parts of an explanation.
    var sentences: [String] {
        switch self {
        case .array(let elements): elements.flatMap(\.sentences)
        case .object(let object):
            object.members.flatMap { member in
                member.name == "sentence"
                    ? [member.value.string].compactMap(\.self) : member.value.sentences
            }
        default: []
        }
    }
}
