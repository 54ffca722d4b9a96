import Entitlements
import EntitlementsDatabase
import TestSupport
import Testing

@testable import EntitlementsAPI

extension ConsoleAttack {
    /// Sessions that were not begun by a key or by a new link, or that have ended.
    static let sessions: [ConsoleAttack] = [
        ConsoleAttack("a session that the attacker chose before the sign-in") { console in
            let planted = "__Host-hearth=chosen_by_the_attacker"
            let answer = try await console.signIn(
                "key=\(console.api.secretKey)", cookies: [planted])
            return try await console.achieved([
                "the planted session is used": answer.cookie == planted,
                "the planted session is signed in": console.isSignedIn(planted),
            ])
        },
        ConsoleAttack("a cookie that a neighbour's host or a page without TLS can set") { console in
            let token = console.browser.cookie.split(separator: "=")[1]
            return try await console.achieved([
                "another name is read": console.isSignedIn("hearth=\(token)"),
                "a name in capitals is read": console.isSignedIn("__HOST-HEARTH=\(token)"),
            ])
        },
        ConsoleAttack("two cookies, in one header or in two") { console in
            let own = console.browser.cookie
            let others = ["\(own); __Host-hearth=x", "__Host-hearth=x; \(own)", "\(own); \(own)"]
            var achieved: [String] = []
            for cookie in others where try await console.isSignedIn(cookie) {
                achieved.append(cookie)
            }
            if try await console.isSignedIn(own, own) { achieved.append("two headers") }
            return achieved
        },
        ConsoleAttack("a token that is cut, longer, or of another case") { console in
            let own = console.browser.cookie
            var achieved: [String] = []
            for cookie in [
                String(own.dropLast()), own + "x", own.replacing("hearth=", with: "hearth= "),
                "__Host-hearth=\(own.split(separator: "=")[1].uppercased())", "__Host-hearth=",
            ] where try await console.isSignedIn(cookie) { achieved.append(cookie) }
            return achieved
        },
        ConsoleAttack("other secrets as a session: the key, the form's token, the digest") {
            console in
            let token = String(console.browser.cookie.split(separator: "=")[1])
            let digest = Hexadecimal.text(SecretCode.digest(of: token))
            var achieved: [String] = []
            for secret in [console.api.secretKey, console.browser.formToken, digest]
            where try await console.isSignedIn("__Host-hearth=\(secret)") {
                achieved.append(secret)
            }
            return achieved
        },
        ConsoleAttack("a session in the address or in another header") { console in
            let token = console.browser.cookie.split(separator: "=")[1]
            let answer = try await console.open(
                "\(console.browser.root)?__Host-hearth=\(token)", cookies: [],
                headers: [("Authorization", "Bearer \(token)")])
            return console.achieved(["it is read": answer.status != 303])
        },
        ConsoleAttack("a session that was signed out") { console in
            _ = try await console.send(console.form("/console/sign-out"))
            return try await console.achieved([
                "it goes on": console.isSignedIn(console.browser.cookie)
            ])
        },
        ConsoleAttack("a session and a form of a revoked key") { console in
            try await console.revokeKey()
            var achieved = try await console.achieved([
                "the session goes on": console.isSignedIn(console.browser.cookie)
            ])
            for target in console.addresses(of: .post) {
                let answer = try await console.send(console.form(target))
                if answer["location"] != "/console/sign-in" { achieved.append(target) }
            }
            return achieved
        },
        ConsoleAttack("a session that has expired") { console in
            let key = try #require(APIKey(parsing: console.api.secretKey))
            let token = "expired-\(key.keyID)"
            try await console.api.tenant.database.callOne(
                StartConsoleSession(
                    keyID: key.keyID, tokenDigest: SecretCode.digest(of: token),
                    ttlSeconds: ConsoleSession.lifetimeSeconds,
                    asOf: systemTime().advanced(
                        bySeconds: -1 - Int64(ConsoleSession.lifetimeSeconds))))
            return try await console.achieved([
                "it goes on": console.isSignedIn("__Host-hearth=\(token)")
            ])
        },
    ]
}

extension AttackedConsole {
    /// The names of what is true.
    func achieved(_ things: KeyValuePairs<String, Bool>) -> [String] {
        things.filter(\.value).map(\.key)
    }

    /// Revokes the key that the browser is signed in by.
    func revokeKey() async throws {
        let key = try #require(APIKey(parsing: api.secretKey))
        _ = try await api.tenant.database.call(
            RevokeAPIKey(keyID: key.keyID, actor: "test"), in: api.tenant.id)
    }
}
