import Entitlements
import EntitlementsDatabase
import TestSupport
import Testing

/// Tests which ids join when events name them together.
@Suite("Ids that are one person")
struct JoinAppUserIDsTests {
    private let a = anonymous("a")
    private let b = anonymous("b")
    private let c = anonymous("c")

    @Test("unknown ids on one event join one person")
    func unknownIDs() async throws {
        let tenant = try await TestTenant.create()
        try await tenant.join("u_1", a, b)
        #expect(try await tenant.people() == [[a, b, "u_1"]])
        try await tenant.join(c, anonymous("d"))
        #expect(try await tenant.people() == [[a, b, "u_1"], [c, anonymous("d")]])
    }

    @Test("naming ids again changes nothing")
    func repeated() async throws {
        let tenant = try await TestTenant.create()
        try await tenant.join("u_1", a)
        let before = try await tenant.persons()
        try await tenant.join(a, "u_1", on: 2)
        #expect(try await tenant.persons() == before)
        #expect(try await tenant.rows(in: "app_user_id_links") == 1)
    }

    @Test("an anonymous person joins an identified one, with their purchases")
    func anonymousFollows() async throws {
        let tenant = try await TestTenant.create()
        try await tenant.receive(.initialPurchase(appUserID: a), receivedAt: TestTenant.receipt)
        try await tenant.receive(
            .initialPurchase(appUserID: "u_1", product: "other"), receivedAt: TestTenant.receipt)
        let before = try await tenant.persons()
        let moment = RevenueCatEvent.defaultPurchase.advanced(byDays: 2)
        #expect(try await tenant.standing(of: "u_1", at: moment) == .active("active"))
        try await tenant.join(b, "u_1", on: 1)
        try await tenant.join(a, "u_1", on: 1)
        #expect(try await tenant.people() == [[a, b, "u_1"]])
        #expect(try await tenant.persons()["u_1"] == before["u_1"])
        for appUserID in [a, b, "u_1"] {
            #expect(try await tenant.standing(of: appUserID, at: moment) == .active("active"))
        }
    }

    @Test("of several anonymous people that join, the oldest stays")
    func oldestStays() async throws {
        let tenant = try await TestTenant.create()
        try await tenant.receive(.initialPurchase(appUserID: b))
        try await tenant.receive(.initialPurchase(appUserID: a))
        let before = try await tenant.persons()
        try await tenant.join(a, b)
        #expect(try await tenant.persons() == [a: before[b], b: before[b]])
    }

    @Test("two identified people never join, and the link is stored")
    func identifiedStayApart() async throws {
        let tenant = try await TestTenant.create()
        try await tenant.join("u_1", "u_2", a)
        #expect(try await tenant.people() == [[a, "u_1"], ["u_2"]])
        let links = try await TestDatabase.shared.administer(
            "select app_user_id, linked_app_user_id from entitlements.app_user_id_links "
                + "where tenant_id = '\(tenant.id)' order by 1")
        #expect(links == [[a, "u_1"], ["u_1", "u_2"]])
    }

    @Test("an anonymous id named with two people joins the earlier one")
    func earlierEvidenceDecides() async throws {
        for isReversed in [false, true] {
            let tenant = try await TestTenant.create()
            for day in isReversed ? [2, 1] : [1, 2] as [Int64] {
                try await tenant.join("u_\(day)", a, on: day)
            }
            #expect(try await tenant.people() == [[a, "u_1"], ["u_2"]])
        }
    }

    @Test("a chain of anonymous ids joins an identified id")
    func chains() async throws {
        let tenant = try await TestTenant.create()
        try await tenant.join(a, b, on: 1)
        try await tenant.join(b, c, on: 2)
        #expect(try await tenant.people() == [[a, b, c]])
        try await tenant.join(c, "u_1", on: 3)
        #expect(try await tenant.people() == [[a, b, c, "u_1"]])
    }

    /// Links whose order of arrival could matter.
    private static let triples: [[[String]]] = [
        [["u_1", anonymous("a")], [anonymous("a"), anonymous("b")], [anonymous("b"), "u_2"]],
        [["u_1", anonymous("a")], ["u_2", anonymous("a")], ["u_3", anonymous("a")]],
        [["u_1", "u_2"], ["u_2", anonymous("a")], [anonymous("a"), "u_1"]],
        [[anonymous("a"), anonymous("b")], ["u_1", anonymous("b")], ["u_2", anonymous("a")]],
        [[anonymous("a"), "u_2"], [anonymous("b"), anonymous("a")], ["u_1", anonymous("b")]],
    ]

