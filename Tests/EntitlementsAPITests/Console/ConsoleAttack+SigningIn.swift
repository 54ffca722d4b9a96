import EntitlementsDatabase
import TestSupport
import Testing

@testable import Entitlements
@testable import EntitlementsAPI

extension ConsoleAttack {
    /// Ways in without the key, or again with what works once.
    static let signingIn: [ConsoleAttack] = [
        ConsoleAttack("a link that was used") { console in
            let link = try await console.link()
            let first = try await console.use(link)
            try #require(try await console.isSignedIn(first.cookie ?? ""))
            let second = try await console.use(link)
            return console.achieved(["it signs in again": second.cookie != nil])
        },
        ConsoleAttack("a link that eight browsers use at once") { console in
            let link = try await console.link()
            let cookies = try await withThrowingTaskGroup(of: String?.self) { group in
                for _ in 0..<8 { group.addTask { try await console.use(link).cookie } }
                return try await group.reduce(into: [String?]()) { $0.append($1) }
            }
            let count = cookies.compactMap { $0 }.count
            return count == 1 ? [] : ["\(count) are signed in"]
        },
        ConsoleAttack("a link that a mail reader opens ahead") { console in
            let link = try await console.link()
            for method in ["GET", "HEAD"] {
                let answer = try await console.send(
                    .init(method: method, target: "/console/links/\(link)", cookies: []))
                if answer.cookie != nil { return ["\(method) signs in"] }
            }
            let used = try await console.use(link)
            return console.achieved(["opening it used it up": used.cookie == nil])
        },
        ConsoleAttack("a link that has expired") { console in
            let link = try await console.link(lifetimeSeconds: 60, secondsAgo: 61)
            return console.achieved(["it signs in": try await console.use(link).cookie != nil])
        },
        ConsoleAttack("a link of a revoked key") { console in
            let link = try await console.link()
            try await console.revokeKey()
            let cookie = try await console.use(link).cookie
            let isSignedIn = try await console.isSignedIn(cookie ?? "")
            return console.achieved(["it signs in": cookie != nil && isSignedIn])
        },
        ConsoleAttack("a link as a session, and a session as a link") { console in
            let link = try await console.link()
            let token = console.browser.cookie.split(separator: "=")[1]
            return try await console.achieved([
                "a link is a session": console.isSignedIn("__Host-hearth=\(link)"),
                "a session is a link": console.use(String(token)).cookie != nil,
            ])
        },
        ConsoleAttack("a link that another site's form uses") { console in
            let link = try await console.link()
            let answer = try await console.send(
                .init(
                    method: "POST", target: "/console/links/\(link)", cookies: [], body: "",
                    fetchSite: "cross-site"))
            return console.achieved(["it signs in": answer.cookie != nil])
        },
        ConsoleAttack("guesses of a key's secret, then the right one") { console in
            // With a right checksum, or it would not be tried.
            let parts = console.api.secretKey.split(separator: "_").prefix(3)
            let text = parts.joined(separator: "_") + "_" + String(repeating: "0", count: 27)
            let checksum = UInt64(CRC32.checksum(text.utf8))
            let guess = text + Base62.encode(checksum, characters: 6)
            var statuses: Set<Int> = []
            for _ in 0..<ConsoleSessions.attemptsPerMinute + 15 {
                statuses.insert(try await console.signIn("key=\(guess)").status)
            }
            let answer = try await console.signIn("key=\(console.api.secretKey)")
            return console.achieved([
                "a guess signs in": statuses.contains(303),
                "guesses are not limited": !statuses.contains(429),
                "the holder is kept out": answer.cookie == nil,
            ])
        },
        ConsoleAttack("texts that are no key") { console in
            let texts = [
                "", "key=", "key=%27+or+1%3D1--", "key=hk_secret_", "key=%2A", "key[]=x",
                "key=\(console.api.secretKey.dropLast())", "key=\(console.api.secretKey)0",
                "key=\(console.api.secretKey)%0d%0aSet-Cookie:x=y", "key=\(console.browser.cookie)",
                "key=\(String(repeating: "x", count: 100_000))",
                "key=\(console.api.readKey.replacing("read", with: "secret"))",
            ]
            var achieved: [String] = []
            for text in texts {
                let answer = try await console.signIn(text)
                if answer.cookie != nil || answer.status >= 500 { achieved.append(text) }
            }
            return achieved
        },
        ConsoleAttack("every page and form without a session") { console in
            var achieved: [String] = []
            for target in console.addresses(of: .get) {
                let answer = try await console.open(target, cookies: [])
                if answer["location"] != "/console/sign-in" { achieved.append(target) }
            }
            return achieved
        },
        ConsoleAttack("a cookie that a script, another site or a page without TLS gets") {
            console in
            let set = try await console.signIn("key=\(console.api.secretKey)")["set-cookie"] ?? ""
            let wanted = ["; HttpOnly", "; SameSite=Strict", "; Secure", "; Path=/;", "__Host-"]
            return wanted.filter { !set.contains($0) } + (set.contains("Domain") ? ["Domain"] : [])
        },
        ConsoleAttack("a way to another site after the sign-in") { console in
            let fields = ["next", "return_to", "redirect", "url", "location", "from"].map {
                "\($0)=https://evil.example/"
            }.joined(separator: "&")
            let answers = [
                try await console.signIn("key=\(console.api.secretKey)&\(fields)"),
                try await console.open("/console/sign-in?\(fields)", cookies: []),
                try await console.open("/console?\(fields)"),
                try await console.open(
                    "/console",
                    headers: [
                        ("Host", "evil.example"), ("X-Forwarded-Host", "evil.example"),
                        ("Forwarded", "host=evil.example"),
                    ]),
            ]
            return answers.compactMap { $0["location"] }.filter { !$0.hasPrefix("/console") }
                + answers.filter { $0.text.contains("evil.example") }.map(\.text)
        },
    ]
}

extension AttackedConsole {
    /// Makes a link that signs in once, as `hearth console` does, and returns its token.
    fileprivate func link(
        lifetimeSeconds: Int32 = 600, secondsAgo: Int64 = 0
    ) async throws -> String {
        let link = "lnk_\(api.tenant.slug)"
        try await api.tenant.database.callOne(
            CreateConsoleLink(
                tenantSlug: api.tenant.slug, tokenDigest: SecretCode.digest(of: link),
                ttlSeconds: lifetimeSeconds,
                asOf: systemTime().advanced(bySeconds: -secondsAgo)))
        return link
    }

    fileprivate func use(_ link: String) async throws -> RawHTTPResponse {
        try await send(
            Sent(method: "POST", target: "/console/links/\(link)", cookies: [], body: ""))
    }
}
