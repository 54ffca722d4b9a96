import EntitlementsDatabase
import HTTPServer
import HTTPTypes

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

    /// Runs a handler of this route: what an operator reads may be slow, and is kept apart from
    /// lookups.
    func reading(_ handler: () async throws -> Response) async throws -> Response {
        guard isReadOfOperator else { return try await handler() }
        return try await OperatorReads.run(handler)
    }

    /// Whether its answers may take long to make, as a list, a file or a document does: they are
    /// made apart from the event loops, which serve other connections meanwhile.
    var isMadeApart: Bool { kind == .admin || kind == .open }

    /// Whether it reads what no read key may: lists, exports, searches, figures, reasons.
    ///
    /// Waiting for changes is none: a stream lasts, and its reads are short.
    var isReadOfOperator: Bool {
        guard case .key(let right, _) = access, right > .read else { return false }
        return method == .get && kind != .changes
    }
}

extension Route.Kind {
    /// Follows from the route's callers, its path and the verb of its operation.
    init(
        of operationID: String, _ method: HTTPRequest.Method, _ path: PathTemplate,
        _ access: Route.Access
    ) {
        switch access {
        case .webhook: self = .webhook
        case .unauthenticated: self = .open
        case .key, .endUser:
            if path.text.hasPrefix("/v1/admin/") {
                self = .admin
            } else if path.text.hasSuffix("/sync") {
                self = .restore
            } else if path.text.contains("/changes") {
                self = .changes
            } else {
                self = method == .get || operationID.hasPrefix("check") ? .lookup : .write
            }
        }
    }
}
