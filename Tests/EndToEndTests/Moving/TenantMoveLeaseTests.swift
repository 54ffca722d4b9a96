import Foundation
import Glibc
import TestSupport
import Testing

/// Writes are refused for as long as the command lives, and some seconds more.
@Suite("The lease of a move", .serialized, .timeLimit(.minutes(10)))
struct TenantMoveLeaseTests {
    @Test("killed while writes are refused: they are taken again, and the move goes on later")
    func killed() async throws {
        try await TwoInstallations.with { two in
            let key = try await two.old.run(
                ["keys", "create", "--kind", "read", "--tenant", "stockpot"])
            try await two.old.serve { old in
                try await Self.holdUp(two) { process in
                    process.send(signal: SIGKILL)
                    _ = await process.exit()
                }
                try await Self.expectTakenAgain(by: old)
                let lines = try await two.move()
                #expect(lines.last?.hasPrefix("moved:") == true, "\(lines)")
            }
            try await Self.expectArrived(at: two, key)
        }
    }

    @Test("a command that slept finds that its lease was lost, and compares all again")
    func slept() async throws {
        try await TwoInstallations.with { two in
            let key = try await two.old.run(
                ["keys", "create", "--kind", "read", "--tenant", "stockpot"])
            try await two.old.serve { old in
                try await Self.holdUp(two) { process in
                    // It is held up at a line that is not read, and goes on with its lease.
                    for _ in 1...4 {
                        let before = try await Self.move(in: two, "fenced_until")
                        let isProlonged = try await eventually(withinSeconds: 30) {
                            try await Self.move(in: two, "fenced_until") != before
                        }
                        #expect(isProlonged)
                    }
                    let refused = try await StandbyTests.deliver("u_late", to: old)
                    #expect(refused.text.contains("tenant_moving"), "\(refused.text)")

                    process.send(signal: SIGSTOP)
                    try await Self.expectTakenAgain(by: old)
                    process.send(signal: SIGCONT)
                    var lines: [String] = []
                    while let line = await process.nextWrite() { lines.append(line) }
                    #expect(await process.exit() == .status(0), "\(process.errorText)")
                    #expect(lines.contains { $0.hasPrefix("lost:") }, "\(lines)")
                    #expect(lines.last?.hasPrefix("moved:") == true, "\(lines)")
                }
            }
            try await Self.expectArrived(at: two, key)
        }
    }

    /// Begins a move, and lends the command while it refuses writes: it waits for its second line
    /// after `compared:` to be read.
    private static func holdUp(
        _ two: TwoInstallations, _ body: (HearthProcess) async throws -> Void
    ) async throws {
        let process = try HearthProcess(
            two.words(), environment: two.old.environment(two.old.administrator),
            printsLineByLine: true)
        while let line = await process.nextWrite(), !line.hasPrefix("compared:") {}
        let isFenced = try await eventually(withinSeconds: 30) {
            try await Self.move(in: two, "state") == "fenced"
        }
        try #require(isFenced, "\(process.errorText)")
        try await body(process)
    }

    /// A column of the move at the old database.
    private static func move(in two: TwoInstallations, _ column: String) async throws -> String? {
        try await two.old.ask(
            "select \(column) from entitlements.tenant_moves",
            as: TestCluster.superuser(of: two.old.administrator)
        ).first?.first ?? nil
    }

    /// Expects that writes are refused now, and taken again by themselves.
    private static func expectTakenAgain(by server: RunningHearth) async throws {
        let refused = try await StandbyTests.deliver("u_late", to: server)
        #expect(refused.text.contains("tenant_moving"), "\(refused.text)")
        let isTaken = try await eventually(withinSeconds: 30) {
            try await StandbyTests.deliver("u_late", to: server).status == 200
        }
        #expect(isTaken)
    }

    private static func expectArrived(at two: TwoInstallations, _ key: String) async throws {
        try await two.new.serve { new in
            let plan = try await StandbyTests.plan(of: "u_late", from: new, key)
            #expect(plan == "plus")
        }
    }

    @Test("the new database's URL may be in a file, and is named once")
    func inFile() async throws {
        try await TwoInstallations.with { two in
            let folder = TestFolder(named: "urls")
            defer { folder.remove() }
            let path = folder.path + "/db2.url"
            try FileManager.default.createDirectory(
                atPath: folder.path, withIntermediateDirectories: true)
            try (two.new.administrator + "\n").write(
                toFile: path, atomically: true, encoding: .utf8)
            let move = ["tenants", "move", "stockpot", "--dry-run"]
            let checked = try await two.old.administer(move + ["--to-file", path])
            #expect(checked.output.hasPrefix("checked: stockpot may move to"), "\(checked.error)")
            let missing = try await two.old.administer(move + ["--to-file", path + "x"])
            #expect(missing.exit == .status(66) && missing.error.contains("cannot be read"))
            for wrong in [[], ["--to", "a", "--to-file", path]] {
                let refused = try await two.old.administer(move + wrong)
                #expect(refused.error.contains("--to or --to-file"), "\(refused.error)")
            }
        }
    }
}
