import Entitlements
import TestSupport
import Testing

@testable import EntitlementsAPI

/// A browser that is signed in to the console of a test's tenant.
struct ConsoleBrowser {
    let api: TestAPI
    /// The cookie that signing in set: `hearth=…`.
    let cookie: String
    /// The token of the session's forms, taken from a page.
    let formToken: String
    /// The slug of the tenant that the key belongs to.
    var slug: String?

    /// The address of the tenant's overview.
    var root: String { "/console/\(slug ?? api.tenant.slug)" }

    /// Signs in by a key, and takes the token from the page of the search, which any key shows.
    static func signIn(
        by key: String, to api: TestAPI, slug: String? = nil,
        sourceLocation: SourceLocation = #_sourceLocation
    ) async throws -> ConsoleBrowser {
        let answer = try await send("POST", "/console/sign-in", to: api, [("key", key)])
        let cookie = try #require(
            answer["set-cookie"]?.split(separator: ";").first, sourceLocation: sourceLocation)
        let page = try await send(
            "GET", "/console/\(slug ?? api.tenant.slug)/search", to: api, cookie: String(cookie))
        let token = try #require(
            page.text.firstMatch(of: #/name="form_token" value="([0-9a-f]+)"/#)?.1,
            sourceLocation: sourceLocation)
        return ConsoleBrowser(
            api: api, cookie: String(cookie), formToken: String(token), slug: slug)
    }

    /// Opens a page by its address after the tenant's.
    func get(_ page: String) async throws -> RawHTTPResponse {
        try await Self.send("GET", "\(root)\(page)", to: api, cookie: cookie)
    }

    /// Sends a form to an address after the tenant's, with the session's token or another one.
    func post(
        _ page: String, _ fields: KeyValuePairs<String, String> = [:], token: String? = nil
    ) async throws -> RawHTTPResponse {
        try await Self.send(
            "POST", "\(root)\(page)", to: api, cookie: cookie,
            fields.map { $0 } + [("form_token", token ?? formToken)])
    }

    /// Opens an answer that has no length: a file in parts, or a stream.
    @discardableResult
    func stream<Result>(
        _ page: String, _ body: (RawHTTPConnection) async throws -> Result
    ) async throws -> Result {
        try await RawHTTPConnection.with(port: api.port) { connection in
            try await connection.send(
                "GET \(root)\(page) HTTP/1.1\r\nHost: hearth.test\r\nConnection: close\r\n"
                    + "Cookie: \(cookie)\r\n\r\n")
            return try await body(connection)
        }
    }

    /// Follows the redirect of a form's answer.
    func follow(
        _ answer: RawHTTPResponse, sourceLocation: SourceLocation = #_sourceLocation
    ) async throws -> RawHTTPResponse {
        #expect(answer.status == 303, "\(answer.text)", sourceLocation: sourceLocation)
        let address = try #require(answer["location"], sourceLocation: sourceLocation)
        return try await Self.send("GET", address, to: api, cookie: cookie)
    }

    private static func send(
        _ method: String, _ target: String, to api: TestAPI, cookie: String? = nil,
        _ fields: [(key: String, value: String)] = []
    ) async throws -> RawHTTPResponse {
        let form = fields.map {
            "\(PercentEncoding.encoded($0.key))=\(PercentEncoding.encoded($0.value))"
        }.joined(separator: "&")
        var head = "\(method) \(target) HTTP/1.1\r\nHost: hearth.test\r\n"
        if let cookie { head += "Cookie: \(cookie)\r\n" }
        if method == "POST" {
            head += "Content-Type: application/x-www-form-urlencoded\r\n"
            head += "Sec-Fetch-Site: same-origin\r\nContent-Length: \(form.utf8.count)\r\n"
        }
        return try await RawHTTPConnection.with(port: api.port) { connection in
            try await connection.send("\(head)\r\n\(form)")
            return try await connection.response()
        }
    }
}

extension ConsoleBrowser {
    /// A text that would be a script, and one that a careless escape lets out of an attribute.
    static let script = "<script>alert(1)</script>\"\u{301} autofocus=\"\u{301}"

    /// Expects that a page shows the text of ``script`` and holds nothing of it as markup.
    static func expectEscaped(
        _ page: RawHTTPResponse, sourceLocation: SourceLocation = #_sourceLocation
    ) {
        #expect(page.status < 500, "\(page.text)", sourceLocation: sourceLocation)
        #expect(page.text.contains("&lt;script&gt;"), sourceLocation: sourceLocation)
        #expect(!page.text.contains("<script>"), sourceLocation: sourceLocation)
        #expect(
            !page.text.unicodeScalars.split(separator: "\u{301}").dropLast().contains {
                $0.last == "\""
            }, sourceLocation: sourceLocation)
    }
}
