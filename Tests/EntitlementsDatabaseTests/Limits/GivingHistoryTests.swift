import Entitlements
import EntitlementsDatabase
import FoundationEssentials
import TestSupport
import Testing

@Suite("Histories of grants and credits", .soak)
struct GivingHistoryTests {
    @Test(
        "random histories agree with a model in every step, and conserve the sums",
        arguments: TenantDefinition.RefundedCredits.allCases)
    func histories(rule: TenantDefinition.RefundedCredits) async throws {
        let workers = 4
        let share = TestEffort.share(of: 50_000 / 3 / workers, atLeast: 20)
        for first in stride(from: 0, to: share, by: 200) {
            // A tenant for each 800 histories, so that its invariants are checked in time.
            let tenant = try await GivingHistory.tenant(rule)
            try await withThrowingTaskGroup(of: Void.self) { group in
                for worker in 0..<workers {
                    group.addTask {
                        for number in first..<min(first + 200, share) {
                            let salt = UInt64(number * workers + worker)
                            var history = GivingHistory(tenant, rule, salt: salt)
                            try await history.run()
                        }
                    }
                }
                try await group.waitForAll()
            }
            try await expectSound(tenant)
        }
    }
}

/// One random history of two app users, in the database and in the model at once.
private struct GivingHistory {
    private let tenant: TestTenant
    private var model: GivingModel
    private var generator: SeededGenerator
    private let salt: UInt64
    private var clock: Timestamp = "2026-01-01T00:00:00Z"
    private var step = 0
    private var merge: UUID?
    /// The chains of packs by their position in the model.
    private var chains: [Int: (chain: String, given: Int)] = [:]
    private var grants: [UUID] = []
    private var spends: [(GivingModel.Person, String, Int)] = []

    private static let packs = ["small": 2, "large": 5]

    static func tenant(_ rule: TenantDefinition.RefundedCredits) async throws -> TestTenant {
        try await TestTenant.create {
            $0.refundedCredits = rule
            $0.products += packs.map { name, amount in
                .init(
                    id: ProductID(unchecked: name), kind: .consumable, entitlements: [],
                    credits: [CreditID(unchecked: "scan"): amount])
            }
        }
    }

    init(_ tenant: TestTenant, _ rule: TenantDefinition.RefundedCredits, salt: UInt64) {
        self.tenant = tenant
        model = GivingModel(rule)
        self.salt = salt
        generator = TestEffort.generator(salt: salt)
    }

    mutating func run() async throws {
        for number in 0..<pick(4...14) {
            step = number
            clock = clock.advanced(bySeconds: Int64(pick(1...400)) * 3_600)
            try await change()
        }
        try await check()
    }

    private mutating func change() async throws {
        let person = pick(0...1) == 0 ? GivingModel.Person.phone : .identified
        switch pick(0...13) {
        case 0...2: try await buy(person)
        case 3, 4: try await refund()
        case 5, 6: try await spend(person)
        case 7: try await repeatSpend()
        case 8, 9: try await adjust(person)
        case 10, 11: try await grant(person)
        case 12: try await revoke()
        default: try await mergeOrUndo()
        }
    }

    private func id(_ person: GivingModel.Person) -> String {
        person == .phone ? anonymous("h\(salt)") : "h\(salt)"
    }

    private mutating func pick(_ range: ClosedRange<Int>) -> Int {
        Int.random(in: range, using: &generator)
    }

    private var place: Comment { "seed \(TestEffort.seed), history \(salt), step \(step)" }
}

extension GivingHistory {
    private mutating func buy(_ person: GivingModel.Person) async throws {
        let product = pick(0...1) == 0 ? "small" : "large"
        let given = Self.packs[product] ?? 0
        chains[model.sources.count] = ("\(salt) \(step)", given)
        model.buy(person, given, at: clock)
        try await tenant.receive(
            .nonRenewingPurchase(
                appUserID: id(person), product: product, purchasedAt: clock,
                originalTransactionID: "\(salt) \(step)"),
            receivedAt: clock.advanced(bySeconds: 5))
    }

