import Postgres
import Testing

extension PostgresTests {
    @Suite("A call that is rolled back")
    struct RolledBackCallTests {
        @Test("answers and keeps nothing, and the next call on its connection is committed")
        func answered() async throws {
            try await withClient {
                $0.writeConnections = 1
            } _: { client in
                for round in 0..<3 {
                    let backend = try await client.call(Backend(), in: nil)
                    let rows = try await client.call(
                        WriteWord(word: "tried", rollsBack: true), in: .test("tenant")
                    ).count
                    #expect(rows == 1)
                    _ = try await client.call(WriteWord(word: "kept"), in: nil)
                    let scope = try await client.call(ScopeSeenByWrite(), in: nil)
                    #expect(scope == [""])
                    let same = try await client.call(Backend(), in: nil)
                    #expect(same == backend)
                    #expect(try await count(of: "tried") == "0")
                    #expect(try await count(of: "kept") == "\(round + 1)")
                }
            }
        }

        @Test("may be refused, and its connection stays usable")
        func refused() async throws {
            try await withClient {
                $0.writeConnections = 1
            } _: { client in
                for round in 0..<3 {
                    let backend = try await client.call(Backend(), in: nil)
                    #expect(
                        await failure(of: RefuseInDryRun(), in: .test("tenant"), on: client)
                            == .raised(
                                status: 409, code: "a_code", detail: "A sentence.", members: nil))
                    _ = try await client.call(WriteWord(word: "after refusals"), in: nil)
                    let same = try await client.call(Backend(), in: nil)
                    #expect(same == backend)
                    #expect(try await count(of: "after refusals") == "\(round + 1)")
                }
            }
        }

        @Test("keeps nothing among calls that are committed at the same time")
        func raced() async throws {
            try await withClient { client in
                try await withThrowingTaskGroup(of: Void.self) { group in
                    for number in 0..<60 {
                        let isTried = number.isMultiple(of: 2)
                        group.addTask {
                            _ = try await client.call(
                                WriteWord(
                                    word: isTried ? "tried at once" : "kept at once",
                                    rollsBack: isTried), in: .test("\(number)"))
                        }
                        group.addTask { _ = await failure(of: RefuseInDryRun(), on: client) }
                    }
                    try await group.waitForAll()
                }
            }
            #expect(try await count(of: "tried at once") == "0")
            #expect(try await count(of: "kept at once") == "30")
        }

        @Test("may be cancelled at any stage, and the next call is committed")
        func cancelled() async throws {
            try await withClient {
                $0.writeConnections = 1
            } _: { client in
                for round in 0..<300 {
                    let first = Task {
                        await failure(
                            of: WriteWord(word: "cancelled try", rollsBack: true), on: client)
                    }
                    for _ in 0..<round { await Task.yield() }
                    let second = Task {
                        try await client.call(WriteWord(word: "after cancelling"), in: nil)
                    }
                    first.cancel()
                    _ = await first.value
                    _ = try await second.value
                }
            }
            #expect(try await count(of: "cancelled try") == "0")
            #expect(try await count(of: "after cancelling") == "300")
        }
    }
}
