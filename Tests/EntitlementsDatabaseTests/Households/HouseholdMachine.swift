import Entitlements
import EntitlementsDatabase
import FoundationEssentials
import TestSupport

/// Takes the same random steps in the database and in the model, and compares them.
struct HouseholdMachine {
    private let tenant: TestTenant
    private let isInPast: Bool
    private var model: HouseholdModel
    private var generator: SeededGenerator
    private var clock: Timestamp

    /// The database ids, by the model's numbers.
    private var households: [UUID] = []
    private var invites: [TestInvite] = []
    private(set) var differences: [String] = []

    /// Earlier answers, to be read again as the past.
    private var answered: [(Timestamp, String, HouseholdModel.Access?)] = []

    private static let people = (0..<8).map { "p\($0)" }
    private static let maximumPurchases = 6

    /// Starts the clock far from the database's own.
    ///
    /// A future clock reads stored answers, a past clock evidence.
    init(seed: UInt64, isInPast: Bool) async throws {
        var generator = SeededGenerator(seed: seed)
        let rules = HouseholdModel.Rules(using: &generator)
        tenant = try await TestTenant.create { $0.households.follow(rules) }
        model = HouseholdModel(rules: rules)
        self.generator = generator
        self.isInPast = isInPast
        clock = isInPast ? "2020-01-01T00:00:00Z" : "2100-01-01T00:00:00Z"
    }

    mutating func step() async throws {
        clock = clock.advanced(
            bySeconds: pick(0...4) > 0 ? Int64(pick(1...7_200)) : Int64(pick(1...12)) * 86_400)
        switch pick(0...19) {
        case 0...1: try await found()
        case 2...4: try await invite()
        case 5...8: try await join()
        case 9: try await leave()
        case 10: try await transferHousehold()
        case 11: try await pick(0...3) == 0 ? dissolve() : revoke()
        case 12...13: try await buy()
        case 14...15: try await renew()
        case 16: try await stop()
        case 17...18: try await move()
        default: break  // Only time passes.
        }
        for person in [somebody(), somebody()] { try await compareAccess(of: person) }
        try await compareMembers()
        if isInPast { try await comparePast() }
    }

    /// Adds the violated invariants to the differences.
    mutating func finish() async throws {
        differences += try await tenant.invariantViolations()
    }
}

extension HouseholdMachine {
    private mutating func compareAccess(of person: String) async throws {
        let expected = model.access(of: person, at: clock)
        try await compare(expected, with: clock, of: person)
        answered.append((clock, person, expected))
    }

    private mutating func comparePast() async throws {
        guard let (moment, person, expected) = answered.randomElement(using: &generator) else {
            return
        }
        try await compare(expected, with: moment, of: person)
    }

    private mutating func compare(
        _ expected: HouseholdModel.Access?, with moment: Timestamp, of person: String
    ) async throws {
        let found = try await tenant.entitlement("plus", of: person, at: moment)
        var access: HouseholdModel.Access?
        if found?["is_active"] == .bool(true) {
            access = HouseholdModel.Access(
                isOwn: found?["source"]?["kind"]?.string == "own",
                endsAt: found?["expires_at"]?.string.flatMap { Timestamp(rfc3339: $0) } ?? moment)
        }
        if access != expected {
            note("at \(moment.rfc3339) \(person): \(describe(access)), not \(describe(expected))")
        }
    }

    private func describe(_ access: HouseholdModel.Access?) -> String {
        access.map { "\($0.isOwn ? "own" : "household") until \($0.endsAt.rfc3339)" } ?? "nothing"
    }

    private mutating func compareMembers() async throws {
        guard let household = someHousehold() else { return }
        let members = try await tenant.members(of: households[household], at: clock)
        let expected = model.people(in: household)
        if members != expected { note("household \(household): \(members), not \(expected)") }
    }

    private mutating func expect(
        _ expected: ErrorCode?, _ what: String,
        _ act: (inout HouseholdMachine) async throws -> Void
    ) async throws {
        var code: ErrorCode?
        do { try await act(&self) } catch let failure as Failure { code = failure.code }
        if code != expected {
            note(
                "\(what): \(code?.rawValue ?? "done"), not \(expected?.rawValue ?? "done")")
        }
    }

    private mutating func note(_ difference: String) {
        differences.append("\(clock.rfc3339) \(difference)")
    }
}

extension HouseholdMachine {
    private mutating func found() async throws {
        let owner = somebody()
        let expected = model.found(owner, at: clock)
        try await expect(expected, "found \(owner)") { machine in
            let household = try await machine.tenant.found(owner, at: machine.clock)
            machine.households.append(household)
        }
    }

    private mutating func invite() async throws {
        guard let household = someHousehold() else { return }
        let expected = model.invite(to: household, at: clock)
        try await expect(expected, "invite to \(household)") { machine in
            let invite = try await machine.tenant.invite(
                to: machine.households[household], at: machine.clock)
            machine.invites.append(invite)
        }
    }

    private mutating func join() async throws {
        guard let invite = someInvite() else { return }
        let person = somebody()
        let expected = model.join(person, by: invite, at: clock)
        try await expect(expected, "join \(person) by \(invite)") { machine in
            try await machine.tenant.join(person, by: machine.invites[invite], at: machine.clock)
        }
    }

