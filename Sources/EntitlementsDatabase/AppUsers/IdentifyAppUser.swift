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
    package static let parameters = [
        Parameter("anonymous_app_user_id", .text),
        Parameter("app_user_id", .text),
        Parameter("proof", .text),
        Parameter("proof_digest", .bytea),
        Parameter("actor", .text),
        Parameter("dry_run", .bool),
        Parameter("as_of", .timestamptz),
    ]

    package let anonymousAppUserID: String
    package let appUserID: String
    package let proof: String?
    package let proofDigest: [UInt8]?
    package let actor: String
    package let dryRun: Bool
    package let asOf: Timestamp?

    package init(
        anonymousAppUserID: String, appUserID: String, proof: String?, proofDigest: [UInt8]?,
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

    package func encode(into arguments: inout Arguments) throws(PostgresError) {
        try arguments.append(anonymousAppUserID)
        try arguments.append(appUserID)
        try arguments.append(proof)
        try arguments.append(proofDigest)
        try arguments.append(actor)
        try arguments.append(dryRun)
        try arguments.append(asOf)
    }
}
