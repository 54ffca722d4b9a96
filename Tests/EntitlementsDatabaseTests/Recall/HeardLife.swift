import Entitlements
import EntitlementsDatabase
import FoundationEssentials
import TestSupport

/// A random life of a few people, step by step: what is heard of them, and what they are answered.
///
/// Events and snapshots arrive in any order, some twice, some failing first. Between them people
/// merge, are parted, share households, get grants and claim, and the tenant file changes.
struct HeardLife {
    /// What was answered to a question, and when.
    struct Answered {
        let question: String
        let appUserID: String
        let environment: String
        let answer: Answer
    }

    private static let anonymous = AppUserID.anonymousPrefix

    private let tenant: TestTenant
    private var generator: SeededGenerator
    private var heard: [ReadHistory.Evidence]
    private var households: [UUID] = []
    private var grants: [(grant: UUID, appUserID: String)] = []
    private var merges: [UUID] = []
    private var rules = TenantDefinition.HouseholdRules()
    private var people = TenantDefinition.PeopleRules()
    private var isShared = true
    private var sellsMonthly = true

    /// Creates the life in a tenant of its own.
    init(seed: UInt64, in database: Database? = nil) async throws {
        generator = SeededGenerator(seed: seed)
        tenant = try await TestTenant.create(like: "digero", in: database)
        let start = try await tenant.moment().advanced(byDays: -25)
        let seed = generator.next()
        heard =
            seed % 2 == 0
            ? ReadHistory(seed: seed, prefix: "h", from: start).shuffled(using: &generator)
            : PurchaseHistory(seed: seed, prefix: "h", isMerging: seed % 4 == 1, from: start)
                .shuffled(using: &generator).map { .event($0) }
        rules.switchCooldownDays = 0
        rules.joinsPer30Days = 1_000
        try await define()
    }

    static let names =
        ["hu0", "hu1", "hu2", "haccount", "hmember"]
        + ["a0", "a1", "a2", "m"].map { "\(anonymous)h\($0)" }

    /// Lives to the end, and returns what was answered at every step.
    mutating func happen(asking count: Int) async throws -> (TestTenant, [Answered]) {
        var answered: [Answered] = []
        while !heard.isEmpty {
            do { try await step() } catch is Failure {}
            for name in Self.names.shuffled(using: &generator).prefix(count) {
                answered.append(try await ask(name))
            }
        }
        return (tenant, answered)
    }

    private mutating func pick<Element>(_ elements: [Element]) -> Element? {
        elements.randomElement(using: &generator)
    }

    private mutating func somebody() -> String { pick(Self.names) ?? "hu0" }

    private mutating func ask(_ name: String) async throws -> Answered {
        let environment = generator.next() % 5 == 0 ? "sandbox" : "production"
        let id = AppUserID(name)
        guard generator.next() % 4 == 0 else {
            let call = GetEntitlements(appUserID: id, environment: environment)
            return Answered(
                question: "entitlements", appUserID: name, environment: environment,
                answer: try await tenant.database.callOne(call, in: tenant.id))
        }
        let call = GetFeatures(appUserID: id, environment: environment)
        return Answered(
            question: "features", appUserID: name, environment: environment,
            answer: try await tenant.database.callOne(call, in: tenant.id))
    }

    private mutating func step() async throws {
        switch generator.next() % 20 {
        case 0: try await merge()
        case 1: if let merge = pick(merges) { try await tenant.undo(merge) }
        case 2: households.append(try await tenant.found(somebody()))
        case 3, 4: try await join()
        case 5: if let home = pick(households) { try await tenant.leave(somebody(), home) }
        case 6:
            let name = somebody()
            let grant = try await tenant.grant(
                "premium", to: name, for: generator.next() % 2 == 0 ? "P1M" : nil)
            if let id = grant.grantID { grants.append((id, name)) }
        case 7:
            if let given = pick(grants) {
                try await tenant.revoke(grant: given.grant, of: given.appUserID)
            }
        case 8: try await tenant.claim(somebody(), for: somebody(), by: .operator)
        case 9, 10: try await redefine()
        case 11: try await fail()
        default: try await hear(heard.removeLast())
        }
    }

    private mutating func merge() async throws {
        let answer = try await tenant.identify(
            Self.names.filter { $0.hasPrefix(Self.anonymous) }
                .randomElement(using: &generator) ?? "",
            as: somebody(), by: .operator)
        if let id = answer["merge_id"]?.string.flatMap({ UUID(uuidString: $0) }) {
            merges.append(id)
        }
    }

    private mutating func join() async throws {
        guard let home = pick(households) else { return }
        try await tenant.join(somebody(), by: try await tenant.invite(to: home))
    }

    private func hear(_ evidence: ReadHistory.Evidence) async throws {
        switch evidence {
        case .event(let event): try await tenant.receive(event)
        case .snapshot(let snapshot): try await tenant.add(snapshot.json)
        }
    }

    /// Receives an event that cannot be applied before it is heard again.
    private func fail() async throws {
        guard case .event(let event) = heard.last else { return }
        try await tenant.receive(
            event.removing("transaction_id", "original_transaction_id", "product_id"))
    }

    private mutating func redefine() async throws {
        switch generator.next() % 7 {
        case 0: isShared.toggle()
        case 1: rules.sharesGrants.toggle()
        case 2: rules.transferHoldDays = rules.transferHoldDays == 0 ? 3 : 0
        case 3: rules.sharesFrom = rules.sharesFrom == .owner ? .anyMember : .owner
        case 4: rules.departureGraceDays = rules.departureGraceDays == 0 ? 5 : 0
        case 5: sellsMonthly.toggle()
        default: people.aliases = pick(TenantDefinition.PeopleRules.Aliases.allCases) ?? .conflict
        }
        try await define()
    }

    private func define() async throws {
        try await tenant.apply(like: "digero") {
            $0.households = rules
            $0.people = people
            $0.entitlements[0].isShared = isShared
            if !sellsMonthly { $0.products.removeFirst() }
        }
    }
}