    private mutating func leave() async throws {
        guard let household = someHousehold() else { return }
        let person = model.people(in: household).randomElement(using: &generator) ?? somebody()
        let expected = model.leave(person, household, at: clock)
        try await expect(expected, "leave \(person) \(household)") { machine in
            try await machine.tenant.leave(
                person, machine.households[household], at: machine.clock)
        }
    }

    private mutating func transferHousehold() async throws {
        guard let household = someHousehold() else { return }
        let person = model.people(in: household).randomElement(using: &generator) ?? somebody()
        let expected = model.transfer(household, to: person, at: clock)
        try await expect(expected, "transfer \(household) to \(person)") { machine in
            _ = try await machine.tenant.database.callOne(
                TransferHousehold(
                    householdID: HouseholdID(machine.households[household]),
                    appUserID: AppUserID(person),
                    asOf: machine.clock),
                in: machine.tenant.id)
        }
    }

    private mutating func dissolve() async throws {
        guard let household = someHousehold() else { return }
        model.dissolve(household, at: clock)
        try await expect(nil, "dissolve \(household)") { machine in
            _ = try await machine.tenant.database.callOne(
                DissolveHousehold(
                    householdID: HouseholdID(machine.households[household]), asOf: machine.clock),
                in: machine.tenant.id)
        }
    }

    private mutating func revoke() async throws {
        guard let invite = someInvite() else { return }
        let household = model.invites[invite].household
        let expected = model.revoke(invite)
        try await expect(expected, "revoke \(invite)") { machine in
            _ = try await machine.tenant.database.callOne(
                RevokeHouseholdInvite(
                    householdID: HouseholdID(machine.households[household]),
                    inviteID: machine.invites[invite].id, asOf: machine.clock),
                in: machine.tenant.id)
        }
    }
}

// What RevenueCat sends.
extension HouseholdMachine {
    private mutating func buy() async throws {
        guard model.purchases.count < Self.maximumPurchases else { return try await renew() }
        let person = somebody()
        model.buy(person, at: clock)
        try await tell(
            .initialPurchase(
                appUserID: person, purchasedAt: clock,
                originalTransactionID: "\(model.purchases.count - 1)"))
    }

    private mutating func renew() async throws {
        guard let number = somePurchase() else { return }
        model.renew(number, at: clock)
        try await tell(
            .renewal(
                appUserID: model.purchases[number].owner, purchasedAt: clock,
                originalTransactionID: "\(number)"))
    }

    private mutating func stop() async throws {
        guard let number = somePurchase() else { return }
        let owner = model.purchases[number].owner
        let periodStart = model.purchases[number].periodStartedAt
        model.stop(number, at: clock)
        try await tell(
            pick(0...1) == 0
                ? .refund(
                    appUserID: owner, purchasedAt: periodStart, at: clock,
                    originalTransactionID: "\(number)")
                : .expiration(
                    appUserID: owner, purchasedAt: periodStart, at: clock,
                    originalTransactionID: "\(number)"))
    }

    private mutating func move() async throws {
        let (person, other) = (somebody(), somebody())
        model.move(from: person, to: other, at: clock)
        try await tell(.transfer(from: [person], to: [other], at: clock))
    }

    private mutating func tell(_ event: RevenueCatEvent) async throws {
        let row = try await tenant.receive(event.occurring(at: clock), receivedAt: clock)
        if row.status != "applied" || row.failure != nil {
            note("\(event.id ?? "") was \(row.status) \(row.failure ?? "")")
        }
    }
}

extension HouseholdMachine {
    private mutating func pick(_ range: ClosedRange<Int>) -> Int {
        Int.random(in: range, using: &generator)
    }

    private mutating func somebody() -> String { Self.people[pick(0...(Self.people.count - 1))] }

    /// One of the latest three, as older ones are mostly dissolved.
    private mutating func someHousehold() -> Int? {
        households.indices.suffix(3).randomElement(using: &generator)
    }

    private mutating func someInvite() -> Int? {
        invites.indices.suffix(4).randomElement(using: &generator)
    }

    private mutating func somePurchase() -> Int? {
        model.purchases.indices.randomElement(using: &generator)
    }
}

extension HouseholdModel.Rules {
    init(using generator: inout SeededGenerator) {
        maxMembers = Int.random(in: 2...5, using: &generator)
        cooldownDays = [0, 30].randomElement(using: &generator) ?? 0
        ownerLeaves = [.block, .transfer, .dissolve].randomElement(using: &generator) ?? .block
        graceDays = [0, 0, 5].randomElement(using: &generator) ?? 0
        joinsPer30Days = [2, 10].randomElement(using: &generator) ?? 10
        isFromOwner = Bool.random(using: &generator)
        invitesWithinSeats = Bool.random(using: &generator)
        holdDays = [0, 3].randomElement(using: &generator) ?? 0
    }
}

extension TenantDefinition.HouseholdRules {
    fileprivate mutating func follow(_ rules: HouseholdModel.Rules) {
        maxMembers = rules.maxMembers
        switchCooldownDays = Int(rules.cooldownDays)
        inviteTTLDays = Int(rules.inviteTTLDays)
        ownerLeaves = rules.ownerLeaves
        departureGraceDays = Int(rules.graceDays)
        joinsPer30Days = rules.joinsPer30Days
        sharesFrom = rules.isFromOwner ? .owner : .anyMember
        invitesWithinSeats = rules.invitesWithinSeats
        transferHoldDays = Int(rules.holdDays)
    }
}
