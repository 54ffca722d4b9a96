import Entitlements
import EntitlementsDatabase
import HTTPServer
import HTTPTypes

extension Route {
    /// Creates a campaign of codes, or replaces its conditions.
    static func putCampaign(_ database: Database) -> Route {
        Route(
            "putCampaign", .put, "/v1/admin/campaigns/{campaign_id}",
            .secret { request, tenant in
                let asked = try await PutCampaignRequest(reading: request)
                let campaign = try TenantDefinition.CodeCampaign(asked)
                return .answer(try await database.callOne(try PutCampaign(campaign), in: tenant))
            })
    }
}

extension TenantDefinition.CodeCampaign {
    fileprivate init(_ asked: PutCampaignRequest) throws(Failure) {
        let id = CampaignID(unchecked: asked.campaignID)
        if let problem = CampaignID.problem(with: id.rawValue) {
            throw Failure(.invalidRequest, "The \(CampaignID.noun) \(problem).")
        }
        self.init(id: id, gives: TenantDefinition.Reward(asked.gives))
        codeDigest = asked.code.map(PromoCode.digest(of:))
        validFrom = asked.validFrom
        validUntil = asked.validUntil
        maxRedemptions = asked.maxRedemptions.map(Int.init)
        perAppUser = Int(asked.perAppUser)
        onlyNew = asked.onlyNew.flatMap(TenantDefinition.OnlyNew.init(rawValue:))
        withoutSubscription = asked.withoutSubscription
        isStackable = asked.isStackable
    }
}

extension TenantDefinition.Reward {
    fileprivate init(_ gives: PutCampaignRequest.Gives) {
        self.init()
        entitlementID = gives.entitlementID
        productID = gives.productID
        duration = gives.duration
        extends = gives.extends
    }
}

extension PutCampaignRequest {
    func check(_ fields: inout BodyFields) {
        if let code, !code.isEmpty, !PromoCode.canBeChosen(code) {
            fields.note("code", "Expected 4 to 64 letters from A to Z and digits.")
        }
        if let validFrom, let validUntil, validFrom >= validUntil {
            fields.note("valid_until", "It must be later than valid_from.")
        }
    }
}
