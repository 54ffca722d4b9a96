import Postgres
import Testing

extension PostgresTests {
    @Suite("A transaction that lost a race")
    struct LostRaceTests {
        @Test("is repeated: both calls of a deadlock succeed")
        func deadlock() async throws {
            try await withClient { client in
                async let one = client.call(LockTwo(one: 1, other: 2), in: nil)
                async let other = client.call(LockTwo(one: 2, other: 1), in: nil)
                let answers = try await [one, other]
                #expect(answers == [["both"], ["both"]])
            }
        }

        @Test("is repeated a limited number of times", arguments: ["40001", "40P01"])
        func givenUp(state: String) async throws {
            try await withClient { client in
                #expect(
                    await failure(of: Fail(state: state), on: client) == .server(sqlState: state))
            }
        }
    }
}
