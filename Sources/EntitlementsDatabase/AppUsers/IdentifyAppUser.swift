package import Entitlements
package import Postgres

/// Identifies an anonymous app user, merging them with the identified app user if that exists.
///
/// `proof` is a `ProofKind`, and `proofDigest` the SHA-256 of its secret, if it has one. Fails with
/// `proof_required`, `proof_invalid`, `not_anonymous`, `merge_conflict` or
/// `purchase_moved_too_often`.
package struct IdentifyAppUser: AnswerCall {
    package static let function = "identify_app_user"
    package static let access = FunctionAccess.write
    package static let parameters: [Parameter<Self>] = [
        Parameter("anonymous_app_user_id", \.anonymousAppUserID),
        Parameter("app_user_id", \.appUserID),
        Parameter("proof", \.proof),
        Parameter("proof_digest", \.proofDigest),
        Parameter("actor", \.actor),
        Parameter("dry_run", \.dryRun),
        Parameter("as_of", \.asOf),
    ]

    package let anonymousAppUserID: AppUserID
    package let appUserID: AppUserID
    package let proof: String?
    package let proofDigest: [UInt8]?
    package let actor: String
    package let dryRun: Bool
    package let asOf: Timestamp?

    package init(
        anonymousAppUserID: AppUserID, appUserID: AppUserID, proof: String?, proofDigest: [UInt8]?,
        actor: String, dryRun: Bool = false, asOf: Timestamp? = nil
    ) {
        self.anonymousAppUserID = anonymousAppUserID
        self.appUserID = appUserID
        self.proof = proof
        self.proofDigest = proofDigest
        self.actor = actor
        self.dryRun = dryRun
        self.asOf = asOf
    }
}
