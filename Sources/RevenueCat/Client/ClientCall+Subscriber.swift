import Entitlements

extension ClientCall {
    /// Reads a v1 subscriber; nil if the request created it, because v1 creates unknown customers.
    func subscriber(_ appUserID: String) async throws(RevenueCatError) -> Snapshot? {
        let url = server.url("/v1/subscribers/\(PercentEncoding.encoded(appUserID))")
        guard let answer = try await get(url) else {
            throw .unreadable(reason: "status_unexpected")
        }
        guard !answer.isCreated else { return nil }
        return try understood(try Snapshot(subscriberAnswer: answer.body, of: appUserID))
    }
}
