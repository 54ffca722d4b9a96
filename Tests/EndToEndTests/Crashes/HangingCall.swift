import TestSupport

/// A call of each way to the database: a lookup, and writes that are gathered, repeated or alone.
enum HangingCall: CaseIterable {
    case lookup
    case webhook
    case use
    case spending
    case identification
    case purchaseWait

    func send(to server: RunningHearth, _ number: Int) async throws -> RawHTTPResponse {
        switch self {
        case .lookup: try await server.lookUp("u_1")
        case .webhook: try await server.deliver(Delivery(appUserID: "hung_\(number)"))
        case .use:
            try await server.post(
                "/v1/users/u_1/limits/recipes/consume", #"{"reference": "use \#(number)"}"#,
                headers: ["Idempotency-Key": "use-\(number)"])
        case .spending:
            try await server.post(
                "/v1/users/u_1/credits/scans/spend",
                #"{"amount": 1, "reference": "spending \#(number)"}"#)
        case .identification:
            try await server.post(
                "/v1/users/identify",
                #"{"anonymous_app_user_id": "$RCAnonymousID:\#(number)", "app_user_id": "u_1"}"#)
        case .purchaseWait:
            try await server.request(
                "GET", "/v1/users/u_\(number)/entitlements?await_transaction=t_\(number)&timeout=1",
                authorization: "Bearer \(server.key("read_key"))")
        }
    }
}

extension RunningHearth {
    fileprivate func post(
        _ path: String, _ body: String, headers: [String: String] = [:]
    ) async throws -> RawHTTPResponse {
        try await request(
            "POST", path, authorization: "Bearer \(key("secret_key"))", headers: headers,
            body: Array(body.utf8))
    }
}
