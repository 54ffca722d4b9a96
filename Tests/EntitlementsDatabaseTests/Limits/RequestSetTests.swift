import Entitlements
import EntitlementsDatabase
import Foundation
import TestSupport
import Testing

/// Compares sets of requests with single requests.
///
/// They are decided in order, but a request with an earlier request's reference comes right after
/// that request.
@Suite("Uses and spends in sets", .soak)
struct RequestSetTests {
    private static let noon: Timestamp = "2026-11-21T12:00:00Z"
    private static let sets = TestEffort.share(of: 5_000, atLeast: 100)
    /// The number of sets about the same app users, which is enough for usage and purchases to add
    /// up.
    private static let setsOfPeople = 50

    @Test("a set of uses equals its single uses")
    func uses() async throws {
        var generator = TestEffort.generator(salt: 330_000)
        let (together, alone) = try await Self.tenants(like: "metered") {
            for index in $0.limits.indices { $0.limits[index].free = Self.setsOfPeople }
        }
        var met: Set<String> = []
        for number in 0..<Self.sets {
            let moment = Self.noon.advanced(bySeconds: Int64(number) * 20)
            let asked = Self.requests(of: ["scans", "recipes", "scams"], in: number, &generator)
            let uses = asked.map { request in
                UseLimits.Request(
                    appUserID: AppUserID(request.person), limitID: request.item,
                    amount: request.amount,
                    reference: request.reference, expiresInSeconds: request.seconds)
            }
            let answers = try await together.use(uses, at: moment).map(Self.shown)
            for index in Self.turns(of: asked) {
                let single = try await alone.use([uses[index]], at: moment).map(Self.shown)
                #expect(single == [answers[index]], "set \(number), use \(index)")
            }
            met.formUnion(answers.map { $0["code"]?.string ?? $0["status"]?.string ?? "counted" })
        }
        #expect(
            met == [
                "counted", "used", "reserved", "limit_not_in_catalog", "limit_reached",
                "reference_reused",
            ])
        let end = Self.noon.advanced(bySeconds: Int64(Self.sets) * 20)
        for person in stride(from: 0, to: Self.sets, by: Self.setsOfPeople).flatMap(Self.people) {
            for limit in ["scans", "recipes"] {
                let shown = try await together.limit(limit, of: person, at: end)
                #expect(try await alone.limit(limit, of: person, at: end) == shown)
                #expect(shown?["used"] != 0)
            }
        }
    }

    @Test("a set of spends equals its single spends, from the same purchases")
    func spends() async throws {
        var generator = TestEffort.generator(salt: 331_000)
        let (together, alone) = try await Self.tenants(like: "iris") {
            $0.products[0].credits = [
                CreditID(unchecked: "hd_export"): 5, CreditID(unchecked: "print"): 3,
            ]
        }
        var met: Set<String> = []
        for number in 0..<Self.sets {
            let moment = Self.noon.advanced(bySeconds: Int64(number) * 20)
            let buyer = Self.people(of: number).randomElement(using: &generator) ?? ""
            for tenant in [together, alone] {
                try await tenant.receive(.export("t_\(number)", by: buyer, at: moment))
            }
            let asked = Self.requests(
                of: ["hd_export", "print", "poster"], in: number, &generator)
            let spends = asked.enumerated().map { index, request in
                SpendCredits.Request(
                    appUserID: AppUserID(request.person), creditID: request.item,
                    amount: request.amount,
                    reference: request.reference ?? "alone \(number) \(index)")
            }
            let answers = try await together.spend(spends, at: moment).map(Self.shown)
            for index in Self.turns(of: asked) {
                let single = try await alone.spend([spends[index]], at: moment).map(Self.shown)
                #expect(single == [answers[index]], "set \(number), spend \(index)")
            }
            met.formUnion(answers.map { $0["code"]?.string ?? "spent" })
        }
        #expect(
            met == ["spent", "credit_not_in_catalog", "not_enough_credits", "reference_reused"])
        let spent = try await Self.spentOfPurchases(by: together)
        #expect(spent.count > Self.sets / 2)
        #expect(try await Self.spentOfPurchases(by: alone) == spent)
    }

    private struct Request {
        let person: String
        let item: String
        let amount: Int32
        let reference: String?
        let seconds: Int32?
    }

    /// Random requests, whose references repeat within a set and in later sets.
    private static func requests(
        of items: [String], in set: Int, _ generator: inout SeededGenerator
    ) -> [Request] {
        let people = people(of: set)
        let sizes = generator.next() % 8 == 0 ? 1...64 : 1...6
        return (0..<Int.random(in: sizes, using: &generator)).map { _ in
            let references = [
                "job \(generator.next() % 200)", "\(set) \(generator.next() % 8)", nil,
            ]
            return Request(
                person: people[Int(generator.next() % 6) % people.count],
                item: items[generator.next() % 20 == 0 ? 2 : Int(generator.next() % 2)],
                amount: Int32.random(in: 1...3, using: &generator),
                reference: references[Int(generator.next() % 3)],
                seconds: generator.next() % 4 == 0
                    ? Int32.random(in: 1...90, using: &generator) : nil)
        }
    }

    /// The ids of a set; the first is the phone of the second.
    private static func people(of set: Int) -> [String] {
        let number = set / setsOfPeople
        return ["$RCAnonymousID:u_\(number)_1"] + (1...4).map { "u_\(number)_\($0)" }
    }

    /// The indices of requests in the order of their decision.
    private static func turns(of requests: [Request]) -> [Int] {
        var first: [[String]: Int] = [:]
        let turns = requests.enumerated().map { index, request in
            guard let reference = request.reference else { return index }
            // A phone and its owner are one app user.
            let person = request.person.replacing("$RCAnonymousID:", with: "")
            let key = [person, request.item, reference]
            first[key] = first[key] ?? index
            return first[key] ?? index
        }
        return requests.indices.sorted { (turns[$0], $0) < (turns[$1], $1) }
    }

    /// Two equal tenants in which each phone is merged with its owner.
    private static func tenants(
        like file: String, _ change: (inout TenantDefinition) -> Void
    ) async throws -> (TestTenant, TestTenant) {
        let tenants = (
            try await TestTenant.create(like: file, change),
            try await TestTenant.create(like: file, change)
        )
        for tenant in [tenants.0, tenants.1] {
            for set in stride(from: 0, to: sets, by: setsOfPeople) {
                let (phone, owner) = (people(of: set)[0], people(of: set)[1])
                try await tenant.receive(
                    .subscriberAlias(appUserID: owner, aliases: [owner, phone]))
            }
        }
        return tenants
    }

    /// An answer or a refusal, without the reservation's id.
    private static func shown(_ outcome: Result<JSONValue, any Error>) -> JSONValue {
        switch outcome {
        case .success(.object(var answer)):
            answer["reservation_id"] = nil
            return .object(answer)
        case .success(let answer): return answer
        case .failure(let failure as Failure):
            let members = failure.members.flatMap { try? JSONParser.parse($0) }
            return ["code": .string(failure.code.rawValue), "members": members ?? .null]
        case .failure(let error): return ["error": .string("\(error)")]
        }
    }

    /// The credits spent per purchase, in the order of purchases.
    private static func spentOfPurchases(by tenant: TestTenant) async throws -> [[String?]] {
        try await TestDatabase.shared.administer(
            """
            select bought.starts_at, spent.credit_id, sum(spent.amount)
              from entitlements.credit_spends spent
              join entitlements.purchases bought using (tenant_id, purchase_id)
             where spent.tenant_id = '\(tenant.id)'
             group by 1, 2 order by 1, 2
            """)
    }
}
