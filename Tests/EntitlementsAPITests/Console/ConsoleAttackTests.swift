import Entitlements
import TestSupport
import Testing

@testable import EntitlementsAPI

@Suite("Attacks on the console")
struct ConsoleAttackTests {
    private static let all =
        ConsoleAttack.forms + ConsoleAttack.sessions + ConsoleAttack.signingIn
        + ConsoleAttack.paths + ConsoleAttack.tenants + ConsoleAttack.scripts + ConsoleAttack.frames

    @Test("an attack achieves nothing", arguments: all)
    func isRefused(attack: ConsoleAttack) async throws {
        try await TestAPI.run { api in
            let achieved = try await attack.achieved(try await AttackedConsole(api))
            #expect(achieved == [])
        }
    }

    @Test("there are at least 40 attacks, each with a name of its own")
    func attacksAreMany() {
        #expect(Set(Self.all.map(\.name)).count == Self.all.count)
        #expect(Self.all.count >= 40)
    }
}

extension ConsoleAttack {
    /// Pages inside a frame of another site, in a cache, or with scripts of others.
    static let frames: [ConsoleAttack] = [
        ConsoleAttack("a frame around a page, a script beside it, a cache that keeps it") {
            console in
            var achieved: [String] = []
            var pages = try await console.pages(from: [""])
            for target in ["/console/sign-in", "/console/links/x", "/console/none", "/console/%00"]
            {
                pages.append((target, try await console.open(target, cookies: [])))
            }
            for (target, answer) in pages where answer["content-type"]?.contains("html") ?? false {
                achieved += answer.missingHeaders.map { "\(target): \($0)" }
            }
            return achieved
        },
        ConsoleAttack("a page of another site that reads the console with its cookie") { console in
            let answer = try await console.open(
                console.browser.root, headers: [("Origin", "https://evil.example")])
            return answer.headers.map(\.name).filter { $0.hasPrefix("access-control") }
        },
        ConsoleAttack("a file of the session that a browser shows as a page") { console in
            var achieved: [String] = []
            for (target, answer) in try await console.pages(from: [""])
            where !(answer["content-type"]?.contains("text/html") ?? false) && answer.status == 200
            {
                if answer["x-content-type-options"] != "nosniff" { achieved.append(target) }
            }
            return achieved
        },
    ]
}

extension RawHTTPResponse {
    /// What a page lacks of the headers that keep it in its place.
    fileprivate var missingHeaders: [String] {
        let policy = self["content-security-policy"] ?? ""
        let wanted = [
            "default-src 'none'", "script-src 'sha256-", "style-src 'self'", "base-uri 'none'",
            "form-action 'self'", "frame-ancestors 'none'",
        ]
        var missing = wanted.filter { !policy.contains($0) }
        if policy.contains("unsafe") || policy.contains("*") { missing.append(policy) }
        if self["x-content-type-options"] != "nosniff" { missing.append("nosniff") }
        if self["referrer-policy"] != "no-referrer" { missing.append("no-referrer") }
        if !(self["cache-control"]?.contains("no-store") ?? false) { missing.append("no-store") }
        return missing
    }
}
