import Entitlements
import EntitlementsDatabase
import FoundationEssentials
import TestSupport

/// Takes the same random steps in the database and in the model, and compares who is rewarded.
struct ReferralHistory {
    private let scratch: ScratchDatabase
    private let tenant: TestTenant
    private var model = ReferralModel()
    private var generator: SeededGenerator
    private var clock: Timestamp = "2100-01-01T00:00:00Z"
    private var merges: [String: UUID] = [:]
    private(set) var differences: [String] = []

    private static let steps = 16
    private static let phones = (0..<2).map { anonymous("phone-\($0)") }
    private static let identified = ["u_0", "u_1", "u_2"]

    init(seed: UInt64, in scratch: ScratchDatabase) async throws {
        generator = SeededGenerator(seed: seed)
        self.scratch = scratch
        tenant = try await TestTenant.create(in: scratch.database) {
            $0.referrals = .giving { rules in
                rules.holdDays = Int(ReferralModel.holdDays)
                rules.givesReferrer?.duration = nil
                rules.givesReferred?.duration = nil
            }
        }
    }

    /// Walks the whole history.
    mutating func walk() async throws {
        for phone in Self.phones { try await tenant.create(phone) }
        for id in Self.identified { try await tenant.create(id, "identified") }
        for _ in 0..<Self.steps where differences.isEmpty {
            clock = clock.advanced(bySeconds: Int64.random(in: 1...600_000, using: &generator))
            try await step()
        }
        for days in [1, ReferralModel.holdDays] where differences.isEmpty {
            clock = clock.advanced(byDays: days)
            try await review()
        }
        differences += try await tenant.invariantViolations()
    }

    private mutating func step() async throws {
        switch Int.random(in: 0...13, using: &generator) {
        case 0...3: try await refer()
        case 4...6: try await pay()
        case 7...8: try await refund()
        case 9...10: try await merge()
        case 11: try await undo()
        default: try await review()
        }
    }
}

extension ReferralHistory {
    private var seconds: Int64 { clock.secondsSinceEpoch }

    private mutating func anyone() -> String {
        (Self.phones + Self.identified).randomElement(using: &generator) ?? "u_0"
    }

    private mutating func refer() async throws {
        let (id, referrer) = (anyone(), anyone())
        let expected = model.refer(id, by: referrer, at: seconds)
        var isReferred = true
        do {
            try await tenant.refer(id, by: referrer, at: clock)
        } catch let failure as Failure where failure.code == .codeNotForYou {
            isReferred = false
        }
        expect(isReferred == expected, "\(referrer) brings \(id): \(isReferred)")
    }

    private mutating func pay() async throws {
        let id = anyone()
        let isPaid = Int.random(in: 0...3, using: &generator) > 0
        let chain = "chain \(model.payments.count)"
        model.pay(id, isPaid: isPaid, at: seconds)
        try await tenant.pay(id, chain: chain, at: clock) { isPaid ? $0 : $0.asTrial }
    }

    private mutating func refund() async throws {
        let open = model.payments.indices.filter { model.payments[$0].refundedAt == nil }
        guard let number = open.randomElement(using: &generator) else { return }
        let payment = model.payments[number]
        model.refund(number, at: seconds)
        try await tenant.refund(
            payment.id, chain: "chain \(number)",
            boughtAt: Timestamp(milliseconds: payment.at * 1_000) ?? clock, at: clock)
    }

    private mutating func merge() async throws {
        guard let phone = Self.phones.randomElement(using: &generator), merges[phone] == nil,
            let identified = Self.identified.randomElement(using: &generator)
        else { return }
        model.merge(phone, into: identified)
        merges[phone] = try await tenant.identify(phone, as: identified, at: clock).mergeID
    }

    private mutating func undo() async throws {
        guard let phone = Self.phones.randomElement(using: &generator),
            let merge = merges.removeValue(forKey: phone)
        else { return }
        model.undoMerge(of: phone)
        try await tenant.undo(merge, at: clock)
    }

    /// Reviews what is due, and compares each referral with the model.
    private mutating func review() async throws {
        try await tenant.reviewReferrals(at: clock)
        let rows = try await scratch.administer(
            """
            select brought.referrer_app_user_id, brought.referred_app_user_id,
                   brought.rewarded_at is not null and brought.taken_back_at is null,
                   count(granted.grant_id) filter (
                       where granted.revoked_at is null and granted.grant_id in (
                           brought.referrer_grant_id, brought.referred_grant_id))
              from entitlements.referrals brought
              left join entitlements.grants granted on granted.tenant_id = brought.tenant_id
             where brought.tenant_id = '\(tenant.id)'
             group by brought.tenant_id, brought.referral_id
            """)
        expect(rows.count == model.referrals.count, "there are \(rows.count) referrals")
        var standing = 0
        for row in rows {
            let stands = row[2] == "t"
            standing += stands ? 1 : 0
            expect(row[3] == (stands ? "2" : "0"), "\(row) has other grants")
            guard
                let referral = model.referrals.first(where: {
                    $0.referrer == row[0] && $0.referred == row[1]
                })
            else {
                expect(false, "\(row) is unknown to the model")
                continue
            }
            let verdict = model.verdict(on: referral, at: seconds)
            expect(
                verdict == .either || stands == (verdict == .stands),
                "\(row[0] ?? "") brought \(row[1] ?? ""): \(verdict)")
        }
        let living = try await scratch.ask(
            """
            select count(*) from entitlements.grants
             where tenant_id = '\(tenant.id)' and revoked_at is null
            """)
        expect(living == "\(2 * standing)", "\(living ?? "") grants for \(standing) referrals")
    }

    private mutating func expect(_ isRight: Bool, _ difference: String) {
        if !isRight { differences.append("\(clock.rfc3339) \(difference)") }
    }
}
