import Entitlements

/// The registered claims of a token with their types checked.
struct TokenClaims {
    let subject: String
    let audiences: [String]
    let authorizedParty: String?
    let expiresAt: Timestamp
    let notBefore: Timestamp?
    let issuedAt: Timestamp?
    private let claims: JSONObject

    static let maximumSubjectBytes = 255
    static let maximumAudiences = 20

    init(_ claims: JSONObject) throws(TokenError) {
        self.claims = claims
        guard let subject = try claims.text("sub"),
            (1...Self.maximumSubjectBytes).contains(subject.utf8.count)
        else { throw .claimRefused }
        self.subject = subject
        audiences = try claims.texts("aud")
        authorizedParty = try claims.text("azp")
        guard let expiresAt = try claims.time("exp") else { throw .claimRefused }
        self.expiresAt = expiresAt
        notBefore = try claims.time("nbf")
        issuedAt = try claims.time("iat")
    }

    /// The tolerance for differing clocks, applied before and after a token's validity.
    static let leewaySeconds: Int64 = 5

    func check(at now: Timestamp) throws(TokenError) {
        guard now < expiresAt.advanced(bySeconds: Self.leewaySeconds) else { throw .expired }
        let latest = now.advanced(bySeconds: Self.leewaySeconds)
        for beginning in [notBefore, issuedAt] {
            if let beginning, beginning > latest { throw .notYetValid }
        }
    }

    func check(against issuer: TenantDefinition.TokenIssuer) throws(TokenError) {
        if let audience = issuer.audience {
            guard audiences.contains(where: { $0.hasBytes(of: audience) }) else {
                throw .otherAudience
            }
        }
        if !issuer.authorizedParties.isEmpty {
            guard let authorizedParty,
                issuer.authorizedParties.contains(where: { $0.hasBytes(of: authorizedParty) })
            else { throw .otherAudience }
        }
    }

    /// Returns false if the claim is absent; throws if it is not a boolean.
    func isAnonymous(by claim: String) throws(TokenError) -> Bool {
        guard let value = claims[claim] else { return false }
        guard case .bool(let isAnonymous) = value else { throw .claimRefused }
        return isAnonymous
    }
}

extension JSONObject {
    /// Returns the text of a claim; nil if it is absent.
    func text(_ name: String) throws(TokenError) -> String? {
        guard let value = self[name] else { return nil }
        guard case .string(let text) = value else { throw .claimRefused }
        return text
    }

    /// Returns the texts of a claim that holds one text or a list.
    fileprivate func texts(_ name: String) throws(TokenError) -> [String] {
        guard let value = self[name] else { return [] }
        if case .string(let text) = value { return [text] }
        guard let elements = value.array, elements.count <= TokenClaims.maximumAudiences else {
            throw .claimRefused
        }
        let texts = elements.compactMap(\.string)
        guard texts.count == elements.count else { throw .claimRefused }
        return texts
    }

    /// Returns a time in whole seconds since 1970, up to the year 9999; nil if it is absent.
    fileprivate func time(_ name: String) throws(TokenError) -> Timestamp? {
        guard let value = self[name] else { return nil }
        guard case .integer(let seconds) = value, seconds > 0 else { throw .claimRefused }
        let (milliseconds, isTooLarge) = seconds.multipliedReportingOverflow(by: 1_000)
        guard !isTooLarge, let time = Timestamp(milliseconds: milliseconds) else {
            throw .claimRefused
        }
        return time
    }
}

extension String {
    /// Compares bytes; Swift's `==` treats different encodings of a character as equal.
    func hasBytes(of other: String) -> Bool { utf8.elementsEqual(other.utf8) }
}
