import Entitlements

/// What somebody shows to prove that an anonymous id is theirs.
struct Proof: Sendable {
    /// As the database knows it.
    let kind: String
    /// Of the secret, where there is one.
    let digest: [UInt8]?

    private static let fields = ["device_secret", "merge_ticket"]

    /// The `proof` of a body; without one, what the actor vouches with, and nil where that is
    /// nothing.
    static func read(from fields: inout BodyFields, of actor: Actor) -> Proof? {
        guard var shown = fields.optionalObject("proof", allowing: Self.fields) else {
            return actor.vouchedBy.map { Proof(kind: $0, digest: nil) }
        }
        let kind = shown.onlyField(of: Self.fields)
        let secret = kind.map { shown.text($0, bytes: 1...200) }
        fields.problems.append(contentsOf: shown.problems)
        guard let kind, let secret else { return nil }
        return Proof(kind: kind, digest: SecretCode.digest(of: secret))
    }
}
