import EntitlementsDatabase
import HTTPTypes
import Hummingbird

extension Route {
    /// What a route does, as far as its duration depends on that.
    ///
    /// A histogram has 17 lines of metrics, so durations are measured by kind and not by route.
    enum Kind: String, CaseIterable, Sendable {
        /// Receives an event of RevenueCat.
        case webhook
        /// Reads for an app's server or a phone.
        case lookup
        /// Writes for an app's server or a phone.
        case write
        /// Reads RevenueCat while the caller waits.
        case restore
        /// Reads the change log, and may wait for a change.
        case changes
        /// Reads or writes for an operator.
        case admin
        /// Answers any caller: health, documents, public keys.
        case open
    }

    /// Whether a server answers it whose database may be a standby: it only reads, and waits for no
    /// notification.
    var isForReaders: Bool {
        switch kind {
        case .lookup, .open: true
        case .admin: method == .get
        case .webhook, .write, .restore, .changes: false
        }
    }

    /// Follows from the route's callers, its path and the verb of its operation.
    var kind: Kind {
        switch access {
        case .webhook: return .webhook
        case .unauthenticated: return .open
        case .key, .endUser: break
        }
        if path.text.hasPrefix("/v1/admin/") { return .admin }
        if path.text.hasSuffix("/sync") { return .restore }
        if path.text.contains("/changes") { return .changes }
        return method == .get || operationID.hasPrefix("check") ? .lookup : .write
    }

    /// Runs a handler of this route: what an operator reads may be slow, and is kept apart from
    /// lookups.
    func reading(_ handler: () async throws -> Response) async throws -> Response {
        guard isReadOfOperator else { return try await handler() }
        return try await OperatorReads.run(handler)
    }

    /// Whether it reads what only a secret key may: lists, exports, searches, figures, reasons.
    ///
    /// Waiting for changes is none: a stream lasts, and its reads are short.
    var isReadOfOperator: Bool {
        guard case .key(.secret, _) = access else { return false }
        return method == .get && kind != .changes
    }
}
