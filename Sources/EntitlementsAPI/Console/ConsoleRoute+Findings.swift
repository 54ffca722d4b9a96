import Console
import Entitlements
import HTTPTypes

extension ConsoleRoute {
    static let findings = [
        ConsoleRoute(
            .get, "/console/{tenant}/findings",
            .signedIn { request in
                async let undelivered = request.api.get("/v1/admin/undelivered_credits?limit=20")
                let list = try await request.list("/v1/admin/findings", on: "findings")
                return try request.page(
                    "findings", title: "Findings", area: "findings",
                    [
                        "table": FindingsView.table.shown(
                            list.rows, in: request.place, next: list.next),
                        "undelivered": FindingsView.undelivered.shown(
                            try await undelivered["data"]?.array ?? [], in: request.place),
                    ])
            })
    ]

    static let audit = [
        ConsoleRoute(
            .get, "/console/{tenant}/audit",
            .signedIn { request in
                let list = try await request.list(
                    "/v1/admin/audit_entries", on: "audit", filters: ["app_user_id"], limit: 15)
                return try request.page(
                    "audit", title: "Audit", area: "audit",
                    [
                        "app_user_id": request.chosen("app_user_id"),
                        "table": AuditView.table.shown(
                            list.rows, in: request.place, next: list.next),
                    ])
            })
    ]
}
