import Entitlements
import EntitlementsDatabase
import Foundation
import Logging
import Prometheus
import TestSupport
import Testing

@testable import EntitlementsAPI

@Suite("Refused tokens are counted and logged by their reason")
struct RefusedTokensTests {
    private let start: Timestamp = "2026-11-21T10:00:00Z"

    @Test("each refusal of a request has its reason in the log and in the metric")
    func reasons() async throws {
        let log = CapturedLog(level: .info)
        try await TestAPI.run(logger: log.logger) { api in
            try await api.tenant.takeTokens()
            let mine = try TestAPI.token(of: "u_secret")
            let forged = try TestTokens.token(
                of: "u_secret", at: TestAPI.now, secret: "another secret, of forty letters exactly")
            func lines() -> [String] {
                log.lines.filter { $0.hasPrefix("A token was refused ") }
            }
            let slug = api.tenant.slug
            for (reason, token, tenant) in [
                ("malformed", "hello", slug), ("api_key", api.readKey, slug),
                ("unknown_tenant", mine, "no-such-tenant"),
                ("wrong_signature", forged, slug),
                ("expired", try TestAPI.token(of: "u_secret", claims: ["exp": 1]), slug),
                ("other_audience", try TestAPI.token(of: "u_secret", claims: ["aud": "x"]), slug),
                ("unknown_issuer", try TestAPI.token(of: "u_secret", claims: ["iss": "x"]), slug),
            ] {
                for _ in 0..<2 {
                    _ = try await api.me("getMe", "/v1/me", token: token, of: tenant)
                }
                let own = lines().filter {
                    $0.contains(" reason=\(reason) refused_since_last_line=0")
                }
                #expect(own.count == 1, "\(reason): \(lines())")
                let isOfTenant = own.first?.hasSuffix(" tenant=\(slug)") == true
                let isEarly = ["malformed", "api_key", "unknown_tenant"].contains(reason)
                #expect(isOfTenant == !isEarly)
                let metrics = try await api.send("getMetrics", "GET", "/metrics").text
                #expect(metrics.contains("hearth_token_refusals_total{reason=\"\(reason)\"} 2\n"))
            }
            _ = try await api.send("getMe", "GET", "/v1/me", headers: [("Hearth-Tenant", slug)])
            #expect(lines().count == 7)
            let keys = log.entries.filter { $0.message == "A token was refused" }
                .map(\.metadata.keys)
            #expect(keys.allSatisfy { $0.contains("request_id") && !$0.contains("hb.request.id") })
            #expect(log.lines.allSatisfy { !$0.contains("u_secret") && !$0.contains(mine) })
        }
    }

    @Test("an entry a minute for each tenant and reason, with the number of the others")
    func sampled() {
        let refusals = RefusedTokens(registry: PrometheusRegistry(descriptions: [:]))
        let log = CapturedLog(level: .info)
        let (one, other) = ("stockpot", "digero")
        for seconds in [0, 1, 59, 60] as [Int64] {
            for tenant in [one, other] {
                refusals.note(
                    "expired", tenant: tenant, at: start.advanced(bySeconds: seconds),
                    logger: log.logger)
            }
        }
        let line = "A token was refused reason=expired refused_since_last_line="
        #expect(
            log.lines
                == [(0, one), (0, other), (2, one), (2, other)].map {
                    "\(line)\($0.0) tenant=\($0.1)"
                })
    }

    @Test("the log is bounded when its table is full; the counter still counts")
    func bounded() {
        let registry = PrometheusRegistry(descriptions: [:])
        let refusals = RefusedTokens(registry: registry, maximumEntries: 1)
        let log = CapturedLog(level: .info)
        for number in 0..<3 {
            refusals.note("expired", tenant: "tenant-\(number)", at: start, logger: log.logger)
        }
        #expect(log.lines.count == 1)
        let text = String(decoding: registry.text(), as: UTF8.self)
        #expect(text.contains("hearth_token_refusals_total{reason=\"expired\"} 3"))
    }
}
