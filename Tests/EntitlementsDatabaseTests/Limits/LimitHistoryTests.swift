import Entitlements
import EntitlementsDatabase
import Foundation
import TestSupport
import Testing

/// Compares random histories of uses with a model that adds each use up.
///
/// Many histories share one clock, so that a set of uses serves all of them.
@Suite("Random histories of limits", .soak)
struct LimitHistoryTests {
    private static let limits: [LimitModel.Limit] = [
        .init(id: "daily", period: .every(.day), free: 4, premium: 6),
        .init(id: "weekly", period: .every(.week), free: 5, premium: 9),
        .init(id: "monthly", period: .every(.month), free: 9, premium: 15),
        .init(id: "on_the_31st", period: .monthDay(31), free: 9, premium: 15),
        .init(id: "renewed", period: .every(.subscription), free: 5, premium: 9),
        .init(id: "hours", period: .rolling(hours: 5), free: 4, premium: 6),
        .init(id: "days", period: .rolling(hours: 720), free: 9, premium: 15),
        .init(id: "ever", period: nil, free: 12, premium: 20),
    ]
    private static let groupSize = 64
    private static let groups =
        (TestEffort.share(of: 50_000, atLeast: 512) + groupSize - 1) / groupSize
    private static let rounds = 16

    @Test("answers equal those of a model that counts use by use")
    func histories() async throws {
        let met = try await withThrowingTaskGroup(of: Set<String>.self) { tasks in
            for group in 0..<Self.groups {
                tasks.addTask {
                    let tenant = try await Self.tenant()
                    var histories = LimitHistories(
                        tenant: tenant, limits: Self.limits, group: group, size: Self.groupSize)
                    for _ in 0..<Self.rounds { try await histories.advance() }
                    return histories.met
                }
            }
            return try await tasks.reduce(into: Set()) { $0.formUnion($1) }
        }
        #expect(
            met == [
                "counted", "used", "reserved", "limit_reached", "reference_reused", "confirmed",
                "released", "merged", "undone", "subscribed", "refunded", "reservation_released",
                "reservation_expired",
            ])
    }

    /// A tenant for each group: with all of them in one, each write would read more rows.
    private static func tenant() async throws -> TestTenant {
        try await TestTenant.create(like: "metered") {
            $0.timeZone = LimitModel.zone
            $0.limits = Self.limits.map {
                TenantDefinition.Limit(
                    id: LimitID(unchecked: $0.id), period: $0.period, free: $0.free,
                    entitlements: [EntitlementID(unchecked: "premium"): .amount($0.premium)])
            }
        }
    }
}

/// Histories of a group of app users, advanced together.
struct LimitHistories {
    private let tenant: TestTenant
    private let limits: [LimitModel.Limit]
    private var generator: SeededGenerator
    private var now: Timestamp = "2026-03-20T22:00:00Z"
    private var models: [LimitModel]
    private var merges: [Int: UUID] = [:]
    private let group: Int

    /// What happened, so that a test can see that everything did.
    private(set) var met: Set<String> = []

    init(tenant: TestTenant, limits: [LimitModel.Limit], group: Int, size: Int) {
        self.tenant = tenant
        self.limits = limits
        self.group = group
        generator = TestEffort.generator(salt: 400_000 + UInt64(group))
        models = (0..<size).map { history in
            LimitModel(people: Self.ids(group, history).map { [$0] })
        }
    }

    /// A phone and an account.
    private static func ids(_ group: Int, _ history: Int) -> [String] {
        ["$RCAnonymousID:\(group)_\(history)", "u_\(group)_\(history)"]
    }

    /// Moves the clock, and lets something happen in each history.
    mutating func advance() async throws {
        now = now.advanced(
            bySeconds: [1, 60, 1_800, 7_200, 18_000, 86_400, 777_600][pick(0...6)])
        var asked: [(history: Int, limit: LimitModel.Limit, use: LimitModel.Use)] = []
        for history in models.indices {
            switch pick(0...39) {
            case 0: try await merge(history)
            case 1...6: try await end(history)
            case 7: try await buy(history)
            default: for _ in 0..<pick(1...2) { asked.append(use(in: history)) }
            }
        }
        try await answer(asked)
        for history in models.indices where pick(0...9) == 0 { try await look(history) }
    }

    private mutating func use(
        in history: Int
    ) -> (history: Int, limit: LimitModel.Limit, use: LimitModel.Use) {
        let job = pick(0...7)
        let isKept = job < 4
        let amount = isKept ? job + 1 : pick(1...3)
        let limit = limits[pick(0...limits.count - 1)]
        let isTold = pick(0...7) == 0
        let isReserved = !isTold && pick(0...3) == 0
        let use = LimitModel.Use(
            id: Self.ids(group, history)[pick(0...1)], limit: limit.id,
            at: isTold ? now.advanced(bySeconds: Int64(-pick(0...3_000_000))) : now,
            amount: pick(0...19) == 0 && isKept ? amount + 1 : amount,
            reference: isKept ? "job \(job)" : nil,
            expiresAt: isReserved
                ? now.advanced(bySeconds: [30, 3_600, 86_400][pick(0...2)]) : nil,
            isTold: isTold)
        return (history, limit, use)
    }

