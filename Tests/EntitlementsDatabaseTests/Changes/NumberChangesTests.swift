import Entitlements
import EntitlementsDatabase
import FoundationEssentials
import Postgres
import TestSupport
import Testing

@Suite("number_changes")
struct NumberChangesTests {
    @Test("numbers grow by one while time stands, and a repeated call gives none")
    func works() async throws {
        try await ScratchDatabase.with { scratch in
            let tenants = [
                try await TestTenant.create(in: scratch.database),
                try await TestTenant.create(in: scratch.database),
            ]
            for tenant in tenants {
                for person in ["u_1", "u_2"] { try await tenant.grant(to: person) }
            }
            let done = try await scratch.number(maximum: 3)
            #expect(done.numbered == 3)
            #expect(try await scratch.number(maximum: 3).numbered == 1)
            #expect(try await scratch.number(maximum: 3).numbered == 0)
            for tenant in tenants {
                #expect(try await tenant.changes().map { $0["number"] } == [1, 2])
            }
        }
    }

    @Test("the first number of a call is the time in microseconds, or one more than the last")
    func timed() async throws {
        try await ScratchDatabase.with { scratch in
            let tenant = try await TestTenant.create(in: scratch.database)
            let moment: Timestamp = "2026-11-21T10:00:00.000005Z"
            for (time, people) in [
                (moment, ["u_1", "u_2"]), ("2026-11-21T09:00:00Z", ["u_3"]),
                (moment.advanced(bySeconds: 60), ["u_4"]),
            ] {
                for person in people { try await tenant.grant(to: person) }
                try await scratch.database.numberChanges(at: time)
            }
            #expect(
                try await tenant.changes().map { $0["number"] } == [
                    1_795_255_200_000_005, 1_795_255_200_000_006, 1_795_255_200_000_007,
                    1_795_255_260_000_005,
                ])
        }
    }

    @Test("a transaction that stays open delays no other, and comes after them")
    func held() async throws {
        try await ScratchDatabase.with { scratch in
            let tenant = try await TestTenant.create(in: scratch.database)
            try await AdministrationConnection.withConnection(
                to: scratch.superuserConnectionString
            ) { late in
                try await late.execute("begin; \(tenant.pendingChanges(["u_late"]))")
                try await tenant.grant(to: "u_1")
                #expect(try await tenant.toldChanges() == ["entitlements_changed u_1 grant"])
                try await late.execute("commit")
            }
            #expect(try await tenant.toldChanges(after: 1) == ["test u_late test"])
            #expect(try await tenant.changes().map { $0["number"] } == [1, 2])
        }
    }

    @Test("while another call numbers a tenant, the others go on and the rest is told")
    func raced() async throws {
        try await ScratchDatabase.with { scratch in
            let tenant = try await TestTenant.create(in: scratch.database)
            let other = try await TestTenant.create(in: scratch.database)
            for one in [tenant, other] {
                try await one.grant(to: "u_1")
                _ = try await one.changes()
            }
            for one in [tenant, other] { try await one.grant(to: "u_2") }
            try await scratch.whileHolding(
                """
                select from entitlements.change_heads where tenant_id = '\(tenant.id)' for update
                """
            ) {
                let done = try await scratch.number(maximum: 10)
                #expect(done.numbered == 1)
                #expect(!done.isDone)
                #expect(done.delayMilliseconds >= 0)
            }
            #expect(try await other.changes().count == 2)
            #expect(try await scratch.number(maximum: 10).isDone)
            #expect(try await tenant.changes().map { $0["number"] } == [1, 2])
        }
    }

    @Test("numbering notifies each tenant that has new numbers")
    func notifies() async throws {
        try await ScratchDatabase.with { scratch in
            let tenant = try await TestTenant.create(in: scratch.database)
            var payloads = scratch.database.payloads(on: .changes).makeAsyncIterator()
            #expect(await payloads.next() == .some(nil))
            try await tenant.grant(to: "u_1")
            try await scratch.database.numberChanges()
            #expect(await payloads.next() == tenant.id.uuidString.lowercased())
        }
    }
}

extension ScratchDatabase {
    fileprivate func number(maximum: Int32) async throws -> NumberChanges.Row {
        try await database.callOne(
            NumberChanges(maximum: maximum, asOf: "1970-01-01T00:00:00Z"))
    }
}

extension TestTenant {
    /// Writes a change about each app user.
    func pendingChanges(_ appUserIDs: [String]) -> String {
        """
        insert into entitlements.pending_changes
               (tenant_id, kind, app_user_id, cause, happened_at, recorded_at)
        select '\(id)', 'test', id, 'test', now(), clock_timestamp()
          from unnest('{\(appUserIDs.joined(separator: ","))}'::text[]) as id;
        """
    }
}
