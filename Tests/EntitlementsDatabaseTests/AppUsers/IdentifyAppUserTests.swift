import Entitlements
import EntitlementsDatabase
import FoundationEssentials
import TestSupport
import Testing

@Suite("identify_app_user")
struct IdentifyAppUserTests {
    private let a = anonymous("a")
    private let b = anonymous("b")
    private let moment = RevenueCatEvent.defaultPurchase.advanced(byDays: 1)

    @Test("a new identified id joins the anonymous app user")
    func upgraded() async throws {
        let tenant = try await TestTenant.create()
        try await tenant.receive(.initialPurchase(appUserID: a))
        let before = try await tenant.persons()
        let answer = try await tenant.identify(a, as: "u_1")
        #expect(answer["outcome"] == "upgraded")
        #expect(answer["app_user"]?["app_user_ids"] == ["u_1", .string(a)])
        #expect(answer["app_user"]?["kind"] == "identified")
        #expect(answer["moved"]?["app_user_ids"] == [.string(a)])
        #expect(answer["moved"]?["subscriptions"]?.array?.count == 1)
        #expect(answer["household"] == .null)
        let after = try await tenant.persons()
        #expect(after == [a: before[a], "u_1": before[a]])
        #expect(try await tenant.standing(of: "u_1", at: moment) == .active("active"))
        #expect(try await tenant.orphans().isEmpty)
    }

    @Test("a known identified app user gains the anonymous ids and their purchases")
    func merged() async throws {
        let tenant = try await TestTenant.create()
        for (person, chain) in [(a, "1"), (b, "2"), ("u_1", "3")] {
            try await tenant.receive(
                .initialPurchase(appUserID: person, originalTransactionID: chain))
        }
        try await tenant.join(a, b)
        let before = try await tenant.persons()
        let answer = try await tenant.identify(a, as: "u_1")
        #expect(answer["outcome"] == "merged")
        #expect(answer["moved"]?["app_user_ids"] == [.string(a), .string(b)])
        #expect(answer["moved"]?["subscriptions"]?.array?.count == 2)
        #expect(Set(try await tenant.persons().values) == [try #require(before["u_1"])])
        #expect(Set(try await tenant.owners().values) == ["\(a) \(b) u_1"])
        #expect(try await tenant.invariantViolations() == [])
    }

    @Test("a later purchase under the anonymous id belongs to the identified app user")
    func permanentAlias() async throws {
        let tenant = try await TestTenant.create()
        try await tenant.identify(a, as: "u_1")
        try await tenant.receive(.initialPurchase(appUserID: a))
        #expect(try await tenant.standing(of: "u_1", at: moment) == .active("active"))
    }

    @Test("a repeated identify returns the first answer, with any proof")
    func repeated() async throws {
        let tenant = try await TestTenant.create()
        try await tenant.receive(.initialPurchase(appUserID: a))
        let first = try await tenant.identify(a, as: "u_1")
        let rows = try await tenant.peopleRows()
        for proof in [TestProof.vouched, .none, .deviceSecret("wrong")] {
            let again = try await tenant.identify(a, as: "u_1", by: proof)
            #expect(again["outcome"] == "already_identified")
            #expect(again["merge_id"] == first["merge_id"])
            #expect(again["moved"] == first["moved"])
        }
        #expect(try await tenant.peopleRows() == rows)
        // RevenueCat's aliases joined them, so there is no merge.
        try await tenant.join(b, "u_1")
        let told = try await tenant.identify(b, as: "u_1")
        #expect(told["outcome"] == "already_identified")
        #expect(told["merge_id"] == .null)
    }

    @Test("an anonymous sign-in that becomes permanent keeps its id")
    func sameID() async throws {
        let tenant = try await TestTenant.create()
        try await tenant.create("sign-in", secret: "dev_1")
        try await tenant.receive(.initialPurchase(appUserID: "sign-in"))
        #expect(try await tenant.orphans().count == 1)
        let before = try await tenant.persons()
        let answer = try await tenant.identify(
            "sign-in", as: "sign-in", by: .deviceSecret("dev_1"))
        #expect(answer["outcome"] == "upgraded")
        #expect(answer["app_user"]?["kind"] == "identified")
        #expect(try await tenant.persons() == before)
        #expect(try await tenant.orphans().isEmpty)
        let merge = try #require(answer.mergeID)
        try await tenant.undo(merge)
        #expect(try await tenant.orphans().count == 1)
    }

