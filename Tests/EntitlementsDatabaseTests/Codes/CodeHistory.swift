import Entitlements
import EntitlementsDatabase
import FoundationEssentials
import TestSupport

/// Takes the same random steps in the database and in the model, and compares them.
struct CodeHistory {
    private let tenant: TestTenant
    private var model: CodeModel
    private var generator: SeededGenerator
    private var clock: Timestamp = "2100-01-01T00:00:00Z"
    private var merges: [String: UUID] = [:]
    private var redemptionIDs: [UUID] = []
    private var events = 0
    private(set) var differences: [String] = []

    private static let steps = 14
    private static let phones = (0..<3).map { anonymous("phone-\($0)") }
    private static let identified = ["u_0", "u_1"]
    private static let everyone = phones + identified

    init(seed: UInt64) async throws {
        generator = SeededGenerator(seed: seed)
        let campaigns = Self.campaigns(using: &generator)
        tenant = try await TestTenant.create {
            $0.codes.campaigns = campaigns.map(Self.definition)
            $0.codes.attemptsPerHour = 1_000
        }
        model = CodeModel(campaigns: campaigns)
        for (index, campaign) in campaigns.enumerated() where campaign.code == nil {
            for code in try await tenant.createCodes(3, of: campaign.id) {
                model.codes[code] = index
            }
        }
    }

    /// Walks the whole history.
    mutating func walk() async throws {
        for phone in Self.phones { try await tenant.create(phone) }
        for id in Self.identified { try await tenant.create(id, "identified") }
        for _ in 0..<Self.steps where differences.isEmpty {
            try await step()
            try await compare(Self.everyone.randomElement(using: &generator) ?? "u_0")
        }
        for id in Self.everyone where differences.isEmpty { try await compare(id) }
        differences += try await tenant.invariantViolations()
    }

    private mutating func step() async throws {
        clock = clock.advanced(bySeconds: Int64.random(in: 1...600_000, using: &generator))
        switch Int.random(in: 0...11, using: &generator) {
        case 0...6: try await redeem()
        case 7...8: try await merge()
        case 9: try await undo()
        case 10: try await buy()
        default: try await revoke()
        }
    }
}

extension CodeHistory {
    private var seconds: Int64 { clock.secondsSinceEpoch }

    private mutating func anyone() -> String {
        Self.everyone.randomElement(using: &generator) ?? "u_0"
    }

    private mutating func redeem() async throws {
        let codes = model.codes.keys.sorted() + ["WRONG-CODE"]
        let code = codes.randomElement(using: &generator) ?? "WRONG-CODE"
        let id = anyone()
        let before = model.redemptions.count
        let expected = model.redeem(code, by: id, at: seconds)
        var answered: ErrorCode?
        do {
            let answer = try await tenant.redeem(code, by: id, at: clock)
            if model.redemptions.count > before, let id = answer.redemptionID {
                redemptionIDs.append(id)
            }
        } catch let failure as Failure {
            answered = failure.code
        }
        expect(answered == expected, "\(id) redeems \(code): \(String(describing: answered))")
    }

    private mutating func merge() async throws {
        guard let phone = Self.phones.randomElement(using: &generator),
            let identified = Self.identified.randomElement(using: &generator)
        else { return }
        let isNew = model.merged[phone] == nil
        let expected = model.merge(phone, into: identified)
        var isMerged = true
        do {
            let answer = try await tenant.identify(phone, as: identified, at: clock)
            if isNew { merges[phone] = answer.mergeID }
        } catch is Failure {
            isMerged = false
        }
        expect(isMerged == expected, "\(phone) becomes \(identified): \(isMerged)")
    }

    private mutating func undo() async throws {
        guard let phone = Self.phones.randomElement(using: &generator),
            let merge = merges.removeValue(forKey: phone)
        else { return }
        model.undoMerge(of: phone)
        try await tenant.undo(merge, at: clock)
    }

    private mutating func buy() async throws {
        let id = anyone()
        events += 1
        model.buy(id, at: seconds)
        try await tenant.receive(
            .initialPurchase(
                appUserID: id, product: "another_product", purchasedAt: clock,
                expiresAt: clock.advanced(byDays: 1), originalTransactionID: "t-\(events)"
            ).removing("entitlement_ids", "entitlement_id"), receivedAt: clock)
    }

    private mutating func revoke() async throws {
        guard let number = redemptionIDs.indices.randomElement(using: &generator) else { return }
        model.revoke(number)
        try await tenant.revoke(redemption: redemptionIDs[number], at: clock)
    }

    /// Compares what an app user has and what stands in the database.
    private mutating func compare(_ id: String) async throws {
        let living = try await tenant.redemptions(by: id).filter { $0["revoked_at"] == .null }
        let counted = Dictionary(grouping: living) { $0["campaign_id"]?.string ?? "" }
            .mapValues(\.count)
        expect(counted == model.living(of: id), "\(id) has \(counted), not \(model.living(of: id))")
        // A moment later: a grant that was just given back begins now.
        let moment = clock.advanced(bySeconds: 1)
        let found = try await tenant.entitlement("plus", of: id, at: moment)
        let end = found?["is_active"] == true ? found?["expires_at"]?.string : nil
        let expected = model.accessEnd(of: id, at: moment.secondsSinceEpoch)
            .flatMap { Timestamp(milliseconds: $0 * 1_000)?.rfc3339 }
        expect(end == expected, "\(id) has access until \(end ?? "-"), not \(expected ?? "-")")
    }

    private mutating func expect(_ isRight: Bool, _ difference: String) {
        if !isRight { differences.append("\(clock.rfc3339) \(difference)") }
    }

    private static func campaigns(using generator: inout SeededGenerator) -> [CodeModel.Campaign] {
        (0..<4).map { index in
            var campaign = CodeModel.Campaign(
                id: "c\(index)", code: index == 3 ? nil : "SHARED-\(index)")
            campaign.maximum = [nil, 1, 2, 3].randomElement(using: &generator) ?? nil
            campaign.perAppUser = Int.random(in: 1...2, using: &generator)
            campaign.onlyNew = Int.random(in: 0...3, using: &generator) == 0
            campaign.isStackable = Bool.random(using: &generator)
            return campaign
        }
    }

    private static func definition(
        of campaign: CodeModel.Campaign
    ) -> TenantDefinition.CodeCampaign {
        .giving(for: "P\(CodeModel.days)D", as: campaign.id, code: campaign.code) {
            $0.maxRedemptions = campaign.maximum
            $0.perAppUser = campaign.perAppUser
            $0.onlyNew = campaign.onlyNew ? .appUser : nil
            $0.isStackable = campaign.isStackable
        }
    }
}
