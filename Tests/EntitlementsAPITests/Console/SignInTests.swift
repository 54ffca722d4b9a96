import EntitlementsDatabase
import Logging
import TestSupport
import Testing

@testable import Entitlements
@testable import EntitlementsAPI

@Suite("Signing in to the console")
struct SignInTests {
    @Test(
        "the cookie is bound to the host and to TLS, but in development", arguments: [false, true])
    func cookie(isDevelopment: Bool) async throws {
        try await TestAPI.run(isDevelopment: isDevelopment) { api in
            let answer = try await api.signIn(api.secretKey)
            #expect(answer.status == 303)
            #expect(answer["location"] == "/console")
            let cookie = try #require(answer["set-cookie"])
            let parts = cookie.split(separator: ";").map { $0.drop { $0 == " " } }
            let name = isDevelopment ? "hearth=ses_" : "__Host-hearth=ses_"
            #expect(cookie.hasPrefix(name))
            #expect(parts.contains("HttpOnly"))
            #expect(parts.contains("SameSite=Strict"))
            #expect(parts.contains("Path=/"))
            #expect(parts.contains("Max-Age=43200"))
            #expect(parts.contains("Secure") == !isDevelopment)
            #expect(!cookie.contains("Domain"))
        }
    }

    @Test("pages are refused to frames, scripts of others and caches")
    func headers() async throws {
        try await TestAPI.run { api in
            let page = try await api.browse("GET", "/console/sign-in")
            let policy = try #require(page["content-security-policy"])
            #expect(policy.contains("frame-ancestors 'none'"))
            #expect(policy.contains("default-src 'none'; script-src 'sha256-"))
            #expect(!policy.contains("unsafe"))
            #expect(page["cache-control"] == "private, no-store")
            #expect(page["referrer-policy"] == "no-referrer")
            #expect(page["x-content-type-options"] == "nosniff")
            #expect(page["x-frame-options"] == "DENY")
        }
    }

    @Test("without a session every page leads to the sign-in, and no form is carried out")
    func signedOut() async throws {
        try await TestAPI.run { api in
            let root = "/console/\(api.tenant.slug)"
            for page in ["", "/live", "/keys", "/tenant", "/events", "/users/u_1"] {
                for cookie in [nil, "hearth=x", "__Host-hearth=ses_000"] {
                    let answer = try await api.browse("GET", root + page, cookie: cookie)
                    #expect(answer.status == 303)
                    #expect(answer["location"] == "/console/sign-in")
                }
            }
            let sent = try await api.browse("POST", "\(root)/keys", [("kind", "secret")])
            #expect(sent["location"] == "/console/sign-in")
        }
    }

    @Test("wrong keys are refused alike, and ten tries a minute of one id are allowed")
    func attempts() async throws {
        try await TestAPI.run { api in
            for key in ["", "x", "hearth_secret_x_y", String(api.secretKey.dropLast())] {
                let answer = try await api.signIn(key)
                #expect(answer.status == 401)
                #expect(answer["set-cookie"] == nil)
            }
            var random = SystemRandomNumberGenerator()
            let unknown = APIKey.generate(kind: .secret, using: &random).text
            var statuses: [Int] = []
            for _ in 0..<11 { statuses.append(try await api.signIn(unknown).status) }
            #expect(statuses == Array(repeating: 401, count: 10) + [429])
            #expect(try await api.signIn(api.secretKey).status == 303)
        }
    }

    @Test("a key that others try in vain signs in all the same")
    func notLockedOut() async throws {
        try await TestAPI.run { api in
            let wrong = try api.wrongKey()
            var limited = try await api.signIn(wrong)
            // The bucket refills while they are sent.
            for _ in 0..<40 where limited.status != 429 { limited = try await api.signIn(wrong) }
            #expect(limited.status == 429)
            #expect(try #require(limited["retry-after"].flatMap { Int($0) }) >= 1)
            #expect(try await api.signIn(api.secretKey).status == 303)
        }
    }

    @Test("wrong keys of many ids, and wrong links, are limited by the address")
    func unknownIDs() async throws {
        try await TestAPI.run { api in
            var random = SystemRandomNumberGenerator()
            var statuses: [Int] = []
            for _ in 0..<20 {
                let key = APIKey.generate(kind: .secret, using: &random).text
                statuses.append(try await api.signIn(key).status)
            }
            #expect(statuses == Array(repeating: 401, count: 20))
            var link = try await api.browse("POST", "/console/links/lnk_unknown")
            for _ in 0..<40 where link.status != 429 {
                _ = try await api.signIn("no key")
                link = try await api.browse("POST", "/console/links/lnk_unknown")
            }
            #expect(link.status == 429 && link["retry-after"] != nil)
            #expect(try await api.browse("POST", try await api.link()).status == 303)
        }
    }

