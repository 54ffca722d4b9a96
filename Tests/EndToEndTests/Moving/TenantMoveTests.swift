import Entitlements
import NIOCore
import Postgres
import TestSupport
import Testing

/// A tenant moves between two real clusters by the real command.
@Suite("A tenant moves to another database", .serialized, .timeLimit(.minutes(20)))
struct TenantMoveTests {
    private static let maximumAttempts = 40

    @Test("under load: refusals say so, no row differs, keys and secrets work, numbers go on")
    func underLoad() async throws {
        try await TwoInstallations.with { two in
            let key = try await two.old.run(
                ["keys", "create", "--kind", "secret", "--tenant", "stockpot"])
            try await two.old.ask(
                "select setval('entitlements.pending_changes_place_seq', 1000000)")
            try await two.old.serve { old in
                try await two.new.serve { new in
                    let load = MoveLoad(old: old, new: new, key: key)
                    async let delivering: Void = load.deliver()
                    async let looking: Void = load.look()
                    async let streaming: Void = Self.readStream(of: old, key)
                    try await Self.expectProgress(of: load)
                    let before = try await Self.lastNumber(at: old, key)
                    let lines = try await two.move()
                    #expect(lines.contains { $0.hasPrefix("compared again:") }, "\(lines)")
                    try await Self.expectProgress(of: load)
                    load.stop()
                    _ = try await (delivering, looking)
                    try await streaming

                    #expect(load.seen.wrong == [])
                    #expect(load.seen.refused.contains("tenant_moved"))
                    #expect(load.seen.refusedLookups == ["tenant_moved"])
                    for person in load.seen.acknowledged {
                        let found = try await load.look(person, at: new)
                        #expect(try JSONParser.parse(found.body)["plan"] == .string("plus"))
                    }
                    let after = try await Self.lastNumber(at: new, key, after: before)
                    #expect(after > before)
                    let place = try await two.new.ask(
                        "select last_value > 1000000 from entitlements.pending_changes_place_seq")
                    #expect(place == [["t"]])
                    try await Self.expectOnlyItsRows(in: two)
                }
            }
            let doctor = try await two.old.administer(["doctor", "--verbose"])
            #expect(doctor.output.contains("it has moved to"), "\(doctor.output)")
            let map = try await two.old.run(["tenants", "map", "--backend", "db1"])
            #expect(map == "digero db1")
            let keys = try await two.new.run(["tenants", "map", "--backend", "db2", "--keys"])
            #expect(keys == "\(key.split(separator: "_")[2]) db2")
        }
    }

    @Test("killed after each step and begun again, it arrives; then it is cleared")
    func killedAtEachStep() async throws {
        try await TwoInstallations.with { two in
            let key = try await two.old.run(
                ["keys", "create", "--kind", "read", "--tenant", "stockpot"])
            try await two.old.serve { old in
                #expect(try await StandbyTests.deliver("u_1", to: old).status == 200)
                var steps = 0
                var refusals: [String] = []
                for _ in 0..<Self.maximumAttempts {
                    let (lines, error) = try await two.killMove(afterLines: steps + 1)
                    guard lines.last?.hasPrefix("moved:") != true else { break }
                    // Fewer lines: it was refused, as while the killed one's session is there.
                    if lines.count == steps + 1 { steps += 1 } else { refusals.append(error) }
                }
                #expect(steps > 8, "\(refusals)")
                let doctor = try await two.old.administer(["doctor", "--verbose"])
                #expect(doctor.output.contains("stockpot moves: "), "\(doctor.output)")
                _ = try await two.move()
                let moved = try await StandbyTests.deliver("u_2", to: old)
                #expect(moved.text.contains("tenant_moved"))
            }
            let left = try await two.old.ask(
                "select slot_name from pg_replication_slots",
                as: TestCluster.superuser(of: two.old.administrator))
            #expect(left == [])
            try await two.new.serve { new in
                let answer = try await StandbyTests.deliver("u_2", to: new)
                #expect(answer.status == 200)
            }
            try await two.old.serve { old in
                // The server knows the tenant by slug and by key when its rows are deleted.
                try await Self.expectMoved(from: old, key)
                #expect(try await two.move(["--clear"]).last?.hasPrefix("cleared:") == true)
                try await Self.expectMoved(from: old, key)
            }
            // One that never knew it says so, too.
            try await two.old.serve { old in try await Self.expectMoved(from: old, key) }
            let tenants = try await two.old.run(["tenants", "list", "--json"])
            #expect(tenants.contains("digero") && !tenants.contains("stockpot"))
        }
    }

