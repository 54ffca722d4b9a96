import Entitlements
import EntitlementsDatabase
import Postgres
import TestSupport
import Testing

@Suite("set_secret, of webhooks")
struct SetSecretTests {
    @Test("a slot holds its last secret, and the other slot is unchanged")
    func rotated() async throws {
        let tenant = try await TestTenant.create()
        try await tenant.set("authorization", 1, sealed(1))
        try await tenant.set("authorization", 2, sealed(2))
        for _ in 0..<2 { try await tenant.set("authorization", 1, sealed(3)) }
        let found = try await tenant.secrets()
        #expect(found.map(\.slot) == [1, 2])
        #expect(found.map(\.sealed) == [sealed(3), sealed(2)])
    }

    @Test("a third slot, another kind and an unsealed secret are refused")
    func refused() async throws {
        let tenant = try await TestTenant.create()
        for (kind, slot, secret) in [
            ("authorization", 0, sealed(1)), ("authorization", 3, sealed(1)),
            ("password", 1, sealed(1)), ("signature", 1, [1, 2, 3]),
        ] as [(String, Int32, [UInt8])] {
            await #expect(throws: PostgresError.server(sqlState: "23514")) {
                try await tenant.set(kind, slot, secret)
            }
        }
        #expect(try await tenant.secrets().isEmpty)
    }

    @Test("of sixteen simultaneous secrets for a slot, one stays")
    func raced() async throws {
        let tenant = try await TestTenant.create()
        try await withThrowingTaskGroup(of: Void.self) { group in
            for number in UInt8(0)..<16 {
                group.addTask { try await tenant.set("signature", 1, sealed(number)) }
            }
            try await group.waitForAll()
        }
        let found = try await tenant.secrets()
        #expect(found.count == 1)
        #expect(try #require(found.first).sealed.count == 29)
    }

    @Test("without a slot a secret takes a free one, and is refused if both are live")
    func freeSlot() async throws {
        let tenant = try await TestTenant.create()
        for slot in [1, 2] as [Int32] {
            let used = try await tenant.set("signature", nil, sealed(UInt8(slot)))
            #expect(used.usedSlot == slot)
            #expect(used.outcome == "set")
        }
        for isDryRun in [false, true] {
            let failure = await #expect(throws: Failure.self) {
                try await tenant.set("signature", nil, sealed(3), isDryRun: isDryRun)
            }
            #expect(failure?.code == .secretSlotsFull)
        }
        #expect(try await tenant.set("signature", 2, sealed(4)).outcome == "replaced")
        #expect(try await tenant.secrets().map(\.sealed) == [sealed(1), sealed(4)])
    }

    @Test("a dry run answers the same and stores nothing")
    func dryRun() async throws {
        let tenant = try await TestTenant.create()
        try await tenant.set("signature", 1, sealed(1))
        let free = try await tenant.set("signature", nil, sealed(2), isDryRun: true)
        #expect(free.usedSlot == 2)
        #expect(free.outcome == "set")
        #expect(
            try await tenant.set("signature", 1, sealed(2), isDryRun: true).outcome == "replaced")
        #expect(try await tenant.secrets().map(\.sealed) == [sealed(1)])
    }

    @Test("of sixteen simultaneous secrets without a slot, two are stored")
    func racedForFreeSlots() async throws {
        let tenant = try await TestTenant.create()
        let slots = try await withThrowingTaskGroup(of: Int32?.self) { group in
            for number in UInt8(1)...16 {
                group.addTask {
                    do {
                        return try await tenant.set("signature", nil, sealed(number)).usedSlot
                    } catch let failure as Failure where failure.code == .secretSlotsFull {
                        return nil
                    }
                }
            }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        #expect(slots.compactMap(\.self).sorted() == [1, 2])
    }
}
