package import Entitlements
package import FoundationEssentials

extension CreateEndpoint {
    package init(
        endpointID: UUID, url: EndpointURL, kinds: [ChangeKind]?, sealed: [UInt8], actor: String,
        idempotencyKey: String? = nil, requestDigest: [UInt8]? = nil, asOf: Timestamp? = nil,
        environments: Set<PurchaseEnvironment> = [.production]
    ) {
        self.init(
            endpointID: endpointID, url: url.rawValue, kinds: kinds?.map(\.rawValue),
            sealed: sealed, actor: actor, idempotencyKey: idempotencyKey,
            requestDigest: requestDigest, asOf: asOf, environments: environments.names)
    }
}

extension UpdateEndpoint {
    /// The kinds of changes that are delivered from now on.
    package enum Kinds: Sendable {
        case unchanged
        case all
        case only([ChangeKind])
    }

    /// Nil keeps what there is.
    package init(
        endpointID: UUID, url: EndpointURL? = nil, kinds: Kinds = .unchanged, isOn: Bool? = nil,
        actor: String, asOf: Timestamp? = nil, environments: Set<PurchaseEnvironment>? = nil
    ) {
        let (changesKinds, names): (Bool, [String]?) =
            switch kinds {
            case .unchanged: (false, nil)
            case .all: (true, nil)
            case .only(let kinds): (true, kinds.map(\.rawValue))
            }
        self.init(
            endpointID: endpointID, url: url?.rawValue, changesKinds: changesKinds, kinds: names,
            isOn: isOn, actor: actor, asOf: asOf, environments: environments?.names)
    }
}

extension SettleDeliveries {
    /// What became of a delivery.
    package struct Attempt: Sendable {
        package let number: Int64
        /// Empty means that the change was delivered.
        package let error: String
        /// Nil means that there was no answer.
        package let httpStatus: Int32?
        package let durationMilliseconds: Int32
        /// The pause that the receiver asks for, if it does.
        package let retryAfterSeconds: Int32?

        package init(
            number: Int64, error: String, httpStatus: Int32?, durationMilliseconds: Int32,
            retryAfterSeconds: Int32? = nil
        ) {
            self.number = number
            self.error = error
            self.httpStatus = httpStatus
            self.durationMilliseconds = durationMilliseconds
            self.retryAfterSeconds = retryAfterSeconds
        }
    }

    package init(
        endpointID: UUID, leaseID: UUID, attempts: [Attempt], isLast: Bool,
        asOf: Timestamp? = nil
    ) {
        self.init(
            endpointID: endpointID, leaseID: leaseID, numbers: attempts.map(\.number),
            errors: attempts.map(\.error), httpStatuses: attempts.map(\.httpStatus),
            durationsMilliseconds: attempts.map(\.durationMilliseconds),
            retryAfterSeconds: attempts.map(\.retryAfterSeconds), isLast: isLast, asOf: asOf)
    }
}
