import Console
import Entitlements

/// The menu of the console: the pages that the session's key may see.
enum ConsoleMenu {
    private struct Entry {
        let area: String
        let label: String
        /// The page's address after the tenant's.
        var page: String?
        /// The operation that the page shows; nil for a page that every key may see.
        var operation: String?
    }

    private static let entries = [
        Entry(area: "overview", label: "Overview", page: ""),
        Entry(area: "people", label: "People", page: "search", operation: "getAppUser"),
        Entry(area: "households", label: "Households", operation: "getHousehold"),
        Entry(area: "events", label: "Webhook events", operation: "listWebhookEvents"),
        Entry(area: "orphans", label: "Orphans", operation: "listOrphans"),
        Entry(area: "findings", label: "Findings", operation: "listFindings"),
        Entry(area: "runs", label: "Runs", operation: "listRuns"),
        Entry(area: "endpoints", label: "Endpoints", operation: "listEndpoints"),
        Entry(area: "campaigns", label: "Campaigns", operation: "listCampaigns"),
        Entry(area: "audit", label: "Audit", operation: "listAuditEntries"),
        Entry(area: "tenant", label: "Tenant", operation: "getDefinition"),
        Entry(area: "keys", label: "Keys", operation: "listAPIKeys"),
    ]

    /// The menu of a tenant's pages as the template `console` reads it; `area` is marked.
    static func shown(below root: String, in area: String, of api: ConsoleAPI) -> JSONValue {
        .array(
            entries.filter { $0.operation.map(api.may) ?? true }.map { entry in
                let page = entry.page ?? entry.area
                return .members([
                    "href": .string(page.isEmpty ? root : "\(root)/\(page)"),
                    "label": .string(entry.label), "is_here": .bool(entry.area == area),
                ])
            })
    }
}
