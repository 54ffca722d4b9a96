import Entitlements
import EntitlementsDatabase
import FoundationEssentials
import HTTPTypes
import Hummingbird

extension Route {
    /// Gives an orphan to an identified app user who proves that it is theirs.
    static func claimOrphan(_ database: Database, _ endUsers: EndUserAuthentication) -> Route {
        Route(
            "claimOrphan", .post, "/v1/users/{app_user_id}/claims",
            .secretWithActor { request, tenant, actor in
                let claimant = try request.appUserID()
                try request.expectNoQuery()
                let claim = try Claim(try await request.jsonBody(), by: actor)
                return .answer(
                    try await claim.make(for: claimant, in: tenant, database, endUsers, request))
            })
    }
}

/// A claim of one orphan, by its id or by an id of its holder.
struct Claim {
    let orphanID: UUID?
    let appUserIDOfPurchase: AppUserID?
    let proof: Proof?
    let isDryRun: Bool
    let actor: Actor

    private static let names = ["orphan_id", "app_user_id_of_purchase"]

    init(_ body: JSONValue, by actor: Actor) throws(Failure) {
        var fields = BodyFields(body, at: "", nullable: Self.names + ["proof", "dry_run"])
        let named = fields.onlyField(of: Self.names)
        let orphan = named == "orphan_id" ? fields.text("orphan_id", bytes: 1...200) : nil
        appUserIDOfPurchase = fields.appUserID(
            "app_user_id_of_purchase", if: named == "app_user_id_of_purchase")
        proof = Proof.read(from: &fields, of: actor)
        isDryRun = fields.flag("dry_run")
        self.actor = actor
        try fields.finish()
        orphanID = orphan.map { UUID(uuidString: $0) ?? .zero }
    }

    /// Makes the claim; a wrong token proves nothing, and is counted as any wrong proof.
    func make(
        for claimant: AppUserID, in tenant: TenantID, _ database: Database,
        _ endUsers: EndUserAuthentication, _ request: APIRequest,
        preparing prepare: () async throws -> Void = {}
    ) async throws -> Answer {
        try await prepare()
        var proof = proof
        do {
            // A token proves one id, so the body must name that id.
            try await proof?.verify(
                for: appUserIDOfPurchase, in: tenant, by: endUsers, request.logger)
        } catch let failure as Failure where failure.code == .proofInvalid {
            proof = nil
        }
        return try await database.callOne(
            ClaimOrphan(
                appUserID: claimant, orphanID: orphanID,
                appUserIDOfPurchase: appUserIDOfPurchase, proof: proof?.kind,
                proofDigest: proof?.digest, actor: actor.name, isDryRun: isDryRun,
                issuer: actor.issuer),
            in: tenant
        ).outcome.get()
    }
}
