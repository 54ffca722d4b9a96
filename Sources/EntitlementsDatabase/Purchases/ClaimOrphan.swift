package import Entitlements
package import FoundationEssentials
package import Postgres

/// Gives an orphan to an identified app user who proved that it is theirs.
///
/// The orphan is named by its id, or by an app user id that holds it.
///
/// Fails with `too_many_attempts`, `claim_expired`, `merge_conflict` or `purchase_moved_too_often`.
package struct ClaimOrphan: GuessableCall {
    package static let function = "claim_orphan"
    package static let parameters: [Parameter<Self>] = [
        Parameter("app_user_id", \.appUserID),
        Parameter("orphan_id", \.orphanID),
        Parameter("app_user_id_of_purchase", \.appUserIDOfPurchase),
        Parameter("proof", \.proof),
        Parameter("proof_digest", \.proofDigest),
        Parameter("actor", \.actor),
        Parameter("dry_run", \.dryRun),
        Parameter("issuer", \.issuer),
        Parameter("as_of", \.asOf),
    ]

    package let appUserID: AppUserID
    package let orphanID: UUID?
    package let appUserIDOfPurchase: AppUserID?
    package let proof: String?
    package let proofDigest: [UInt8]?
    package let actor: String
    package let dryRun: Bool
    /// The issuer of an end user's token; nil if a key vouches.
    package let issuer: String?
    package let asOf: Timestamp?

    package init(
        appUserID: AppUserID, orphanID: UUID?, appUserIDOfPurchase: AppUserID?, proof: String?,
        proofDigest: [UInt8]?, actor: String, dryRun: Bool = false, issuer: String?,
        asOf: Timestamp? = nil
    ) {
        self.appUserID = appUserID
        self.orphanID = orphanID
        self.appUserIDOfPurchase = appUserIDOfPurchase
        self.proof = proof
        self.proofDigest = proofDigest
        self.actor = actor
        self.dryRun = dryRun
        self.issuer = issuer
        self.asOf = asOf
    }
}
