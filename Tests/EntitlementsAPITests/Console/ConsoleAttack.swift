import Entitlements
import EntitlementsDatabase
import HTTPTypes
import TestSupport
import Testing

@testable import EntitlementsAPI

/// An attempt to do, to read or to show through the console what its caller may not.
struct ConsoleAttack: Sendable, CustomTestStringConvertible {
    let name: String
    /// Returns each thing that the attack achieved; empty if all of it was refused.
    let achieved: @Sendable (AttackedConsole) async throws -> [String]

    init(
        _ name: String, _ achieved: @escaping @Sendable (AttackedConsole) async throws -> [String]
    ) {
        self.name = name
        self.achieved = achieved
    }

    var testDescription: String { name }
}

/// A console with a browser that is signed in, and another tenant of the same installation.
struct AttackedConsole: Sendable {
    let api: TestAPI
    /// Signed in by the tenant's secret key.
    let browser: ConsoleBrowser
    /// Signed in by the same key, in a session of its own.
    let neighbour: ConsoleBrowser
    /// A tenant whose ids and names hold ``secret``.
    let other: TestTenant
    let otherKey: String

    static let secret = "of_another_tenant"

    init(_ api: TestAPI) async throws {
        self.api = api
        browser = try await ConsoleBrowser.signIn(by: api.secretKey, to: api)
        neighbour = try await ConsoleBrowser.signIn(by: api.secretKey, to: api)
        other = try await TestTenant.create()
        otherKey = try await other.key(.secret)
        try await other.receive(
            .nowRunning(id: "event_\(Self.secret)", appUserID: "person_\(Self.secret)"))
    }

    /// The pages and forms that a session is needed for, with an address of theirs: each parameter
    /// after the tenant's slug is `id`.
    func addresses(
        of method: Method, in slug: String? = nil, id: String = "x"
    ) -> [String] {
        ConsoleRoute.all.compactMap { route in
            guard route.method.rawValue == method.rawValue, case .signedIn = route.access else {
                return nil
            }
            let segments = route.path.text.split(separator: "/").map { segment in
                segment == "{tenant}"
                    ? slug ?? api.tenant.slug : segment.hasPrefix("{") ? id : String(segment)
            }
            return "/" + segments.joined(separator: "/")
        }
    }

    enum Method: String {
        case get = "GET"
        case post = "POST"
    }
}

extension AttackedConsole {
    /// A request as no browser sends it.
    struct Sent {
        var method = "GET"
        var target: String
        /// The Cookie headers.
        var cookies: [String]
        var headers: [(String, String)] = []
        var contentType: String? = "application/x-www-form-urlencoded"
        /// Sent with a method that takes one.
        var body = ""
        var fetchSite: String? = "same-origin"
    }

    /// Returns a form of the browser that is signed in; without fields, its token alone.
    func form(_ target: String, body: String? = nil) -> Sent {
        Sent(
            method: "POST", target: target, cookies: [browser.cookie],
            body: body ?? "form_token=\(browser.formToken)")
    }

    /// Opens a page with the cookie of the browser, or with others.
    func open(
        _ target: String, cookies: [String]? = nil, headers: [(String, String)] = []
    ) async throws -> RawHTTPResponse {
        try await send(
            Sent(target: target, cookies: cookies ?? [browser.cookie], headers: headers))
    }

    func send(_ sent: Sent) async throws -> RawHTTPResponse {
        var lines = ["\(sent.method) \(sent.target) HTTP/1.1"]
        if !sent.headers.contains(where: { $0.0 == "Host" }) { lines.append("Host: hearth.test") }
        lines += sent.cookies.map { "Cookie: \($0)" }
        lines += sent.headers.map { "\($0.0): \($0.1)" }
        if !["GET", "HEAD"].contains(sent.method) {
            lines.append("Content-Length: \(sent.body.utf8.count)")
            if let type = sent.contentType { lines.append("Content-Type: \(type)") }
            if let site = sent.fetchSite { lines.append("Sec-Fetch-Site: \(site)") }
        }
        let text = lines.joined(separator: "\r\n") + "\r\n\r\n" + sent.body
        return try await RawHTTPConnection.with(port: api.port) { connection in
            try await connection.send(text)
            return sent.method == "HEAD"
                ? try await connection.head() : try await connection.response()
        }
    }

    /// Whether a cookie is that of a session.
    func isSignedIn(_ cookies: String...) async throws -> Bool {
        try await open(browser.root, cookies: cookies).status != 303
    }

    /// Signs a browser in, and returns the answer.
    func signIn(_ fields: String, cookies: [String] = []) async throws -> RawHTTPResponse {
        try await send(
            Sent(method: "POST", target: "/console/sign-in", cookies: cookies, body: fields))
    }
}

extension RawHTTPResponse {
    /// The cookie that the answer sets, as a browser sends it: `name=value`.
    var cookie: String? { self["set-cookie"]?.split(separator: ";").first.map(String.init) }
}
