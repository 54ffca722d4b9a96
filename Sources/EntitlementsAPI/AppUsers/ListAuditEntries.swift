import Entitlements
package import EntitlementsDatabase
import HTTPTypes
import Hummingbird

extension Route {
    /// Lists the audit, newest first.
    static func listAuditEntries(_ database: Database) -> Route {
        Route(
            "listAuditEntries", .get, "/v1/admin/audit_entries",
            .secret { request, tenant in
                let query = try request.query(allowing: ["app_user_id", "limit", "cursor"])
                let limit = try query.integer("limit", in: 1...100, default: 50)
                let cursor = try query["cursor"].map(MomentCursor.init(reading:))
                let rows = try await database.call(
                    ListAuditEntries(
                        appUserID: query["app_user_id"].map(AppUserID.init(unchecked:)),
                        pageLimit: limit + 1,
                        beforeRecordedAt: cursor?.moment, beforeAuditID: cursor?.id),
                    in: tenant)
                return .page(rows, limit: limit, cursor: \.cursor.text, answer: \.answer)
            })
    }
}

extension ListAuditEntries.Row {
    package var cursor: MomentCursor { MomentCursor(moment: recordedAt, id: auditID) }
}