    @Test("right and wrong sign-ins have a line, a count and an entry of the audit")
    func recorded() async throws {
        let log = CapturedLog(level: .info)
        try await TestAPI.run(logger: log.logger) { api in
            let keyID = try #require(APIKey(parsing: api.secretKey)).keyID
            for _ in 0..<3 { _ = try await api.signIn(try api.wrongKey()) }
            _ = try await api.signIn("no key")
            _ = try await api.signIn(api.secretKey)
            _ = try await api.browse("POST", try await api.link())
            let entries = try await api.tenant.auditEntries().filter {
                $0["action"]?.string?.hasSuffix("sign_in") == true
            }
            let reasons = entries.reversed().map { $0["reason"]?.string }
            #expect(reasons == ["wrong_key", "key", "link"])
            let actors = entries.reversed().compactMap { $0["actor"]?.string }
            #expect(actors.first == "unauthenticated")
            #expect(actors.dropFirst().first == "secret_key:\(keyID)")
            #expect(
                entries.last?["after"] == [
                    ["kind": "secret", "name": nil, "key_id": .string(keyID)]
                ])
            let refused = log.entries.filter {
                $0.message == "A sign-in to the console was refused"
            }
            #expect(refused.count == 4)
            #expect(refused.first?.metadata["key_id"] == "\(keyID)")
            #expect(refused.first?.metadata["address"] == "127.0.0.1")
            let signedIn = log.entries.filter { $0.message == "A browser signed in to the console" }
            #expect(signedIn.count == 2)
            #expect(!log.lines.contains { $0.contains(api.secretKey) })
            let metrics = try await api.send("getMetrics", "GET", "/metrics").text
            for line in [
                #"hearth_console_sign_ins_total{outcome="refused"} 4"#,
                #"hearth_console_sign_ins_total{outcome="signed_in"} 2"#,
                #"hearth_http_requests_total{route="/console/sign-in",method="POST","#
                    + #"status="401"} 4"#,
                #"hearth_http_request_duration_seconds_count{kind="console"} 6"#,
            ] {
                #expect(metrics.contains(line + "\n"), "\(line)")
            }
        }
    }

    @Test(
        "a form of a browser without Sec-Fetch-Site comes from its own host",
        arguments: [
            ("http://hearth.test", 303), ("https://hearth.test", 303), ("https://evil.test", 403),
            ("null", 403), ("https://hearth.test.evil.test", 403), ("https://proxied.test", 303),
            (nil, 303),
        ])
    func origin(origin: String?, status: Int) async throws {
        try await TestAPI.run { api in
            let form = "key=\(PercentEncoding.encoded(api.secretKey))"
            let sent = origin.map { "Origin: \($0)\r\n" } ?? ""
            let answer = try await RawHTTPConnection.with(port: api.port) { connection in
                try await connection.send(
                    "POST /console/sign-in HTTP/1.1\r\nHost: hearth.test\r\n\(sent)"
                        + "X-Forwarded-Host: proxied.test\r\n"
                        + "Content-Type: application/x-www-form-urlencoded\r\n"
                        + "Content-Length: \(form.utf8.count)\r\n\r\n\(form)")
                return try await connection.response()
            }
            #expect(answer.status == status)
        }
    }

    @Test("right keys are not counted as attempts")
    func rightKeys() async throws {
        try await TestAPI.run { api in
            for _ in 0..<12 { _ = try await ConsoleBrowser.signIn(by: api.secretKey, to: api) }
        }
    }

    @Test("a session ends when its key is revoked, on the next page")
    func revoked() async throws {
        try await TestAPI.run { api in
            let key = try await api.tenant.key(.secret)
            let browser = try await ConsoleBrowser.signIn(by: key, to: api)
            #expect(try await browser.get("").status == 200)
            let id = try #require(APIKey(parsing: key)).keyID
            _ = try await api.tenant.database.call(
                RevokeAPIKey(keyID: id, actor: "test"), in: api.tenant.id)
            #expect(try await browser.get("")["location"] == "/console/sign-in")
            #expect(try await browser.post("/keys", ["kind": "read"]).status == 303)
            let keys = try await api.tenant.database.call(ListAPIKeys(), in: api.tenant.id)
            #expect(keys.filter { $0.kind == "read" }.count == 1)
        }
    }

    @Test("signing out ends the session and takes the cookie away")
    func signOut() async throws {
        try await TestAPI.run { api in
            let browser = try await ConsoleBrowser.signIn(by: api.secretKey, to: api)
            let other = try await ConsoleBrowser.signIn(by: api.secretKey, to: api)
            let answer = try await api.browse(
                "POST", "/console/sign-out", [("form_token", browser.formToken)],
                cookie: browser.cookie)
            #expect(answer["set-cookie"]?.contains("Max-Age=0") == true)
            #expect(try await browser.get("")["location"] == "/console/sign-in")
            #expect(try await other.get("").status == 200)
        }
    }

    @Test("a link signs one browser in, by a form only")
    func link() async throws {
        try await TestAPI.run { api in
            let path = try await api.link()
            for _ in 0..<2 { #expect(try await api.browse("GET", path).status == 200) }
            let first = try await api.browse("POST", path)
            #expect(first.status == 303)
            let cookie = try #require(first["set-cookie"]?.split(separator: ";").first)
            let page = try await api.browse(
                "GET", "/console/\(api.tenant.slug)/keys", cookie: String(cookie))
            #expect(page.status == 200)
            let again = try await api.browse("POST", path)
            #expect(again.status == 401)
            #expect(again["set-cookie"] == nil)
            #expect(try await api.browse("POST", "/console/links/lnk_unknown").status == 401)
        }
    }

    @Test("a cookie that was set before signing in is not taken over")
    func fixation() async throws {
        try await TestAPI.run { api in
            let planted = "__Host-hearth=ses_planted"
            let answer = try await api.browse(
                "POST", "/console/sign-in", [("key", api.secretKey)], cookie: planted)
            let cookie = try #require(answer["set-cookie"]?.split(separator: ";").first)
            #expect(cookie != planted)
            let root = "/console/\(api.tenant.slug)"
            #expect(try await api.browse("GET", root, cookie: planted).status == 303)
            // Of two cookies of the name, neither is trusted.
            let both = try await api.browse("GET", root, cookie: "\(planted); \(cookie)")
            #expect(both["location"] == "/console/sign-in")
        }
    }
}

