import Entitlements
import EntitlementsDatabase
import HTTPTypes
import Logging

/// Signs browsers in and out.
///
/// A session is found in the database for each page and is nowhere cached, so that it ends with its
/// key at once, on every server.
struct ConsoleSessions: Sendable {
    let database: Database
    let keys: KeyAuthentication
    let codes: SecretCodes
    let cookie: ConsoleCookie
    /// Wrong sign-ins, by key id and by address.
    let attempts: RequestRates<String>
    let report: SignInReport

    /// How many wrong sign-ins with one key id are answered in a minute.
    static let attemptsPerMinute = 10
    /// How many of one address.
    static let attemptsOfAddressPerMinute = 20

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
                tenantSlug: row.tenantSlug, name: row.name))
    }

    /// Begins a session by a key, and returns its token.
    ///
    /// Throws `unauthorized` for a wrong key, and `too_many_requests` after too many of them. A
    /// right key is never refused, however often others tried its id in vain.
    func signIn(by text: String, _ visitor: ConsoleVisitor) async throws -> String {
        let key = APIKey(parsing: text)
        do {
            guard let key else { throw MistakenKey.unknown.failure }
            let principal = try await keys.principal(of: key)
            let token = newToken()
            try await database.callOne(
                StartConsoleSession(
                    keyID: principal.keyID, tokenDigest: token.digest,
                    ttlSeconds: ConsoleSession.lifetimeSeconds))
            report.signedIn(by: .key, principal.keyID, visitor)
            return token.text
        } catch let failure as Failure where failure.code == .unauthorized {
            try await refuse(.key, key?.keyID, visitor)
            throw failure
        }
    }

    /// Counts a wrong sign-in, with a line of the log and an entry of the audit.
    ///
    /// Throws `too_many_requests` beyond the limit.
    private func refuse(
        _ way: SignInReport.Way, _ keyID: String?, _ visitor: ConsoleVisitor
    ) async throws {
        do {
            if let keyID {
                try attempts.take(by: "key \(keyID)", perMinute: Self.attemptsPerMinute)
            }
            try attempts.take(
                by: "address \(visitor.address ?? "")",
                perMinute: Self.attemptsOfAddressPerMinute)
        } catch {
            report.limited()
            throw error
        }
        report.refused(by: way, keyID, visitor)
        guard let keyID, !database.isReadOnly else { return }
        do {
            try await database.callOne(NoteRefusedSignIn(keyID: keyID))
        } catch {
            await visitor.logger.log(
                "A refused sign-in could not be recorded", hinderedBy: error, in: database)
        }
    }

    /// Exchanges a link for a session, and returns its token.
    ///
    /// Throws `unauthorized` if the link is used or expired, and `too_many_requests`.
    func signIn(byLink link: String, _ visitor: ConsoleVisitor) async throws -> String {
        let token = newToken()
        let row = try await database.callOne(
            UseConsoleLink(
                linkDigest: SecretCode.digest(of: link), tokenDigest: token.digest,
                ttlSeconds: ConsoleSession.lifetimeSeconds))
        guard row.isSignedIn else {
            try await refuse(.link, nil, visitor)
            throw Failure(
                .unauthorized, "The link was already used, or has expired. Make a new one.")
        }
        report.signedIn(by: .link, nil, visitor)
        return token.text
    }

    func signOut(_ session: ConsoleSession) async throws {
        try await database.callOne(
            EndConsoleSession(tokenDigest: SecretCode.digest(of: session.token)))
    }

    private func newToken() -> SecretCode {
        SecretCode(.consoleSession, bytes: codes.randomBytes(SecretCode.byteCount))
    }
}
