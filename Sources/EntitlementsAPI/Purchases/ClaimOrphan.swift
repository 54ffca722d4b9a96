import Entitlements
import EntitlementsDatabase
import FoundationEssentials
import HTTPServer
import HTTPTypes

extension Route {
    /// Gives an orphan to an identified app user who proves that it is theirs.
    ///
    /// An end user is read from RevenueCat first: a RevenueCat customer with both ids is a proof
    /// and joins them. If RevenueCat cannot be read, the proof in the request decides.
    static func claimOrphan(
        _ database: Database, _ endUsers: EndUserAuthentication, _ snapshots: SubjectSnapshots
    ) -> Route {
        Route(
            "claimOrphan", .post, "/v1/users/{app_user_id}/claims",
            me: "claimMine", "/v1/me/claims", key: .secret
        ) { request, subject in
            try subject.requireIdentified()
            let claim = Claim(try await ClaimOrphanRequest(reading: request), by: subject.actor)
            if subject.endUser != nil { _ = try await snapshots.readUncounted(subject) }
            return .answer(try await claim.make(for: subject, database, endUsers, request))
        }
    }
}

/// A claim of one orphan, by its id or by an id of its holder.
struct Claim {
    let orphanID: UUID?
    let appUserIDOfPurchase: AppUserID?
    let proof: Proof?
    let isDryRun: Bool

    init(_ asked: ClaimOrphanRequest, by actor: Actor) {
        orphanID = asked.orphanID
        appUserIDOfPurchase = asked.appUserIDOfPurchase
        proof = Proof(asked.proof, by: actor)
        isDryRun = asked.dryRun
    }

    /// Makes the claim; a wrong token proves nothing, and is counted as any wrong proof.
    func make(
        for claimant: Subject, _ database: Database, _ endUsers: EndUserAuthentication,
        _ request: APIRequest
    ) async throws -> Answer {
        var proof = proof
        do {
            // A token proves one id, so the body must name that id.
            try await proof?.verify(
                for: appUserIDOfPurchase, in: claimant.tenant, by: endUsers, request.logger)
        } catch let failure as Failure where failure.code == .proofInvalid {
            proof = nil
        }
        return try await database.callOne(
            ClaimOrphan(
                appUserID: claimant.appUserID, orphanID: orphanID,
                appUserIDOfPurchase: appUserIDOfPurchase, proof: proof?.kind,
                proofDigest: proof?.digest, actor: claimant.actor.name,
                isDryRun: isDryRun, issuer: claimant.actor.issuer),
            in: claimant.tenant
        ).outcome.get()
    }
}
