import Entitlements
import TestSupport

/// The webhook of the first purchase of a new app user.
struct Delivery: Sendable {
    let appUserID: String
    let eventID: String
    let body: [UInt8]

    /// A purchase that is active at any time of the tests.
    init(appUserID: String) {
        self.appUserID = appUserID
        eventID = "event-of-\(appUserID)"
        body =
            RevenueCatEvent.initialPurchase(
                id: eventID, appUserID: appUserID, purchasedAt: "2025-01-01T10:00:00Z",
                expiresAt: "2099-01-01T10:00:00Z"
            ).body
    }
}

extension RunningHearth {
    /// Posts the body once.
    ///
    /// Throws without a whole answer.
    func deliver(_ delivery: Delivery) async throws -> RawHTTPResponse {
        try await request(
            "POST", "/v1/webhooks/revenuecat/stockpot",
            authorization: key("webhook_authorization"), body: delivery.body)
    }
}

extension RunningHearth {
    /// Requests the entitlement that the purchase gives.
    func lookUp(_ appUserID: String) async throws -> RawHTTPResponse {
        try await request(
            "GET", "/v1/users/\(appUserID)/entitlements/plus",
            authorization: "Bearer \(key("read_key"))")
    }

    func isActive(_ appUserID: String) async throws -> Bool {
        try JSONParser.parse(try await lookUp(appUserID).body)["is_active"] == .bool(true)
    }
}
