import Entitlements

extension Reading {
    /// v1.
    func subscriber(_ appUserID: String) async throws(RevenueCatError) -> Snapshot {
        let url = server.url("/v1/subscribers/\(appUserID.percentEncoded)")
        guard let answer = try await get(url) else {
            throw .unreadable(reason: "status_unexpected")
        }
        return try understood(try Snapshot(subscriberAnswer: answer.body, of: appUserID))
    }
}