extension TestAPI {
    /// Sends a request as a browser does.
    func browse(
        _ method: String, _ target: String, _ fields: [(key: String, value: String)] = [],
        cookie: String? = nil, site: String = "same-origin",
        type: String = "application/x-www-form-urlencoded"
    ) async throws -> RawHTTPResponse {
        let form = fields.map {
            "\(PercentEncoding.encoded($0.key))=\(PercentEncoding.encoded($0.value))"
        }.joined(separator: "&")
        var head =
            "\(method) \(target) HTTP/1.1\r\nHost: hearth.test\r\nSec-Fetch-Site: \(site)\r\n"
        if let cookie { head += "Cookie: \(cookie)\r\n" }
        if method == "POST" {
            head += "Content-Type: \(type)\r\nContent-Length: \(form.utf8.count)\r\n"
        }
        return try await RawHTTPConnection.with(port: port) { connection in
            try await connection.send("\(head)\r\n\(form)")
            return try await connection.response()
        }
    }

    /// The tenant's secret key with another secret, and the checksum of that.
    func wrongKey() throws -> String {
        let body = String(secretKey.dropLast(7)) + (secretKey.dropLast(6).last == "A" ? "B" : "A")
        let checksum = Base62.encode(UInt64(CRC32.checksum(body.utf8)), characters: 6)
        return try #require(APIKey(parsing: body + checksum)).text
    }

    func signIn(_ key: String) async throws -> RawHTTPResponse {
        try await browse("POST", "/console/sign-in", [("key", key)])
    }

    /// The path of a new link that signs in by the tenant's newest secret key.
    func link() async throws -> String {
        let code = SecretCode(.consoleLink, bytes: systemRandomBytes(SecretCode.byteCount))
        try await tenant.database.callOne(
            CreateConsoleLink(
                tenantSlug: tenant.slug, tokenDigest: code.digest, ttlSeconds: 60))
        return "/console/links/\(code.text)"
    }
}