    /// Refunds a pack, or reverses its refund.
    private mutating func refund() async throws {
        guard let index = chains.keys.sorted().randomElement(using: &generator),
            let pack = chains[index]
        else { return }
        let source = model.sources[index]
        let isRefund = source.refundedAt == nil
        let product = pack.given == 2 ? "small" : "large"
        let event: RevenueCatEvent =
            isRefund
            ? .refund(
                appUserID: id(source.owner), product: product, purchasedAt: source.at, at: clock,
                originalTransactionID: pack.chain)
            : .refundReversed(
                appUserID: id(source.owner), product: product, purchasedAt: source.at, at: clock,
                originalTransactionID: pack.chain)
        try await tenant.receive(event.setting("expiration_at_ms", nil), receivedAt: clock)
        model.sources[index].refundedAt = isRefund ? clock : nil
    }

    private mutating func spend(_ person: GivingModel.Person) async throws {
        let amount = pick(1...4)
        let reference = "job \(step)"
        let expected = model.spend(person, amount)
        let refusal = try await refusal {
            try await $0.spend(
                "scan", of: id(person), on: reference, Int32(amount), at: clock)
        }
        #expect(refusal == expected, place)
        if expected == nil { spends.append((person, reference, amount)) }
    }

    private mutating func repeatSpend() async throws {
        guard let (person, reference, amount) = spends.randomElement(using: &generator) else {
            return
        }
        let answer = try await tenant.spend(
            "scan", of: id(person), on: reference, Int32(amount), at: clock)
        #expect(answer["balance"] == .integer(Int64(model.balance(of: person))), place)
    }

    private mutating func adjust(_ person: GivingModel.Person) async throws {
        let amount = pick(0...1) == 0 ? pick(1...4) : -pick(1...4)
        let expected = model.adjust(person, by: amount, at: clock)
        for _ in 0...1 {
            let refusal = try await refusal {
                try await $0.adjust(
                    "scan", of: id(person), by: Int32(amount), reference: "r \(step)", at: clock)
            }
            #expect(refusal == expected, place)
        }
    }

    private func refusal(
        _ call: (TestTenant) async throws -> JSONValue
    ) async throws -> ErrorCode? {
        do {
            _ = try await call(tenant)
            return nil
        } catch let failure as Failure {
            return failure.code
        }
    }
}

extension GivingHistory {
    private mutating func grant(_ person: GivingModel.Person) async throws {
        let days = pick(1...30)
        let (extends, isLifetime) = (pick(0...1) == 0, pick(0...9) == 0)
        let start = extends ? model.extensionStart(of: person, at: clock) : clock
        var given: JSONValue?
        let refusal = try await refusal { tenant in
            let grant = try await tenant.grant(
                to: id(person), for: isLifetime ? nil : "P\(days)D", at: clock
            ) { $0.extends = extends }
            given = grant
            return grant
        }
        #expect(refusal == (start == nil ? .accessNeverEnds : nil), place)
        guard let start, let grantID = given?.grantID else { return }
        #expect(given?["starts_at"] == .string(start.rfc3339), place)
        grants.append(grantID)
        model.spans.append(
            .init(
                owner: person, start: start,
                end: isLifetime ? nil : start.advanced(byDays: Int64(days))))
    }

    private mutating func revoke() async throws {
        guard let index = grants.indices.randomElement(using: &generator) else { return }
        let span = model.spans[index]
        try await tenant.revoke(grant: grants[index], of: id(span.owner), at: clock)
        if span.revokedAt == nil, span.end.map({ clock < $0 }) ?? true {
            model.spans[index].revokedAt = clock
        }
    }

    private mutating func mergeOrUndo() async throws {
        if let merge {
            try await tenant.undo(merge, at: clock)
            self.merge = nil
        } else {
            let answer = try await tenant.identify(id(.phone), as: id(.identified), at: clock)
            merge = answer.mergeID
        }
        model.isMerged.toggle()
    }

    private mutating func check() async throws {
        for person in GivingModel.Person.allCases {
            let credit = try await tenant.credit("scan", of: id(person), at: clock)
            #expect(credit?["balance"] == .integer(Int64(model.balance(of: person))), place)
            #expect(credit?["owed"] == .integer(Int64(model.owed(by: person))), place)
            let moment = clock.advanced(byDays: -Int64(max(0, pick(-20...60))))
            let isActive = try await tenant.standing(of: id(person), at: moment).isActive
            #expect(isActive == model.hasAccess(person, at: moment), place)
        }
    }
}
