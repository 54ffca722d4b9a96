import Entitlements
import EntitlementsDatabase
import Postgres
import TestSupport
import Testing

@Suite("set_secret, of issuers")
struct SetTokenSecretTests {
    @Test("a slot holds its last secret, and the other slot is unchanged")
    func rotated() async throws {
        let tenant = try await TestTenant.create(trusting: ["a", "b"])
        try await tenant.setTokenSecret("a", 1, sealed(1))
        try await tenant.setTokenSecret("a", 2, sealed(2))
        for _ in 0..<2 { try await tenant.setTokenSecret("a", 1, sealed(3)) }
        #expect(try await tenant.tokenSecrets() == [[3, 2], [nil, nil]])
    }

    @Test("an unknown or another tenant's issuer is refused")
    func unknownIssuer() async throws {
        let tenant = try await TestTenant.create(trusting: ["a"])
        let other = try await TestTenant.create(trusting: ["b"])
        for issuer in ["b", "", "A"] {
            let failure = await #expect(throws: Failure.self) {
                try await tenant.setTokenSecret(issuer, 1, sealed(1))
            }
            #expect(failure?.code == .tokenIssuerNotFound)
            #expect(failure?.detail == "“\(issuer)” is not in the tenant file; it has: a.")
        }
        #expect(try await tenant.tokenSecrets() == [[nil, nil]])
        #expect(try await other.tokenSecrets() == [[nil, nil]])
    }

    @Test("a third slot and an unsealed secret are refused")
    func refused() async throws {
        let tenant = try await TestTenant.create(trusting: ["a"])
        for (slot, secret) in [(0, sealed(1)), (3, sealed(1)), (1, [1, 2, 3])]
            as [(Int32, [UInt8])]
        {
            await #expect(throws: PostgresError.server(sqlState: "23514")) {
                try await tenant.setTokenSecret("a", slot, secret)
            }
        }
        #expect(try await tenant.tokenSecrets() == [[nil, nil]])
    }

    @Test("of sixteen simultaneous secrets for a slot, one stays")
    func raced() async throws {
        let tenant = try await TestTenant.create(trusting: ["a"])
        try await withThrowingTaskGroup(of: Void.self) { group in
            for number in UInt8(1)...16 {
                group.addTask { try await tenant.setTokenSecret("a", 1, sealed(number)) }
            }
            try await group.waitForAll()
        }
        let found = try await tenant.issuers()
        #expect(found.first?.firstSecret?.count == 29)
        #expect(found.first?.secondSecret == nil)
    }

    @Test("an issuer dropped at the same time leaves no secret")
    func dropped() async throws {
        let tenant = try await TestTenant.createForRaces {
            $0.tokenIssuers = ["a"].map(TokenIssuers.policy)
        }
        for _ in 0..<10 {
            try await tenant.apply { $0.tokenIssuers = ["a"].map(TokenIssuers.policy) }
            _ = try await tenant.race([
                { try await tenant.setTokenSecret("a", 1, sealed(1)) },
                { try await tenant.apply { $0.tokenIssuers = [] } },
            ])
            #expect(try await tenant.issuers().isEmpty)
        }
        try await tenant.apply { $0.tokenIssuers = ["a"].map(TokenIssuers.policy) }
        #expect(try await tenant.tokenSecrets() == [[nil, nil]])
    }

    @Test("without a slot a secret takes a free one, and is refused if both are live")
    func freeSlot() async throws {
        let tenant = try await TestTenant.create(trusting: ["a"])
        for slot in [1, 2] as [Int32] {
            let used = try await tenant.setTokenSecret("a", nil, sealed(UInt8(slot)))
            #expect(used.usedSlot == slot)
            #expect(used.outcome == "set")
        }
        for isDryRun in [false, true] {
            let failure = await #expect(throws: Failure.self) {
                try await tenant.setTokenSecret("a", nil, sealed(3), isDryRun: isDryRun)
            }
            #expect(failure?.code == .secretSlotsFull)
        }
        #expect(try await tenant.setTokenSecret("a", 2, sealed(4)).outcome == "replaced")
        #expect(try await tenant.tokenSecrets() == [[1, 4]])
    }

    @Test("a dry run answers the same and stores nothing")
    func dryRun() async throws {
        let tenant = try await TestTenant.create(trusting: ["a"])
        try await tenant.setTokenSecret("a", 1, sealed(1))
        let free = try await tenant.setTokenSecret("a", nil, sealed(2), isDryRun: true)
        #expect(free.usedSlot == 2)
        #expect(free.outcome == "set")
        #expect(
            try await tenant.setTokenSecret("a", 1, sealed(2), isDryRun: true).outcome == "replaced"
        )
        #expect(try await tenant.tokenSecrets() == [[1, nil]])
    }

    @Test("of sixteen simultaneous secrets without a slot, two are stored")
    func racedForFreeSlots() async throws {
        let tenant = try await TestTenant.create(trusting: ["a"])
        let slots = try await withThrowingTaskGroup(of: Int32?.self) { group in
            for number in UInt8(1)...16 {
                group.addTask {
                    do {
                        return try await tenant.setTokenSecret("a", nil, sealed(number)).usedSlot
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
