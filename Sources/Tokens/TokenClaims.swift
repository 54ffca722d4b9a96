import Entitlements

/// The registered claims of a token, each of the one type that it may have.
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

    /// Clocks of servers differ: a token counts for so long before and after it says so.
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

    /// Absent is false; what is neither true nor false says nothing that we could rely on.
    func isAnonymous(by claim: String) throws(TokenError) -> Bool {
        guard let value = claims[claim] else { return false }
        guard case .bool(let isAnonymous) = value else { throw .claimRefused }
        return isAnonymous
    }
}

extension JSONObject {
    /// The text of a claim; nil where it is absent.
    func text(_ name: String) throws(TokenError) -> String? {
        guard let value = self[name] else { return nil }
        guard case .string(let text) = value else { throw .claimRefused }
        return text
    }

    /// The texts of a claim that may be one text or a list of them.
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

    /// Whole seconds since 1970, between then and the year 9999; nil where it is absent.
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
    /// Swift takes two spellings of one character for equal; whom a token is for is bytes.
    func hasBytes(of other: String) -> Bool { utf8.elementsEqual(other.utf8) }
}