    @Test("a dry run answers the same and changes nothing")
    func dryRun() async throws {
        let tenant = try await TestTenant.create()
        for person in [a, "u_1"] { try await tenant.receive(.initialPurchase(appUserID: person)) }
        let ticket = try await tenant.ticket(from: a, to: "u_1")
        let rows = try await tenant.peopleRows()
        let dry = try await tenant.identify(a, as: "u_1", by: .ticket(ticket), dryRun: true)
        #expect(try await tenant.peopleRows() == rows)
        let real = try await tenant.identify(a, as: "u_1", by: .ticket(ticket))
        #expect(dry["merge_id"] == .null && real["merge_id"] != .null)
        for name in ["outcome", "moved", "household"] { #expect(dry[name] == real[name]) }
        #expect(dry["app_user"]?["app_user_ids"] == real["app_user"]?["app_user_ids"])
    }

    @Test("a merge leaves the secrets and tickets of other phones valid")
    func othersProofs() async throws {
        let tenant = try await TestTenant.create()
        try await tenant.create(b, secret: "dev_b")
        let ticket = try await tenant.ticket(from: anonymous("c"), to: "u_3")
        try await tenant.identify(a, as: "u_1")
        try await tenant.identify(b, as: "u_2", by: .deviceSecret("dev_b"))
        try await tenant.identify(anonymous("c"), as: "u_3", by: .ticket(ticket))
        #expect(try await tenant.people() == [[a, "u_1"], [b, "u_2"], [anonymous("c"), "u_3"]])
    }

    @Test("several phones with purchases join one app user, in either order")
    func severalPhones() async throws {
        for phones in [[a, b], [b, a]] {
            let tenant = try await TestTenant.create()
            for phone in phones {
                try await tenant.receive(
                    .initialPurchase(appUserID: phone, originalTransactionID: phone))
            }
            for phone in phones { try await tenant.identify(phone, as: "u_1") }
            #expect(try await tenant.people() == [[a, b, "u_1"]])
            #expect(Set(try await tenant.owners().values) == ["\(a) \(b) u_1"])
        }
    }

    @Test("the household with other members stays, and the answer names it")
    func household() async throws {
        let tenant = try await TestTenant.create()
        let alone = try await tenant.found("u_1")
        let shared = try await tenant.found("u_9", with: [a])
        let answer = try await tenant.identify(a, as: "u_1")
        let kept = answer["household"]?["household_id"]?.string?.lowercased()
        #expect(kept == shared.uuidString.lowercased())
        #expect(try await tenant.members(of: shared) == ["u_9", "u_1"])
        #expect(try await tenant.members(of: alone) == [])
        #expect(try await tenant.invariantViolations() == [])
    }

    @Test("the identified app user enters the snapshot queue")
    func snapshotReader() async throws {
        let tenant = try await TestTenant.create()
        try await tenant.identify(a, as: "u_1")
        let queued = try await TestDatabase.shared.administer(
            "select app_user_id from entitlements.snapshot_queue where tenant_id = '\(tenant.id)'")
        #expect(queued == [["u_1"]])
    }

    @Test("a token makes an undeclared id anonymous, but not an identified one")
    func token() async throws {
        let tenant = try await TestTenant.create()
        try await tenant.receive(.initialPurchase(appUserID: "sign-in"))
        let answer = try await tenant.identify("sign-in", as: "u_1", by: .anonymousToken)
        #expect(answer["outcome"] == "upgraded")
        #expect(try await tenant.people() == [["sign-in", "u_1"]])
        try await tenant.create("u_2", "identified")
        try await expectNobodyChanged(.notAnonymous, in: tenant) {
            try await tenant.identify("u_2", as: "u_1", by: .anonymousToken)
        }
    }

    @Test("the audit has a merge, with ids and purchases before and after")
    func audit() async throws {
        let tenant = try await TestTenant.create()
        try await tenant.receive(.initialPurchase(appUserID: a))
        try await tenant.identify(a, as: "u_1")
        let entry = try #require(try await tenant.auditEntries(of: "u_1").first)
        #expect(entry["action"] == "merge")
        #expect(entry["actor"] == "secret_key:test")
        #expect(entry["before"]?.array?.count == 1)
        #expect(entry["after"]?.array?.first?["app_user_ids"] == [.string(a), "u_1"])
    }

    @Test("of four app users that identify one phone at once, one gets it")
    func raced() async throws {
        let tenant = try await TestTenant.create()
        try await tenant.receive(.initialPurchase(appUserID: a))
        let outcomes = try await tenant.race(
            (1...4).map { number in { try await tenant.identify(a, as: "u_\(number)") } })
        #expect(outcomes.filter { $0 == nil }.count == 1)
        #expect(outcomes.filter { $0 == .notAnonymous }.count == 3)
        #expect(try await tenant.people().filter { $0.contains(a) }.count == 1)
        #expect(try await tenant.invariantViolations() == [])
    }
}
