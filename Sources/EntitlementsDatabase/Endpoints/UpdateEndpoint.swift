package import Entitlements
package import FoundationEssentials
package import Postgres

/// Changes an endpoint's URL, kinds or environments, or switches it on or off.
///
/// Fails with `endpoint_not_found` or `changes_gone`.
package struct UpdateEndpoint: AnswerCall {
    package static let function = "update_endpoint"
    package static let access = FunctionAccess.write
    package static let parameters: [Parameter<Self>] = [
        Parameter("endpoint_id", \.endpointID),
        Parameter("url", \.url),
        Parameter("changes_kinds", \.changesKinds),
        Parameter("kinds", \.kindNames),
        Parameter("is_on", \.isOn),
        Parameter("actor", \.actor),
        Parameter("as_of", \.asOf),
        Parameter("environments", \.environments),
    ]

    /// The kinds of changes that are delivered from now on.
    package enum Kinds: Sendable {
        case unchanged
        case all
        case only([ChangeKind])
    }

    package let endpointID: UUID
    /// Nil keeps it.
    package let url: String?
    package let kinds: Kinds
    /// Nil keeps it on or off.
    package let isOn: Bool?
    /// Who acts, for the audit.
    package let actor: String
    package let asOf: Timestamp?
    /// Nil keeps them.
    package let environments: [String]?

    package init(
        endpointID: UUID, url: EndpointURL? = nil, kinds: Kinds = .unchanged, isOn: Bool? = nil,
        actor: String, asOf: Timestamp? = nil, environments: Set<PurchaseEnvironment>? = nil
    ) {
        self.endpointID = endpointID
        self.url = url?.rawValue
        self.kinds = kinds
        self.isOn = isOn
        self.actor = actor
        self.asOf = asOf
        self.environments = environments?.map(\.rawValue).sorted()
    }

    private var changesKinds: Bool {
        if case .unchanged = kinds { false } else { true }
    }

    private var kindNames: [String]? {
        if case .only(let kinds) = kinds { kinds.map(\.rawValue) } else { nil }
    }
}
