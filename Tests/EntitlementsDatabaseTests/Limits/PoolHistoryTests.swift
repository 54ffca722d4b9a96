import Entitlements
import EntitlementsDatabase
import Foundation
import TestSupport
import Testing

/// Compares random histories of households and uses with a model that adds each use up.
@Suite("Random histories of pools", .soak)
struct PoolHistoryTests {
    private static let limits: [PoolModel.Limit] = [
        .init(id: "hours", seconds: 18_000, free: 5, plus: 9, perMember: 4),
        .init(id: "days", seconds: 2_592_000, free: 9, plus: 15, perMember: nil),
        .init(id: "ever", seconds: nil, free: 14, plus: 24, perMember: 10),
    ]
    private static let groupSize = 64
    private static let groups =
        (TestEffort.share(of: 50_000, atLeast: 512) + groupSize - 1) / groupSize
    private static let rounds = 8

    @Test("answers equal those of a model that counts use by use")
    func histories() async throws {
        let met = try await withThrowingTaskGroup(of: Set<String>.self) { tasks in
            for group in 0..<Self.groups {
                tasks.addTask {
                    let tenant = try await Self.tenant()
                    var histories = PoolHistories(
                        tenant: tenant, limits: Self.limits, group: group, size: Self.groupSize)
                    for _ in 0..<Self.rounds { try await histories.advance() }
                    return histories.met
                }
            }
            return try await tasks.reduce(into: Set()) { $0.formUnion($1) }
        }
        #expect(
            met == [
                "counted", "refused", "confirmed", "released", "merged", "undone", "founded",
                "joined", "left", "dissolved", "subscribed",
            ])
    }

    /// A tenant for each group: with all of them in one, each write would read more rows.
    private static func tenant() async throws -> TestTenant {
        try await TestTenant.create { tenant in
            PoolTenant.rules(&tenant)
            tenant.limits = Self.limits.map {
                TenantDefinition.Limit(
                    id: LimitID(unchecked: $0.id),
                    period: $0.seconds.map { .rolling(hours: Int($0) / 3_600) }, free: $0.free,
                    entitlements: [EntitlementID(unchecked: "plus"): .amount($0.plus)],
                    pool: .init(perMember: $0.perMember))
            }
        }
    }
}

/// Histories of a group of households, advanced together.
struct PoolHistories {
    private let tenant: TestTenant
    private let limits: [PoolModel.Limit]
    private let group: Int
    private var generator: SeededGenerator
    private var now: Timestamp = "2026-03-20T22:00:00Z"
    private var models: [PoolModel]
    private var merges: [Int: UUID] = [:]
    /// The id of each household, by its number in the models.
    private var households: [UUID] = []

    /// What happened, so that a test can see that everything did.
    private(set) var met: Set<String> = []

    init(tenant: TestTenant, limits: [PoolModel.Limit], group: Int, size: Int) {
        self.tenant = tenant
        self.limits = limits
        self.group = group
        generator = TestEffort.generator(salt: 500_000 + UInt64(group))
        models = (0..<size).map { PoolModel(people: Self.ids(group, $0).map { [$0] }) }
    }

    /// A phone and three accounts; the phone may become the first account.
    private static func ids(_ group: Int, _ history: Int) -> [String] {
        ["$RCAnonymousID:p_\(group)_\(history)"] + (0..<3).map { "p_\(group)_\(history)_\($0)" }
    }

    /// Moves the clock, and lets something happen in each history.
    mutating func advance() async throws {
        now = now.advanced(bySeconds: [1, 60, 1_800, 7_200, 18_000, 86_400, 777_600][pick(0...6)])
        var asked: [(history: Int, limit: PoolModel.Limit, use: PoolModel.Use, isTold: Bool)] = []
        for history in models.indices {
            switch pick(0...19) {
            case 0: try await merge(history)
            case 1...2: try await end(history)
            case 3...5: try await move(history)
            case 6: try await buy(history)
            default: for _ in 0..<pick(1...3) { asked.append(use(in: history)) }
            }
        }
        try await answer(asked)
        for history in models.indices where pick(0...5) == 0 { try await look(history) }
    }

    private mutating func use(
        in history: Int
    ) -> (history: Int, limit: PoolModel.Limit, use: PoolModel.Use, isTold: Bool) {
        let limit = limits[pick(0...limits.count - 1)]
        let isTold = pick(0...9) == 0
        let isReserved = !isTold && pick(0...3) == 0
        let use = PoolModel.Use(
            id: Self.ids(group, history)[pick(0...3)], limit: limit.id,
            at: isTold ? now.advanced(bySeconds: Int64(-pick(1...100_000))) : now,
            amount: pick(1...3),
            expiresAt: isReserved
                ? now.advanced(bySeconds: [30, 3_600, 86_400][pick(0...2)]) : nil)
        return (history, limit, use, isTold)
    }

