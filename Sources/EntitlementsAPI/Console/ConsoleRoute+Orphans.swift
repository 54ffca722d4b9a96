import Console
import Entitlements
import HTTPServer
import HTTPTypes

extension ConsoleRoute {
    static let orphans = [
        ConsoleRoute(.get, "/console/{tenant}/orphans", .signedIn { try await $0.showOrphans() }),
        ConsoleRoute(
            .post, "/console/{tenant}/orphans/claim",
            .signedIn { request in
                guard request.form["dry_run"] == nil else { return try await request.preview() }
                return try await request.act("claimed", then: "\(request.place.root)/orphans") {
                    _ = try await request.claim(isDryRun: false)
                } orShow: {
                    try await request.showOrphans(refusal: $0)
                }
            }),
    ]
}

extension ConsoleRequest {
    fileprivate func showOrphans(
        preview: JSONValue = .null, refusal: Failure? = nil
    ) async throws -> Response {
        let list = try await list("/v1/orphans", on: "orphans", limit: 15)
        return try page(
            "orphans", title: "Orphans", area: "orphans",
            [
                "preview": preview,
                "table": OrphansView.table.shown(list.rows, in: place, next: list.next),
            ], refusal: refusal)
    }

    /// Shows what the claim would do, with a form that makes it.
    fileprivate func preview() async throws -> Response {
        do {
            let person = form["app_user_id"] ?? ""
            return try await showOrphans(
                preview: .members([
                    "facts": OrphansView.preview(
                        try await claim(isDryRun: true), for: person, in: place),
                    "orphan_id": .string(form["orphan_id"] ?? ""), "app_user_id": .string(person),
                ]))
        } catch let failure as Failure where failure.code != .internal {
            return try await showOrphans(refusal: failure)
        }
    }

    fileprivate func claim(isDryRun: Bool) async throws -> JSONValue {
        let person = PercentEncoding.encoded(form["app_user_id"] ?? "")
        return try await api.call(
            .post, "/v1/users/\(person)/claims",
            .members([
                "orphan_id": .string(form["orphan_id"] ?? ""), "dry_run": .bool(isDryRun),
            ]))
    }
}
