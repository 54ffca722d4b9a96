import Console
import Entitlements
import HTTPServer
import HTTPTypes
import NIOCore
import Pages
import Reconciliation

extension ConsoleRoute {
    static let runs = [
        ConsoleRoute(.get, "/console/{tenant}/runs", .signedIn { try await $0.showRuns() }),
        ConsoleRoute(
            .post, "/console/{tenant}/runs",
            .signedIn { request in
                do {
                    let run = try await request.carryOut(.startRun)
                    let id = run["run_id"]?.string ?? ""
                    return .seeOther(
                        "\(request.place.path(.run, id))?done=\(OperationForm.startRun.name)")
                } catch let failure as Failure where failure.code != .internal {
                    return try await request.showRuns(refusal: failure)
                }
            }),
        ConsoleRoute(.get, "/console/{tenant}/runs/{run_id}", .signedIn { try await $0.showRun() }),
        ConsoleRoute(
            .post, "/console/{tenant}/runs/{run_id}/cancel",
            .signedIn { request in
                try await request.act(
                    .cancelRun, of: ["run_id": request.parameters[0]],
                    then: request.place.path(.run, request.parameters[0])
                ) {
                    try await request.showRun(refusal: $0)
                }
            }),
        ConsoleRoute(
            .get, "/console/{tenant}/runs/{run_id}/live",
            .signedIn { request in
                // A run that is not found is a page, not a stream.
                _ = try await request.progress()
                return try request.live("runs/\(request.encodedID)") {
                    try await request.progress()
                }
            }),
        ConsoleRoute(
            .get, "/console/{tenant}/runs/{run_id}/drift.csv",
            .signedIn { try await $0.driftFile() }),
    ]
}

extension ConsoleRequest {
    fileprivate func showRuns(refusal: Failure? = nil) async throws -> Response {
        let list = try await list("/v1/admin/reconcile", on: "runs")
        return try page(
            "runs", title: "Runs", area: "runs",
            [
                "table": RunView.table.shown(list.rows, in: place, next: list.next),
                "start": shown(.startRun, to: "\(place.root)/runs", after: refusal),
            ], refusal: refusal)
    }

    fileprivate func showRun(refusal: Failure? = nil) async throws -> Response {
        async let run = api.get("/v1/admin/reconcile/\(encodedID)")
        let list = try await list(
            "/v1/admin/reconcile/\(encodedID)/drift", on: "runs/\(encodedID)")
        let shown = try await run
        let address = place.path(.run, parameters[0])
        return try page(
            "run", title: "Run", area: "runs",
            [
                "address": .string(address),
                "cancel": OperationForm.cancelRun.shown(to: "\(address)/cancel"),
                "live": RunView.hasEnded(shown) ? .null : .string("\(address)/live"),
                "warnings": RunView.warnings(shown, in: place).shown(in: place),
                "progress": RunView.progress(shown, in: place),
                "table": RunView.drift.shown(list.rows, in: place, next: list.next),
            ], refusal: refusal)
    }

    /// The part of the run's page that changes, and whether the run has ended.
    fileprivate func progress() async throws -> (html: String, isLast: Bool) {
        let run = try await api.get("/v1/admin/reconcile/\(encodedID)")
        let html = try PageText.templates.html(
            "run_progress", RunView.progress(run, in: place))
        return (html, RunView.hasEnded(run))
    }

    /// All differences of a run as CSV, page by page, so that a large run is never whole in memory.
    fileprivate func driftFile() async throws -> Response {
        let target = "/v1/admin/reconcile/\(encodedID)/drift"
        let api = api
        // The first page is read before the answer begins, so that a refusal is a page.
        let first = try await api.text("\(target)?format=csv&limit=200")
        return .csv(
            "drift-\(encodedID)",
            ResponseBody(stream: { writer in
                var page = first
                try await writer.write(ByteBuffer(string: page.text))
                // `<?format=csv&…>; rel="next"`
                while let next = page.link?.split(separator: ">").first?.dropFirst() {
                    page = try await api.text("\(target)\(next)")
                    let rows = page.text.dropFirst(DriftTable.csvHeader.count)
                    try await writer.write(ByteBuffer(string: String(rows)))
                }
            }))
    }
}