    /// Asks for uses as sets.
    ///
    /// They are decided pool by pool and member by member. The model takes the answer's word on
    /// which of them count, and checks that each could.
    private mutating func answer(
        _ asked: [(history: Int, limit: PoolModel.Limit, use: PoolModel.Use, isTold: Bool)]
    ) async throws {
        for start in stride(from: 0, to: asked.count, by: UseLimits.maximumRequests) {
            let set = asked[start..<min(start + UseLimits.maximumRequests, asked.count)]
            let outcomes = try await tenant.use(
                set.map {
                    UseLimits.Request(
                        appUserID: AppUserID($0.use.id), limitID: $0.limit.id,
                        amount: Int32($0.use.amount), reference: nil,
                        expiresInSeconds: $0.use.expiresAt.map {
                            Int32($0.secondsSinceEpoch - now.secondsSinceEpoch)
                        }, usedAt: $0.isTold ? $0.use.at : nil)
                }, at: now)
            // Allowed uses first, and dated ones, which are never refused, after the others: then
            // each use is checked against no more than the limit counted, and each refusal against
            // all of it.
            let pairs = zip(set, outcomes).sorted { !$0.0.isTold && $1.0.isTold }
            for case (let request, .success(let answer)) in pairs {
                var use = request.use
                use.reservation = answer.reservationID
                let counts = models[request.history].use(
                    use, of: request.limit, isTold: request.isTold, at: now)
                #expect(counts, "\(use) at \(now), group \(group)")
                met.insert("counted")
            }
            for case (let request, .failure(let error)) in pairs {
                #expect((error as? Failure)?.code == .limitReached)
                let counts = models[request.history].use(
                    request.use, of: request.limit, isTold: request.isTold, at: now)
                #expect(!counts, "\(request.use) at \(now), group \(group)")
                met.insert("refused")
            }
        }
    }

    /// Confirms or releases a reservation.
    private mutating func end(_ history: Int) async throws {
        let open = models[history].uses.indices.filter {
            let use = models[history].uses[$0]
            return use.reservation != nil && use.counts(at: now)
        }
        guard let index = open.randomElement(using: &generator),
            let reservation = models[history].uses[index].reservation
        else { return }
        if pick(0...1) == 0 {
            try await tenant.confirmReservation(reservation, at: now)
            models[history].uses[index].expiresAt = nil
            met.insert("confirmed")
        } else {
            try await tenant.releaseReservation(reservation, at: now)
            models[history].uses[index].isReleased = true
            met.insert("released")
        }
    }

    /// Founds, joins, leaves or dissolves a household.
    private mutating func move(_ history: Int) async throws {
        let id = Self.ids(group, history)[pick(1...3)]
        if let number = models[history].household(of: id) {
            let mates = models[history].members(of: number)
            if pick(0...3) == 0 || mates.count == 1 {
                try await tenant.dissolve(households[number], at: now)
                met.insert("dissolved")
                close(mates, of: number, in: history)
            } else {
                try await tenant.leave(id, households[number], at: now)
                met.insert("left")
                let own = models[history].person(with: id)
                close(mates.filter(own.contains), of: number, in: history)
            }
            return
        }
        let open = models[history].memberships.last { $0.until == nil }?.household
        if let open, pick(0...2) > 0 {
            let invite = try await tenant.invite(to: households[open], at: now)
            try await tenant.join(id, by: invite, at: now)
            met.insert("joined")
            models[history].memberships.append(
                .init(id: id, household: open, isFounder: false, from: now))
        } else {
            households.append(try await tenant.found(id, at: now))
            met.insert("founded")
            models[history].memberships.append(
                .init(id: id, household: households.count - 1, isFounder: true, from: now))
        }
    }

    private mutating func close(_ ids: [String], of household: Int, in history: Int) {
        for index in models[history].memberships.indices
        where models[history].memberships[index].household == household
            && models[history].memberships[index].until == nil
            && ids.contains(models[history].memberships[index].id)
        {
            models[history].memberships[index].until = now
        }
    }

    /// Merges the phone into the first account, or undoes the merge.
    private mutating func merge(_ history: Int) async throws {
        let ids = Self.ids(group, history)
        if let merge = merges.removeValue(forKey: history) {
            try await tenant.undo(merge, at: now)
            models[history].people = ids.map { [$0] }
            met.insert("undone")
        } else {
            merges[history] = try await tenant.identify(ids[0], as: ids[1], at: now).mergeID
            models[history].people = [Set(ids[0...1]), [ids[2]], [ids[3]]]
            met.insert("merged")
        }
    }

    /// The first account subscribes once, for itself and its household.
    private mutating func buy(_ history: Int) async throws {
        let id = Self.ids(group, history)[1]
        guard models[history].subscriptions.isEmpty else { return }
        let start = now.advanced(bySeconds: -10)
        try await tenant.receive(
            .initialPurchase(
                appUserID: id, purchasedAt: start, originalTransactionID: "pool_\(id)"))
        models[history].subscriptions[id] = start.advanced(byDays: 30)
        met.insert("subscribed")
    }

    private mutating func look(_ history: Int) async throws {
        let id = Self.ids(group, history)[pick(0...3)]
        let limit = limits[pick(0...limits.count - 1)]
        let amount = pick(1...5)
        let answer = try await tenant.limit(limit.id, of: id, for: Int32(amount), at: now)
        let model = models[history]
        guard
            case .object(let object) = model.shown(limit, for: id, amount: amount, at: now)
        else { return }
        for member in object.members {
            #expect(
                answer?[member.name] == member.value,
                "\(member.name) of \(limit.id) of \(id) at \(now)")
        }
        #expect(
            answer?["pool"]?["own_used"]
                == .integer(Int64(model.ownUsed(limit, by: id, at: now))))
    }

    private mutating func pick(_ range: ClosedRange<Int>) -> Int {
        Int.random(in: range, using: &generator)
    }
}
