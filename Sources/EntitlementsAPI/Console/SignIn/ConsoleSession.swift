import Crypto
import Entitlements
import EntitlementsDatabase
import HTTPTypes

/// A browser that is signed in.
struct ConsoleSession: Sendable {
    /// The session's secret, which the cookie holds.
    let token: String
    /// The holder of the key that the session acts by.
    let principal: Principal

    static let lifetimeSeconds: Int32 = 12 * 3_600

    /// What each form of the session holds, so that no other page can send one.
    var formToken: String {
        Hexadecimal.text(SHA256.hash(data: Array("form:\(token)".utf8)).prefix(16))
    }
}

/// The cookie of a session.
///
/// The prefix `__Host-` binds it to this host and to TLS. In development there is no TLS.
struct ConsoleCookie: Sendable {
    let isDevelopment: Bool

    private var name: String { isDevelopment ? "hearth" : "__Host-hearth" }

    /// Returns the token that a request brings; nil if it brings none, or several.
    func token(in headers: HTTPFields) -> String? {
        let pairs = headers[values: .cookie].flatMap { $0.split(separator: ";") }
        let values = pairs.compactMap { pair -> Substring? in
            let parts = pair.split(separator: "=", maxSplits: 1)
            return parts.count == 2 && parts[0].drop { $0 == " " } == name ? parts[1] : nil
        }
        return values.count == 1 ? String(values[0]) : nil
    }

    /// Returns the header that stores a token, or without one removes it.
    func header(_ token: String?) -> String {
        let lifetimeSeconds = token == nil ? 0 : ConsoleSession.lifetimeSeconds
        return
            "\(name)=\(token ?? ""); Path=/; Max-Age=\(lifetimeSeconds); HttpOnly; SameSite=Strict"
            + (isDevelopment ? "" : "; Secure")
    }
}
