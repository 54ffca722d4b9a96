package import Entitlements
package import FoundationEssentials
package import Postgres

/// Gives an orphan to an identified app user who proved that it is theirs.
///
/// The orphan is named by its id, or by an app user id that holds it.
///
/// Fails with `orphan_not_found`, `claim_expired`, `merge_conflict` or `purchase_moved_too_often`.
package struct ClaimOrphan: AnswerCall {
    package static let function = "claim_orphan"
    package static let access = FunctionAccess.write
    package static let parameters = [
        Parameter("app_user_id", .text),
        Parameter("orphan_id", .uuid),
        Parameter("app_user_id_of_purchase", .text),
        Parameter("proof", .text),
        Parameter("proof_digest", .bytea),
        Parameter("actor", .text),
        Parameter("dry_run", .bool),
        Parameter("as_of", .timestamptz),
    ]

    package let appUserID: String
    package let orphanID: UUID?
    package let appUserIDOfPurchase: String?
    package let proof: String?
    package let proofDigest: [UInt8]?
    package let actor: String
    package let dryRun: Bool
    package let asOf: Timestamp?

    package init(
        appUserID: String, orphanID: UUID?, appUserIDOfPurchase: String?, proof: String?,
        proofDigest: [UInt8]?, actor: String, dryRun: Bool = false, asOf: Timestamp? = nil
    ) {
        self.appUserID = appUserID
        self.orphanID = orphanID
        self.appUserIDOfPurchase = appUserIDOfPurchase
        self.proof = proof
        self.proofDigest = proofDigest
        self.actor = actor
        self.dryRun = dryRun
        self.asOf = asOf
    }

    package func encode(into arguments: inout Arguments) throws(PostgresError) {
        try arguments.append(appUserID)
        try arguments.append(orphanID)
        try arguments.append(appUserIDOfPurchase)
        try arguments.append(proof)
        try arguments.append(proofDigest)
        try arguments.append(actor)
        try arguments.append(dryRun)
        try arguments.append(asOf)
    }
}
