import Entitlements
import TestSupport
import Testing

@testable import EntitlementsAPI

/// A name that the tenant lacks is refused with the names that it has.
@Suite("Unknown names")
struct UnknownNameTests {
    private struct Case: Sendable {
        let operation: String
        let method: String
        let path: String
        let body: JSONValue?
        let known: String
    }

    private static let cases: [Case] = [
        of("consumeLimit", "/limits/x/consume", [:], knows: limits),
        of("reserveLimit", "/limits/x/reserve", [:], knows: limits),
        of("listUses", "/limits/x/uses", nil, knows: limits),
        of("spendCredit", "/credits/x/spend", ["reference": "r"], knows: credits),
        of("orderCredit", "/credits/x/orders", ["reference": "r"], knows: credits),
        of(
            "adjustCredit", "/credits/x/adjust", ["amount": 1, "reference": "r", "reason": "r"],
            knows: credits),
        of("getEntitlement", "/entitlements/x", nil, knows: entitlements),
        of("getFeature", "/features/x", nil, knows: features),
        of(
            "createGrant", "/grants", ["entitlement_id": "x", "lifetime": true, "reason": "r"],
            knows: entitlements),
        of(
            "createGrant", "/grants", ["product_id": "x", "lifetime": true, "reason": "r"],
            knows: products),
        Case(
            operation: "putCampaign", method: "PUT", path: "/v1/admin/campaigns/launch",
            body: ["gives": ["entitlement_id": "x", "lifetime": true]], known: entitlements),
        Case(
            operation: "createCodes", method: "POST", path: "/v1/admin/campaigns/x/codes",
            body: [:], known: campaigns),
        Case(
            operation: "revokeCodes", method: "POST", path: "/v1/admin/codes/revoke",
            body: ["campaign_id": "x", "reason": "r"], known: campaigns),
    ]

    private static let limits = "“x” is not in the tenant file; it has: ai_generations."
    private static let credits = "“x” is not in the tenant file; it has: hd_export."
    private static let entitlements =
        "“x” is not in the tenant file; it has: premium_styles, pro."
    private static let products =
        "“x” is not in the tenant file; it has: hd_export, premium_styles, pro_monthly."
    private static let features =
        "“x” is not in the tenant file; it has: ai_generation, exports_without_watermark, "
        + "premium_styles, unlimited_ai_generation."
    private static let campaigns = "“x” is not an open campaign; open campaigns: launch."

    private static func of(
        _ operation: String, _ path: String, _ body: JSONValue?, knows known: String
    ) -> Case {
        Case(
            operation: operation, method: body == nil ? "GET" : "POST",
            path: "/v1/users/u_1" + path, body: body, known: known)
    }

    @Test("each refusal of a name lists the names of its kind, and changes nothing")
    func listed() async throws {
        try await TestAPI.run(like: "iris") { api in
            try await api.tenant.apply(like: "iris") {
                $0.unmappedFeatures = .error
                $0.codes.campaigns = [.giving("pro")]
            }
            for asked in Self.cases {
                let response = try await api.send(
                    asked.operation, asked.method, asked.path, key: api.secretKey,
                    headers: asked.body == nil ? [] : [("Content-Type", "application/json")],
                    body: asked.body?.bytes)
                #expect(response.status == 404, "\(asked.operation)")
                #expect(
                    try response.json["detail"]?.string == asked.known, "\(asked.operation)")
            }
            #expect(try await api.tenant.person("u_1") == nil)
        }
    }

    @Test("a check says so for its own entitlement, and answers the others")
    func checked() async throws {
        try await TestAPI.run(like: "iris") { api in
            let response = try await api.post(
                "checkEntitlements", "/v1/entitlements/check",
                [
                    "checks": [
                        ["app_user_id": "u_1", "entitlement_id": "x"],
                        ["app_user_id": "u_1", "entitlement_id": "pro"],
                    ]
                ])
            let checks = try #require(try response.json["checks"]?.array)
            #expect(checks.map { $0["detail"]?.string } == [Self.entitlements, nil])
        }
    }

    @Test("at most twenty names are listed, and none is said to be none")
    func bounded() async throws {
        try await TestAPI.run(like: "iris") { api in
            try await api.tenant.apply(like: "iris") { definition in
                let stated = definition.limits[0]
                definition.limits += (10..<31).map { number in
                    var limit = stated
                    limit.id = LimitID(unchecked: "limit_\(number)")
                    return limit
                }
            }
            let many = try await api.get("listUses", "/v1/users/u_1/limits/x/uses")
            let names = ["ai_generations"] + (10..<29).map { "limit_\($0)" }
            #expect(
                try many.json["detail"]?.string
                    == "“x” is not in the tenant file; it has: "
                    + names.joined(separator: ", ") + ", ….")
            let none = try await api.post("createCodes", "/v1/admin/campaigns/x/codes", [:])
            #expect(
                try none.json["detail"]?.string
                    == "“x” is not an open campaign; open campaigns: none.")
        }
    }
}
