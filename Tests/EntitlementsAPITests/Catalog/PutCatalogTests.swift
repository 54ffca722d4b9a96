import Entitlements
import Foundation
import TestSupport
import Testing

@testable import EntitlementsAPI

@Suite("PUT /v1/admin/catalog")
struct PutCatalogTests {
    @Test("a dry run shows the plan, a removal needs permission, and then the file applies")
    func applied() async throws {
        try await TestAPI.run { api in
            try await api.tenant.receive(
                .nonRenewingPurchase(
                    appUserID: "u_1", product: RevenueCatEvent.defaultProduct))
            let file = try Self.file(of: api).replacing("labs:", with: "laboratory:")
            let plan = try await Self.put(api, file, "?dry_run=true")
            #expect(plan.status == 200)
            #expect(try plan.json["is_dry_run"] == true)
            #expect(try plan.json["plan"]?["removes"] == true)
            let refused = try await Self.put(api, file)
            #expect(try refused.refusal == "409 removal_not_allowed")
            #expect(try refused.json["plan"] == plan.json["plan"])
            let applied = try await Self.put(api, file, "?allow_removal=true")
            #expect(try applied.json["outcome"] == "updated")
            let again = try await Self.put(api, file)
            #expect(try again.json["outcome"] == "unchanged")
            #expect(try again.json["plan"] == .null)
        }
    }

    @Test("an invalid file is refused with its lines, and another tenant's is forbidden")
    func refused() async throws {
        try await TestAPI.run { api in
            let invalid = try await Self.put(
                api, "tenant: \(api.tenant.slug)\nname: A\nfree_plan: free\nprodcuts: {}\n")
            #expect(try invalid.refusal == "422 validation_failed")
            let lines = try invalid.json["errors"]?.array?.compactMap { $0["line"] }
            #expect(lines?.contains(4) == true)
            let other = try Self.file(of: api).replacing(
                "tenant: \(api.tenant.slug)", with: "tenant: another")
            #expect(try await Self.put(api, other).refusal == "403 forbidden")
            let json = try await Self.put(api, "{}", type: "application/json")
            #expect(try json.refusal == "415 unsupported_media_type")
            let reader = try await Self.put(api, "{}", key: api.readKey)
            #expect(try reader.refusal == "403 forbidden")
            #expect(try await Self.put(api, "{}", "?dry_run=1").pointers == ["/dry_run"])
        }
    }

    private static func file(of api: TestAPI) throws -> String {
        try String(
            contentsOf: PackageRoot.url.appending(path: "examples/tenants/stockpot.yaml"),
            encoding: .utf8
        ).replacing("tenant: stockpot", with: "tenant: \(api.tenant.slug)")
    }

    private static func put(
        _ api: TestAPI, _ file: String, _ query: String = "", type: String = "application/yaml",
        key: String? = nil
    ) async throws -> RawHTTPResponse {
        try await api.send(
            "putCatalog", "PUT", "/v1/admin/catalog" + query, key: key ?? api.secretKey,
            headers: [("Content-Type", type)], body: Array(file.utf8))
    }
}
