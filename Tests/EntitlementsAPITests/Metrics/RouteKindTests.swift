import Prometheus
import Testing

@testable import EntitlementsAPI

@Suite("Durations are measured by kind of route")
struct RouteKindTests {
    @Test("a route's kind follows from its callers, its path and its verb")
    func kinds() async throws {
        let routes = try await TestAPI.routes().flatMap { [$0] + $0.mine }
        let kinds = Dictionary(
            routes.map { ($0.operationID, $0.kind) }, uniquingKeysWith: { first, _ in first })
        for (operation, kind) in [
            ("receiveWebhookEvent", .webhook), ("getEntitlements", .lookup),
            ("checkEntitlements", .lookup), ("getMyEntitlements", .lookup),
            ("consumeLimit", .write), ("dissolveHousehold", .write), ("syncAppUser", .restore),
            ("syncMe", .restore), ("listChanges", .changes), ("streamChanges", .changes),
            ("listMyChanges", .changes), ("putCatalog", .admin), ("findAppUsers", .admin),
            ("getLiveness", .open), ("getSigningKeys", .open),
        ] as [(String, Route.Kind)] {
            #expect(kinds[operation] == kind, "\(operation)")
        }
        #expect(Set(kinds.values) == Set(Route.Kind.allCases))
    }

    @Test("there is a histogram for each kind, and none for each route")
    func histograms() async throws {
        let routes = try await TestAPI.routes()
        let registry = PrometheusRegistry(descriptions: [:])
        _ = RequestMetrics(registry: registry, routes: routes)
        let lines = String(decoding: registry.text(), as: UTF8.self).split(separator: "\n")
        #expect(lines.filter { $0.contains("_count{") }.count == Route.Kind.allCases.count)
    }
}
