import EntitlementsDatabase
import Migrations
import Postgres
import Synchronization
import TestSupport
import Testing

/// An upgrade while servers of both releases work, and the step back.
@Suite("Two releases at once", .timeLimit(.minutes(5)))
struct TwoReleasesTests {
    @Test("no call of either fails while another is installed, used, left and dropped")
    func underLoad() async throws {
        try await ScratchDatabase.with { own in
            let scratch = EmptyDatabase(connectionString: own.connectionString)
            let tenant = try await TestTenant.create(in: own.database)
            try await Load.with(on: tenant, "old") { old in
                try await scratch.migrate(to: .other)
                try await ScratchDatabase.lend(scratch.connectionString, of: .other) { other in
                    let deployment = try await other.database.callOne(GetDeployment())
                    #expect(deployment.schemaVersion == 1_000)
                    let same = TestTenant(
                        id: tenant.id, slug: tenant.slug, database: other.database)
                    try await Load.with(on: same, "new") { new in
                        try await old.goOn()
                        try await new.goOn()
                        // The step back, by the old release's migrator.
                        try await scratch.migrate(to: .embedded)
                        try await old.goOn()
                        try await new.goOn()
                    }
                }
                try await scratch.age(minutes: 61)
                let report = try await scratch.migrate(to: .embedded)
                #expect(report.droppedReleases == [Schema.other.functionsSchema])
                try await old.goOn()
            }
        }
    }
}

/// Webhook events and lookups, one after the other in each of four tasks.
private final class Load: Sendable {
    private let tenant: TestTenant
    private let name: String
    private let rounds = Mutex(0)
    private let isOver = Mutex(false)

    private init(on tenant: TestTenant, _ name: String) {
        self.tenant = tenant
        self.name = name
    }

    /// Goes on until the body ends; throws the first failure of a call.
    static func with(
        on tenant: TestTenant, _ name: String, _ body: (Load) async throws -> Void
    ) async throws {
        let load = Load(on: tenant, name)
        try await withThrowingTaskGroup(of: Void.self) { group in
            for task in 0..<4 { group.addTask { try await load.run(task) } }
            do {
                try await body(load)
            } catch {
                load.isOver.withLock { $0 = true }
                throw error
            }
            load.isOver.withLock { $0 = true }
            try await group.waitForAll()
        }
    }

    /// Waits for twenty more rounds.
    func goOn() async throws {
        let wanted = rounds.withLock { $0 + 20 }
        let isDone = await eventually { rounds.withLock { $0 >= wanted } || isEnded }
        #expect(isDone && !isEnded, "\(name)")
    }

    private var isEnded: Bool { isOver.withLock(\.self) }

    private func run(_ task: Int) async throws {
        var number = 0
        defer { isOver.withLock { $0 = true } }
        while !isEnded {
            let person = "\(name)_\(task)_\(number)"
            let bought = RevenueCatEvent.initialPurchase(
                id: person, appUserID: person, originalTransactionID: person)
            #expect(try await tenant.receive(bought).status == "applied")
            let moment = RevenueCatEvent.defaultPurchase.advanced(byDays: 1)
            #expect(try await tenant.standing(of: person, at: moment).isActive)
            number += 1
            rounds.withLock { $0 += 1 }
        }
    }
}
