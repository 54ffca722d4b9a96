package import Curl
package import Entitlements

/// Takes snapshots of app users from RevenueCat's REST API.
///
/// A call makes a few requests, retries passing failures, and ends within
/// `totalTimeoutMilliseconds`. After a 429 it retries nothing: the caller must wait.
package struct RevenueCatClient: Sendable {
    private let http: HTTPClient
    private let settings: RevenueCatSettings
    private let breaker: CircuitBreaker
    private let clock: RevenueCatClock
    private let productNames = ProductNames()

    /// The HTTP client must be running; the breaker must not be shared with another server or key.
    package init(
        http: HTTPClient, settings: RevenueCatSettings, breaker: CircuitBreaker,
        clock: RevenueCatClock
    ) {
        self.http = http
        self.settings = settings
        self.breaker = breaker
        self.clock = clock
    }

    /// What a snapshot costs of RevenueCat's limit on requests about customers.
    ///
    /// In v2, each further page of a list costs one more, and so does a customer without purchases.
    /// Products have a limit of their own.
    package var requestsPerSnapshot: Int {
        switch settings.apiVersion {
        case .v1: 1
        case .v2: 3
        }
    }

    /// Takes a snapshot of an app user; nil if RevenueCat does not know the id.
    ///
    /// v1 creates a customer for an unknown id, so only its first call returns nil.
    package func snapshot(
        of appUserID: String
    ) async throws(RevenueCatError) -> Snapshot? {
        guard appUserID.isPartOfPath else { throw .unreadable(reason: "id_cannot_be_asked_for") }
        switch settings.apiVersion {
        case .v1:
            return try await call().subscriber(appUserID)
        case .v2(let projectID):
            return try await call().customer(
                appUserID, of: Project(id: projectID), productNames)
        }
    }

    /// Returns the app user id that owns a store's transaction, even a past one; nil if there is
    /// none, or more than one.
    ///
    /// Always nil in v1, which has no such request.
    package func owner(
        ofTransaction transactionID: String
    ) async throws(RevenueCatError) -> String? {
        guard case .v2(let projectID) = settings.apiVersion else { return nil }
        return try await call().owner(
            ofTransaction: transactionID, in: Project(id: projectID))
    }

    /// Returns a page of the project's ids, with one request.
    ///
    /// Throws `unreadable` in v1, which has no such list.
    package func listedIDs(page: String?) async throws(RevenueCatError) -> ListedIDs {
        guard case .v2(let projectID) = settings.apiVersion else {
            throw .unreadable(reason: "no_list_in_v1")
        }
        return try await call().listedIDs(of: Project(id: projectID), page: page)
    }

    private func call() -> ClientCall {
        ClientCall(http: http, settings: settings, breaker: breaker, clock: clock)
    }
}
