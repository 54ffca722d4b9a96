package import Curl
package import Entitlements

/// Reads people from RevenueCat's REST API.
///
/// A call makes a few requests, repeats those that fail in passing, and ends within
/// `totalTimeoutMilliseconds`. A client that is asked to stay away (429) repeats nothing: whoever
/// called it waits.
package struct RevenueCatClient: Sendable {
    private let http: HTTPClient
    private let settings: RevenueCatSettings
    private let breaker: CircuitBreaker
    private let clock: RevenueCatClock
    private let productNames = ProductNames()

    /// The HTTP client must be running; the breaker is for this server and key alone.
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
    /// Long lists of v2 cost one more for each further page, and so does who has nothing; its
    /// products have a limit of their
    /// own.
    package var requestsPerSnapshot: Int {
        switch settings.apiVersion {
        case .v1: 1
        case .v2: 3
        }
    }

    /// What RevenueCat says of a person; nil when it does not know the id.
    ///
    /// v1 creates a customer for an id that it does not know, so it says so only once.
    package func snapshot(
        of appUserID: String
    ) async throws(RevenueCatError) -> Snapshot? {
        guard appUserID.isPartOfPath else { throw .unreadable(reason: "id_cannot_be_asked_for") }
        switch settings.apiVersion {
        case .v1:
            return try await reading().subscriber(appUserID)
        case .v2(let projectID):
            return try await reading().customer(
                appUserID, of: Project(id: projectID), productNames)
        }
    }

    /// The id of whom a store's transaction belongs to, a past one too; nil when it is unknown or
    /// belongs to several.
    ///
    /// Only v2 can be asked: in v1 it is always nil.
    package func owner(
        ofTransaction transactionID: String
    ) async throws(RevenueCatError) -> String? {
        guard case .v2(let projectID) = settings.apiVersion else { return nil }
        return try await reading().owner(
            ofTransaction: transactionID, in: Project(id: projectID))
    }

    /// A page of all ids of the project: one request.
    ///
    /// Only v2 can be asked: v1 is unreadable.
    package func listedIDs(page: String?) async throws(RevenueCatError) -> ListedIDs {
        guard case .v2(let projectID) = settings.apiVersion else {
            throw .unreadable(reason: "no_list_in_v1")
        }
        return try await reading().listedIDs(of: Project(id: projectID), page: page)
    }

    private func reading() -> Reading {
        Reading(http: http, settings: settings, breaker: breaker, clock: clock)
    }
}
