import Entitlements
import Foundation
import TenantFiles
import Testing

@Suite("Example tenants")
struct ExampleTenantTests {
    private static let slugs = ["bookwish", "digero", "iris", "stockpot", "yapmate"]

    @Test("are these five")
    func files() throws {
        let names = try FileManager.default.contentsOfDirectory(atPath: Self.folder.path)
        #expect(names.sorted() == Self.slugs.map { "\($0).yaml" })
    }

    @Test("parse, and are named like their files", arguments: slugs)
    func parse(slug: String) throws {
        let tenant = try Self.tenant(slug)
        #expect(tenant.slug.rawValue == slug)
        #expect(tenant.freePlan == "free")
        #expect(tenant.sandbox == .accept)
        let mechanism: WebhookMechanism = slug == "bookwish" ? .signature : .authorization
        #expect(tenant.webhooks.authentication == [mechanism])
        #expect(tenant.webhooks.signatureHeader == "X-RevenueCat-Webhook-Signature")
    }

    @Test("sell what their documents say")
    func products() throws {
        #expect(
            try Self.products("stockpot") == ["stockpot_plus_monthly: subscription P1M [plus]"])
        #expect(
            try Self.products("digero") == [
                "digero_premium_monthly: subscription P1M [premium]",
                "digero_premium_annual: subscription P1Y after P7D [premium]",
                "digero_premium_lifetime: non_consumable [premium]",
            ])
        #expect(try Self.products("bookwish") == ["premium_monthly: subscription P1M [premium]"])
        #expect(
            try Self.products("yapmate") == [
                "com.yapmate.pro.monthly: subscription P1M after P7D [pro]",
                "com.yapmate.trade.monthly: subscription P1M after P7D [trade]",
            ])
        #expect(try Self.products("iris").first == "hd_export: consumable []")
    }

    @Test("share only Stockpot's plus")
    func sharing() throws {
        let shared = try Self.slugs.flatMap { try Self.tenant($0).entitlements }
            .filter(\.isShared)
        #expect(shared.map(\.id.rawValue) == ["plus"])
    }

    @Test("count what their documents count")
    func limits() throws {
        let free = try Self.slugs.map { slug in
            "\(slug): "
                + (try Self.tenant(slug).limits.map { "\($0.id) \($0.free)" }
                    .joined(separator: ", "))
        }
        #expect(
            free == [
                "bookwish: ", "digero: recipes 10, scans 3", "iris: ai_generations 3",
                "stockpot: ", "yapmate: invoices 5",
            ])
    }

    @Test("tell what their apps show, also to web views")
    func notices() throws {
        for slug in Self.slugs {
            let tenant = try Self.tenant(slug)
            #expect(tenant.notices.isLogged == (slug != "stockpot"), "\(slug)")
            let showsCancellation = ["bookwish", "digero"].contains(slug)
            #expect(tenant.notices.expiringDaysBefore == (showsCancellation ? 31 : 7), "\(slug)")
            let origins = tenant.endUsers.origins.map(\.rawValue).sorted()
            let local = ["capacitor://localhost", "https://localhost"]
            #expect(origins == (slug == "yapmate" ? local : []), "\(slug)")
        }
    }

    @Test("keep the default household rules, except Stockpot's hold of three days")
    func households() throws {
        var standard = try Self.tenant("iris").households
        for slug in ["bookwish", "digero", "yapmate"] {
            #expect(try Self.tenant(slug).households == standard)
        }
        standard.transferHoldDays = 3
        #expect(try Self.tenant("stockpot").households == standard)
    }

    @Test("let YapMate's trade imply its pro")
    func implication() throws {
        let trade = try #require(
            try Self.tenant("yapmate").entitlements.first { $0.id.rawValue == "trade" })
        #expect(trade.implies == [EntitlementID(rawValue: "pro")])
        #expect(trade.rank == 20)
    }

    @Test("become the JSON that SQL takes")
    func canonicalJSON() throws {
        let json = String(decoding: try Self.tenant("yapmate").canonicalJSON, as: UTF8.self)
        #expect(
            json == #"{"changes_kept_days":30,"codes":{"attempts_per_hour":10,"campaigns":[],"#
                + #""tenant_attempts_per_hour":1000},"end_users":{"issuers":[],"#
                + #""may_consume":["invoices"],"#
                + #""origins":["capacitor://localhost","https://localhost"],"#
                + #""writes_per_minute":60},"#
                + #""entitlements":[{"id":"pro","implies":[],"is_shared":false,"rank":10},"#
                + #"{"id":"trade","implies":["pro"],"is_shared":false,"rank":20}],"features":["#
                + #"{"entitlement":"trade","id":"bank_details"},"#
                + #"{"entitlement":"trade","id":"cis_deductions"},"#
                + #"{"entitlement":"pro","id":"customer_list"},"#
                + #"{"entitlement":"pro","id":"reverse_charge"},"#
                + #"{"entitlement":"pro","id":"unlimited_invoices"},"#
                + #"{"entitlement":"pro","id":"vat_support"}],"free_plan":"free","#
                + #""households":{"confirm_by_owner":false,"departure_grace_days":0,"#
                + #""downgrade":"newest_out","downgrade_notice_days":7,"invite_ttl_days":7,"#
                + #""invites_within_seats":true,"joins_per_30_days":10,"max_members":6,"#
                + #""owner_leaves":"block","shares_from":"any_member","shares_grants":false,"#
                + #""switch_cooldown_days":30,"transfer_hold_days":0},"#
                + #""limits":[{"entitlements":[{"id":"pro"}],"free":5,"id":"invoices","#
                + #""period":"month"}],"#
                + #""name":"YapMate","notices":{"ended_days_after":14,"#
                + #""expiring_days_before":7,"#
                + #""is_logged":true,"joined_household_days_after":7,"#
                + #""limit_near_percent":80,"#
                + #""refunded_days_after":30,"trial_ending_days_before":3},"#
                + #""order_expiry_hours":24,"#
                + #""people":{"aliases":"shared_purchases","anonymous_ids":[],"#
                + #""claim_attempts_per_hour":10,"claim_expiry_days":0,"#
                + #""claims_per_30_days":3,"restore_behavior":"transfer","#
                + #""tenant_claim_attempts_per_hour":1000},"#
                + #""products":[{"credits":[],"duration":"P1M","entitlements":["pro"],"#
                + #""id":"com.yapmate.pro.monthly","kind":"subscription","#
                + #""trial":"P7D"},"#
                + #"{"credits":[],"duration":"P1M","entitlements":["trade"],"#
                + #""id":"com.yapmate.trade.monthly","#
                + #""kind":"subscription","trial":"P7D"}],"#
                + #""refunded_credits":"forgive","#
                + #""revenuecat":{"api":"v1","requests_per_minute":480},"#
                + #""sandbox":"accept","slug":"yapmate","time_zone":"UTC","#
                + #""webhooks":{"authentication":["authorization"],"#
                + #""signature_header":"X-RevenueCat-Webhook-Signature"}}"#)
    }

    @Test("have the same JSON in any order of their parts", arguments: slugs)
    func order(slug: String) throws {
        let tenant = try Self.tenant(slug)
        var reversed = tenant
        reversed.entitlements.reverse()
        reversed.products.reverse()
        reversed.features.reverse()
        #expect(try reversed.canonicalJSON == tenant.canonicalJSON)
        let json = try JSONParser.parse(try tenant.canonicalJSON)
        #expect(try json.canonicalBytes == tenant.canonicalJSON)
    }

    @Test("leave out the entitlement of a free feature and absent settings")
    func absence() throws {
        let json = try JSONParser.parse(try Self.tenant("digero").canonicalJSON)
        let features = try #require(json["features"]?.array)
        let free = features.filter { $0["entitlement"] == nil }.compactMap { $0["id"]?.string }
        #expect(free == ["meal_planning", "shopping_lists", "web_import"])
        let lifetime = json["products"]?.array?.first {
            $0["id"] == .string("digero_premium_lifetime")
        }
        #expect(lifetime?["id"] != nil)
        #expect(lifetime?["duration"] == nil)
        #expect(lifetime?["trial"] == nil)
    }

    private static let folder = URL(filePath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().appending(path: "examples/tenants")

    private static func tenant(_ slug: String) throws -> TenantDefinition {
        let file = folder.appending(path: "\(slug).yaml")
        return try TenantFile.parse(yaml: try String(contentsOf: file, encoding: .utf8))
    }

    private static func products(_ slug: String) throws -> [String] {
        try tenant(slug).products.map { product in
            let terms = [product.duration?.rawValue, product.trial.map { "after \($0.rawValue)" }]
            let words = ["\(product.id): \(product.kind.rawValue)"] + terms.compactMap { $0 }
            let granted = product.entitlements.map(\.rawValue).joined(separator: ", ")
            return words.joined(separator: " ") + " [\(granted)]"
        }
    }
}
