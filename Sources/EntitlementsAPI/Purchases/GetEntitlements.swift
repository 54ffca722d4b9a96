import EntitlementsDatabase
import HTTPServer
import HTTPTypes

extension Route {
    /// Returns every entitlement that an app user has or had, and when the answer next changes.
    ///
    /// Can wait for a new purchase.
    static func getEntitlements(
        _ database: Database, _ intake: LookupIntake, _ wait: PurchaseWait
    ) -> Route {
        Route(
            "getEntitlements", .get, "/v1/users/{app_user_id}/entitlements",
            me: "getMyEntitlements", "/v1/me/entitlements", key: .read
        ) { request, subject in
            let asked = try GetEntitlementsRequest(
                reading: request, byEndUser: subject.endUser != nil)
            let lookup = try Lookup(
                request, of: subject, asOf: asked.asOf, knownAt: asked.knownAt,
                environment: asked.environment)
            let awaitRequest = try PurchaseWait.AwaitRequest(asked)
            let isTransactionKnown: Bool? =
                if let awaitRequest {
                    try await request.whileConnected {
                        try await wait.isKnown(awaitRequest, to: subject, while: $0)
                    }
                } else {
                    nil
                }
            let answer =
                if let recall = lookup.recall("entitlements", of: subject) {
                    try await database.callOne(recall, in: subject.tenant)
                } else if lookup.isAboutNow {
                    try await intake.answer(about: subject.appUserID, in: subject.tenant)
                } else {
                    try await database.callOne(
                        GetEntitlements(
                            appUserID: subject.appUserID, environment: lookup.environment,
                            asOf: lookup.asOf),
                        in: subject.tenant)
                }
            return lookup.response(
                about: subject.appUserID, answer, isTransactionKnown: isTransactionKnown)
        }
    }
}