    @Test("begun again, it does not wait for the workers that copy its rows")
    func workersAreOpen() async throws {
        try await TwoInstallations.with { two in
            let announced = try await two.killMove(afterLines: 5)
            #expect(announced.lines.last?.hasPrefix("announced:") == true, "\(announced)")
            let other = TestCluster.database(
                "postgres", of: TestCluster.superuser(of: two.old.administrator))
            // A copy begins after the transactions that write, of other databases, too.
            try await AdministrationConnection.withConnection(to: other) { holder in
                try await holder.execute("begin; select pg_current_xact_id()")
                let subscribed = try await two.killMove(afterLines: 5)
                #expect(subscribed.lines.last?.hasPrefix("subscribed:") == true, "\(subscribed)")
                let isCopying = try await eventually {
                    try await two.new.ask(
                        """
                        select from pg_locks join pg_stat_activity session using (pid)
                         where locktype = 'virtualxid'
                           and session.backend_type like 'logical replication%'
                        """) != []
                }
                #expect(isCopying)
                let again = try await two.killMove(afterLines: 5)
                #expect(again.lines.last?.hasPrefix("subscribed:") == true, "\(again)")
                try await holder.execute("rollback")
            }
            _ = try await two.move()
        }
    }

    @Test("broken off after each step, nothing is left, and the old database serves it")
    func brokenOff() async throws {
        try await TwoInstallations.with { two in
            try await two.old.serve { old in
                var steps = 0
                for _ in 0..<Self.maximumAttempts {
                    let (lines, _) = try await two.killMove(afterLines: steps + 1)
                    guard !lines.contains(where: { $0.hasPrefix("switched:") }) else { break }
                    let undone = try await two.old.administer(two.words(["--abort"]))
                    // Killed before it began.
                    if undone.error.contains("it does not move") {
                        #expect(steps == 0)
                    } else if undone.error.contains("it has moved") {
                        break
                    } else {
                        #expect(undone.exit == .status(0), "\(lines) \(undone.error)")
                    }
                    try await two.expectNothingLeft("after \(lines.last ?? "")")
                    let answer = try await StandbyTests.deliver("u_\(steps)", to: old)
                    #expect(answer.status == 200, "\(lines) \(answer.text)")
                    if lines.count == steps + 1 { steps += 1 }
                }
                #expect(steps > 8)
            }
        }
    }

    @Test("a tenant that has moved cannot be broken off, nor moved elsewhere")
    func tooLate() async throws {
        try await TwoInstallations.with { two in
            _ = try await two.move()
            let late = try await two.old.administer(two.words(["--abort"]))
            #expect(late.exit == .status(65) && late.error.contains("it has moved"))
            let elsewhere = try await two.old.administer([
                "tenants", "move", "stockpot", "--to", "\(two.new.administrator) dbname=postgres",
            ])
            #expect(elsewhere.exit == .status(65) && elsewhere.error.contains("it moves to"))
            try await two.old.ask(
                "select pg_create_logical_replication_slot('hearth_move_left', 'pgoutput')",
                as: TestCluster.superuser(of: two.old.administrator))
            let doctor = try await two.old.administer(["doctor", "--verbose"])
            #expect(doctor.output.contains("the replication slot hearth_move_left is of no move"))
        }
    }

    /// Expects that lookups and webhooks of the tenant are refused, because it has moved.
    private static func expectMoved(from server: RunningHearth, _ key: String) async throws {
        let delivered = try await StandbyTests.deliver("u_3", to: server)
        #expect(delivered.text.contains("tenant_moved"), "\(delivered.text)")
        let found = try await server.request(
            "GET", "/v1/users/u_1/entitlements", authorization: "Bearer \(key)")
        #expect(found.text.contains("tenant_moved"), "\(found.text)")
    }

    /// Reads the stream of changes until it ends.
    private static func readStream(of server: RunningHearth, _ key: String) async throws {
        try await RawHTTPConnection.with(port: server.port) { connection in
            let head = """
                GET /v1/changes/stream HTTP/1.1\r
                Host: 127.0.0.1\r
                Authorization: Bearer \(key)\r
                \r

                """
            try await connection.send(Array(head.utf8))
            _ = try await connection.text(through: "\r\n0\r\n\r\n", within: .minutes(2))
        }
    }

    private static func expectProgress(of load: MoveLoad) async throws {
        let before = load.seen
        let goesOn = await eventually {
            let now = load.seen
            return now.acknowledged.count > before.acknowledged.count + 5
                && now.lookups > before.lookups + 5
        }
        #expect(goesOn, "\(load.seen)")
    }

    /// The last number of the change log; with `after`, the log must have it.
    private static func lastNumber(
        at server: RunningHearth, _ key: String, after: Int64? = nil
    ) async throws -> Int64 {
        let path = "/v1/changes" + (after.map { "?after=\($0)" } ?? "")
        let answer = try await server.request("GET", path, authorization: "Bearer \(key)")
        #expect(answer.status == 200, "\(answer.text)")
        guard case .integer(let number)? = try JSONParser.parse(answer.body)["last_number"]
        else { return 0 }
        return number
    }

    /// The new database has the rows of `stockpot` and no others.
    private static func expectOnlyItsRows(in two: TwoInstallations) async throws {
        let counted = try await two.new.ask(
            "select distinct tenant_id from entitlements.count_rows(9, 9)")
        #expect(counted.count == 1)
        #expect(try await two.new.ask("select slug from entitlements.tenants") == [["stockpot"]])
        let others = try await two.new.ask(
            """
            select from entitlements.products
             where tenant_id not in (select tenant_id from entitlements.tenants)
            """)
        #expect(others == [])
    }
}