    /// Asks for uses as sets, and compares each answer.
    private mutating func answer(
        _ asked: [(history: Int, limit: LimitModel.Limit, use: LimitModel.Use)]
    ) async throws {
        for start in stride(from: 0, to: asked.count, by: UseLimits.maximumRequests) {
            let set = asked[start..<min(start + UseLimits.maximumRequests, asked.count)]
            let outcomes = try await tenant.use(
                set.map(\.use).map {
                    UseLimits.Request(
                        appUserID: AppUserID($0.id), limitID: $0.limit,
                        amount: Int32($0.amount), reference: $0.reference,
                        expiresInSeconds: $0.expiresAt.map {
                            Int32($0.secondsSinceEpoch - now.secondsSinceEpoch)
                        }, usedAt: $0.isTold ? $0.at : nil)
                }, at: now)
            for (request, outcome) in zip(set, outcomes) {
                compare(outcome, history: request.history, request.limit, request.use)
            }
        }
    }

    private mutating func compare(
        _ outcome: Result<JSONValue, any Error>, history: Int, _ limit: LimitModel.Limit,
        _ use: LimitModel.Use
    ) {
        let count = models[history].uses.count
        let refusal = models[history].use(use, of: limit, at: now)
        let shown = models[history].shown(
            limit, of: use.id, for: refusal == "limit_reached" ? use.amount : 1, at: now)
        switch outcome {
        case .success(let answer):
            #expect(refusal == nil)
            expect(answer, shows: shown)
            met.insert(answer["status"]?.string ?? "counted")
            if models[history].uses.count > count {
                models[history].uses[count].reservation = answer.reservationID
            }
        case .failure(let failure as Failure):
            #expect(failure.code.rawValue == refusal)
            met.insert(failure.code.rawValue)
            if let members = failure.members, let answer = try? JSONParser.parse(members) {
                expect(answer, shows: shown)
            }
        case .failure(let error): Issue.record(error)
        }
    }

    /// Confirms or releases something that was set aside or used under a reference.
    private mutating func end(_ history: Int) async throws {
        let kept = models[history].uses.indices.filter {
            models[history].uses[$0].reservation != nil
        }
        guard !kept.isEmpty else { return }
        let index = kept[pick(0...kept.count - 1)]
        let use = models[history].uses[index]
        guard let reservation = use.reservation else { return }
        let answer: JSONValue
        if pick(0...1) == 0 {
            let isExpired = use.expiresAt.map { $0 <= now } ?? false
            if use.isReleased || isExpired {
                let code =
                    use.isReleased
                    ? ErrorCode.reservationReleased : .reservationExpired
                let moment = now
                // A new reservation under the reference releases the expired one.
                let failure = try #require(
                    await #expect(throws: Failure.self) {
                        try await tenant.confirmReservation(reservation, at: moment)
                    })
                #expect([code, .reservationReleased].contains(failure.code))
                met.insert(failure.code.rawValue)
                return
            }
            answer = try await tenant.confirmReservation(reservation, at: now)
            models[history].uses[index].expiresAt = nil
            met.insert("confirmed")
        } else {
            answer = try await tenant.releaseReservation(reservation, at: now)
            models[history].uses[index].isReleased = true
            met.insert("released")
        }
        guard let limit = limits.first(where: { $0.id == use.limit }) else { return }
        expect(answer, shows: models[history].shown(limit, of: use.id, for: 1, at: now))
    }

    /// Merges the two app users, or undoes their merge.
    private mutating func merge(_ history: Int) async throws {
        let ids = Self.ids(group, history)
        if let merge = merges.removeValue(forKey: history) {
            try await tenant.undo(merge, at: now)
            models[history].people = ids.map { [$0] }
            met.insert("undone")
        } else {
            merges[history] = try await tenant.identify(ids[0], as: ids[1], at: now).mergeID
            models[history].people = [Set(ids)]
            met.insert("merged")
        }
    }

    /// The account subscribes once, and may get its money back.
    private mutating func buy(_ history: Int) async throws {
        let id = Self.ids(group, history)[1]
        let chain = "chain_\(group)_\(history)"
        if let bought = models[history].subscriptions.first {
            guard !bought.isRefunded, now < bought.end else { return }
            try await tenant.receive(
                .refund(
                    appUserID: id, product: "digero_premium_monthly", purchasedAt: bought.start,
                    at: now.advanced(bySeconds: -1), originalTransactionID: chain))
            models[history].subscriptions[0].isRefunded = true
            met.insert("refunded")
        } else {
            let start = now.advanced(bySeconds: -10)
            try await tenant.receive(
                .initialPurchase(
                    appUserID: id, product: "digero_premium_monthly", purchasedAt: start,
                    originalTransactionID: chain))
            models[history].subscriptions = [
                .init(id: id, start: start, end: start.advanced(byDays: 30))
            ]
            met.insert("subscribed")
        }
    }

    private mutating func look(_ history: Int) async throws {
        let id = Self.ids(group, history)[pick(0...1)]
        let limit = limits[pick(0...limits.count - 1)]
        let amount = pick(1...5)
        let answer = try await tenant.limit(limit.id, of: id, for: Int32(amount), at: now)
        expect(
            answer ?? .null, shows: models[history].shown(limit, of: id, for: amount, at: now))
        let uses = try await tenant.uses(of: limit.id, by: id).map {
            "\($0["used_at"]?.string ?? "") \($0["app_user_id"]?.string ?? "") "
                + "\(Self.amount(of: $0)) \($0["reference"]?.string ?? "")"
        }
        #expect(uses.sorted() == models[history].history(of: limit, by: id))
    }

    private func expect(_ answer: JSONValue, shows expected: JSONValue) {
        guard case .object(let object) = expected else { return }
        for member in object.members {
            #expect(
                answer[member.name] == member.value,
                "\(member.name) of \(answer) at \(now), group \(group)")
        }
    }

    private static func amount(of use: JSONValue) -> Int64 {
        if case .integer(let amount)? = use["amount"] { amount } else { 0 }
    }

    private mutating func pick(_ range: ClosedRange<Int>) -> Int {
        Int.random(in: range, using: &generator)
    }
}
