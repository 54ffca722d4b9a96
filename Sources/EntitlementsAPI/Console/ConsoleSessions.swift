import Entitlements
import EntitlementsDatabase
import HTTPTypes

/// Signs browsers in and out.
///
/// A session is found in the database for each page and is nowhere cached, so that it ends with its
/// key at once, on every server.
struct ConsoleSessions: Sendable {
    let database: Database
    let keys: KeyAuthentication
    let codes: SecretCodes
    let cookie: ConsoleCookie
    let attempts: RequestRates<String>

    /// How often one key id may be tried in vain in a minute.
    static let attemptsPerMinute = 10

    /// Returns the session of a request; nil without a cookie, or if the session has ended.
    func session(of headers: HTTPFields) async throws -> ConsoleSession? {
        guard let token = cookie.token(in: headers) else { return nil }
        return try await session(of: token)
    }

    /// Whether a session that a stream was opened with has not ended since.
    func isOpen(_ session: ConsoleSession) async throws -> Bool {
        try await self.session(of: session.token) != nil
    }

    private func session(of token: String) async throws -> ConsoleSession? {
        let row = try await database.call(
            FindConsoleSession(tokenDigest: SecretCode.digest(of: token))
        ).first
        guard let row, let kind = APIKey.Kind(rawValue: row.kind) else { return nil }
        return ConsoleSession(
            token: token,
            principal: Principal(
                keyID: row.keyID, kind: kind, digest: row.digest, tenantID: row.tenantID,
                tenantSlug: row.tenantSlug))
    }

    /// Begins a session by a key, and returns its token.
    ///
    /// Throws `unauthorized` for a wrong key, and `too_many_requests` if its id was tried too
    /// often.
    func signIn(by text: String) async throws -> String {
        guard let key = APIKey(parsing: text) else { throw MistakenKey.unknown.failure }
        try attempts.take(by: key.keyID, perMinute: Self.attemptsPerMinute)
        let principal = try await keys.principal(of: key)
        attempts.giveBack(to: key.keyID)
        let token = newToken()
        try await database.callOne(
            StartConsoleSession(
                keyID: principal.keyID, tokenDigest: token.digest,
                ttlSeconds: ConsoleSession.lifetimeSeconds))
        return token.text
    }

    /// Exchanges a link for a session, and returns its token; nil if the link is used or expired.
    func signIn(byLink link: String) async throws -> String? {
        let token = newToken()
        let row = try await database.callOne(
            UseConsoleLink(
                linkDigest: SecretCode.digest(of: link), tokenDigest: token.digest,
                ttlSeconds: ConsoleSession.lifetimeSeconds))
        return row.isSignedIn ? token.text : nil
    }

    func signOut(_ session: ConsoleSession) async throws {
        try await database.callOne(
            EndConsoleSession(tokenDigest: SecretCode.digest(of: session.token)))
    }

    private func newToken() -> SecretCode {
        SecretCode(.consoleSession, bytes: codes.randomBytes(SecretCode.byteCount))
    }
}
