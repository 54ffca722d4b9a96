import Entitlements
import EntitlementsDatabase
import HTTPTypes
import Hummingbird

extension Route {
    /// Creates a campaign of codes, or replaces its conditions.
    static func putCampaign(_ database: Database) -> Route {
        Route(
            "putCampaign", .put, "/v1/admin/campaigns/{campaign_id}",
            .secret { request, tenant in
                try request.expectNoQuery()
                let id = CampaignID(unchecked: try request.pathParameter(0))
                if let problem = CampaignID.problem(with: id.rawValue) {
                    throw Failure(.invalidRequest, "The \(CampaignID.noun) \(problem).")
                }
                let campaign = try TenantDefinition.CodeCampaign(
                    id: id, reading: try await request.jsonBody())
                return .answer(try await database.callOne(try PutCampaign(campaign), in: tenant))
            })
    }
}

extension TenantDefinition.CodeCampaign {
    private static let fields = ["gives", "per_app_user", "without_subscription", "is_stackable"]
    private static let nullable = [
        "code", "valid_from", "valid_until", "max_redemptions", "only_new",
    ]

    fileprivate init(id: CampaignID, reading body: JSONValue) throws(Failure) {
        var fields = BodyFields(body, at: "", allowing: Self.fields, nullable: Self.nullable)
        self.init(id: id, gives: TenantDefinition.Reward(from: &fields))
        if let code = fields.optionalText("code", bytes: PresentedCode.bytesRange) {
            codeDigest = PromoCode.digest(of: code)
            if !PromoCode.canBeChosen(code) {
                fields.note("code", "Expected 4 to 64 letters from A to Z and digits.")
            }
        }
        validFrom = fields.optionalTimestamp("valid_from")
        validUntil = fields.optionalTimestamp("valid_until")
        maxRedemptions = fields.optionalInteger("max_redemptions", in: 1...100_000_000)
            .map(Int.init)
        perAppUser = Int(fields.integer("per_app_user", in: 1...1_000, default: 1))
        onlyNew = fields.optionalWord("only_new", of: TenantDefinition.OnlyNew.self)
        withoutSubscription = fields.flag("without_subscription")
        isStackable = fields.flag("is_stackable")
        if let validFrom, let validUntil, validFrom >= validUntil {
            fields.note("valid_until", "It must be later than valid_from.")
        }
        try fields.finish()
    }
}

extension TenantDefinition.Reward {
    private static let subjects = ["entitlement_id", "product_id"]
    private static let ends = ["duration", "lifetime"]

    fileprivate init(from fields: inout BodyFields) {
        self.init()
        let names = Self.subjects + Self.ends + ["extends"]
        guard var given = fields.optionalObject("gives", allowing: names) else {
            fields.note("gives", "Expected an object.")
            return
        }
        switch given.onlyField(of: Self.subjects) {
        case "entitlement_id":
            entitlementID = given.identifier("entitlement_id", as: EntitlementID.self)
        case "product_id": productID = given.identifier("product_id", as: ProductID.self)
        default: break
        }
        switch given.onlyField(of: Self.ends) {
        case "duration":
            duration = given.duration("duration").flatMap { BillingPeriod(rawValue: $0) }
        case "lifetime":
            if !given.flag("lifetime") { given.note("lifetime", "Expected true.") }
        default: break
        }
        extends = given.flag("extends")
        fields.problems.append(contentsOf: given.problems)
    }
}
