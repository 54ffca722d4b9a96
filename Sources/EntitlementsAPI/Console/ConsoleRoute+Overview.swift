import Console
import Entitlements
import HTTPServer
import HTTPTypes
import Pages

extension ConsoleRoute {
    /// The state of a tenant: its numbers now, which are shown anew every two seconds, and the
    /// figures of the last 30 days.
    static let overview = [
        ConsoleRoute(
            .get, "/console/{tenant}",
            .signedIn { request in
                guard request.api.may("getFigures") else {
                    // The numbers are for operators; others search for a person.
                    return try request.page(
                        "overview", title: "Overview", area: "overview", ["numbers": .null])
                }
                let place = request.place
                async let figures = request.api.get(
                    "/v1/admin/metrics?by=day&households=false&from=\(request.firstDay)")
                async let findings = request.api.get("/v1/admin/findings?limit=100")
                let numbers = try await request.numbers()
                return try request.page(
                    "overview", title: "Overview", area: "overview",
                    [
                        "numbers": .members(["tiles": numbers.tiles]),
                        "others": .members([
                            "tiles": .array([
                                OverviewView.findings(try await findings, in: place)
                            ])
                        ]),
                        "charts": FigureCharts(try await figures, in: place).shown,
                        "computed_at": Moment.shown(
                            try await figures["computed_at"], now: place.now),
                        "time_zone": try await figures["time_zone"] ?? .null,
                    ])
            }),
        ConsoleRoute(
            .get, "/console/{tenant}/live",
            .signedIn { request in
                _ = try await request.numbers()
                return try request.live("overview", everySeconds: 2) {
                    let tiles = try await request.numbers().tiles
                    let html = try PageText.templates.html("tiles", .members(["tiles": tiles]))
                    return (html, false)
                }
            }),
    ]
}

extension ConsoleRequest {
    /// The first of 30 days, the last of which is today in UTC.
    fileprivate var firstDay: Substring { now.advanced(bySeconds: -29 * 86_400).rfc3339.prefix(10) }

    fileprivate func numbers() async throws -> OverviewView {
        let place = present
        let minute = PercentEncoding.encoded(place.now.advanced(bySeconds: -60).rfc3339)
        async let webhooks = api.get("/v1/admin/webhooks")
        async let recent = api.get("/v1/admin/webhook_events?limit=100&received_from=\(minute)")
        async let endpoints = api.get("/v1/admin/endpoints")
        async let runs = api.get("/v1/admin/reconcile?limit=1")
        async let readiness = api.get("/readyz")
        return OverviewView(
            webhooks: try await webhooks, recent: try await recent,
            endpoints: try await endpoints, runs: try await runs,
            readiness: try await readiness, in: place)
    }
}