    @Test("three links end the same in any order of arrival", arguments: triples)
    func order(of links: [[String]]) async throws {
        var outcomes: Set<[[String]]> = []
        for order in [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]] {
            let tenant = try await TestTenant.create()
            for index in order {
                let ids = links[index]
                try await tenant.join(ids[0], ids[1], on: Int64(index))
            }
            outcomes.insert(try await tenant.people())
        }
        #expect(outcomes.count == 1)
    }

    @Test("an identified id keeps its person through all links")
    func identifiedNeverMoves() async throws {
        let tenant = try await TestTenant.create()
        try await tenant.join("u_1", a, on: 5)
        try await tenant.join("u_2", b, on: 5)
        let before = try await tenant.persons()
        try await tenant.join("u_2", a, on: 4)
        try await tenant.join(a, b, on: 3)
        try await tenant.join("u_1", b, on: 2)
        try await tenant.join("u_1", "u_2", on: 1)
        let after = try await tenant.persons()
        for appUserID in ["u_1", "u_2"] {
            #expect(after[appUserID] == before[appUserID])
        }
    }

    @Test("sixteen simultaneous events with overlapping ids end as in sequence")
    func raced() async throws {
        let events = (0..<16).map { number in
            let ids = [
                number.isMultiple(of: 3) ? "u_\(number % 4)" : anonymous("\(number % 5)"),
                anonymous("\((number + 1) % 5)"), anonymous("\((number * 3) % 7)"),
            ]
            return TestTenant.joining(ids, on: Int64(number), id: "event-\(number)")
        }
        let sequential = try await TestTenant.create()
        for event in events {
            try await sequential.receive(event, receivedAt: TestTenant.receipt)
        }
        let expected = try await sequential.people()
        var generator = TestEffort.generator()
        for _ in 0..<3 {
            let tenant = try await TestTenant.create()
            let arriving = events.shuffled(using: &generator)
            try await withThrowingTaskGroup(of: String.self) { group in
                for event in arriving {
                    group.addTask {
                        try await tenant.receive(event, receivedAt: TestTenant.receipt).status
                    }
                }
                for try await status in group { #expect(status == "applied") }
            }
            #expect(try await tenant.people() == expected)
        }
    }

    @Test("a link between ids of one person counts while another event splits them")
    func racedWithParting() async throws {
        let tenant = try await TestTenant.createForRaces()
        for round in 0..<16 {
            let (first, second) = ("u_\(round)a", "u_\(round)b")
            let ids = ["a", "b", "c"].map { anonymous("\(round)\($0)") }
            try await tenant.join(first, ids[0], on: 4)
            try await tenant.join(ids[0], ids[2], on: 5)
            try await tenant.join(ids[2], ids[1], on: 6)
            // Without the earlier link, the second event would move the second id alone.
            _ = try await tenant.race([
                { try await tenant.join(ids[0], ids[1], on: 0) },
                { try await tenant.join(second, ids[1], on: 1) },
            ])
            let persons = try await tenant.persons()
            #expect(Set((ids + [second]).map { persons[$0] }).count == 1)
            #expect(persons[first] != persons[second])
        }
    }

    @Test("simultaneous purchases and joins end with one person who owns them all")
    func racedWithPurchases() async throws {
        let tenant = try await TestTenant.create()
        let names = (0..<8).map { anonymous("\($0)") }
        try await withThrowingTaskGroup(of: String.self) { group in
            for (number, name) in names.enumerated() {
                group.addTask {
                    let purchase = RevenueCatEvent.initialPurchase(
                        appUserID: name, originalTransactionID: "\(number)")
                    return try await tenant.receive(purchase, receivedAt: TestTenant.receipt).status
                }
                group.addTask {
                    let event = TestTenant.joining(["u_1", name])
                    return try await tenant.receive(event, receivedAt: TestTenant.receipt).status
                }
            }
            for try await status in group { #expect(status == "applied") }
        }
        #expect(try await tenant.people() == [names + ["u_1"]])
        let answer = try await tenant.database.callOne(GetAppUser(appUserID: "u_1"), in: tenant.id)
        #expect(try JSONParser.parse(answer.json)["subscriptions"]?.array?.count == 8)
    }
}
