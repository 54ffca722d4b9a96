import Entitlements
import EntitlementsDatabase
import HTTPTypes

extension Route {
    /// Lists the audit, newest first.
    static func listAuditEntries(_ database: Database) -> Route {
        Route(
            "listAuditEntries", .get, "/v1/admin/audit_entries",
            .support { request, tenant in
                let asked = try ListAuditEntriesRequest(reading: request)
                let cursor = try asked.cursor.map(MomentCursor.init(reading:))
                let rows = try await database.call(
                    ListAuditEntries(
                        appUserID: asked.appUserID,
                        pageLimit: asked.limit + 1,
                        beforeRecordedAt: cursor?.moment, beforeAuditID: cursor?.id),
                    in: tenant)
                return .page(rows, limit: asked.limit, cursor: \.cursor.text, answer: \.answer)
            })
    }
}

extension ListAuditEntries.Row {
    var cursor: MomentCursor { MomentCursor(moment: recordedAt, id: auditID) }
}
