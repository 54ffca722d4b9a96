import Entitlements
import EntitlementsDatabase
import TestSupport

extension TenancyTests {
    /// Fills the tables of limits and credits, with two tenants.
    static func fillLimits() async throws {
        let metered = try await TestTenant.create(like: "metered") { $0.notices.isLogged = true }
        try await metered.consume("scans", by: "u_1", 3, reference: "page")
        if let notice = try await metered.notices(of: "u_1").first?["notice_id"]?.string {
            try await metered.dismiss(notice, by: "u_1")
        }
        try await TestDatabase.shared.administer(
            """
            insert into entitlements.usage values ('\(metered.id)', 'u_1', 'recipes', 1);
            insert into entitlements.overuses
            values ('\(metered.id)', 'scans', 'u_1', now(), now());
            """)
        let seller = try await TestTenant.create(like: "iris")
        try await seller.grant(nil, to: "u_42") { $0.productID = "pro_monthly" }
        try await seller.receive(.nonRenewingPurchase(product: "hd_export"))
        try await seller.order("hd_export", for: "eye 1", by: "u_42")
        try await seller.adjust("hd_export", of: "u_42", by: 2, reference: "ticket")
        try await seller.spend("hd_export", of: "u_42", on: "eye 2")
    }
}
