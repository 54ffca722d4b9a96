import Postgres
import Testing

extension PostgresTests {
    @Suite("When functions are rebuilt under a client that lives on")
    struct RebuiltFunctionTests {
        @Test("calls go on working, also with another result")
        func rebuilt() async throws {
            try await withClient { client in
                try await rebuild(answering: "text", with: "'one'")
                let one = try await client.call(Rebuilt<String>(), in: nil)
                #expect(one == ["one"])

                try await rebuild(answering: "text", with: "'two'")
                let two = try await client.call(Rebuilt<String>(), in: nil)
                #expect(two == ["two"])

                try await rebuild(answering: "int4", with: "3")
                let three = try await client.call(Rebuilt<Int32>(), in: nil)
                #expect(three == [3])
                #expect(
                    await failure(of: Rebuilt<String>(), on: client)
                        == .decoding("The columns are not of the types that the call names."))
            }
        }

        @Test("a function that is gone is missing, and there again when it is back")
        func gone() async throws {
            try await withClient { client in
                try await rebuild(answering: "text", with: "'here'")
                _ = try await client.call(Rebuilt<String>(), in: nil)
                try await ScratchDatabase.administer("drop function api.rebuilt")
                let missing = await failure(of: Rebuilt<String>(), on: client)
                #expect(missing == .server(sqlState: "42883"))
                try await rebuild(answering: "text", with: "'back'")
                let back = try await client.call(Rebuilt<String>(), in: nil)
                #expect(back == ["back"])
            }
        }

        @Test("nobody who calls meanwhile notices")
        func underLoad() async throws {
            try await rebuild(answering: "text", with: "'x'")
            try await withClient {
                $0.readConnections = 2
            } _: { client in
                try await withThrowingTaskGroup(of: Void.self) { group in
                    for _ in 0..<8 {
                        group.addTask {
                            for _ in 0..<200 {
                                let answer = try await client.call(Rebuilt<String>(), in: nil)
                                #expect(answer == ["x"])
                            }
                        }
                    }
                    for _ in 0..<20 { try await rebuild(answering: "text", with: "'x'") }
                    try await group.waitForAll()
                }
            }
        }

        /// Drops the whole schema and makes it anew in one transaction, as a migration does.
        private func rebuild(answering type: String, with answer: String) async throws {
            try await ScratchDatabase.administer(
                """
                drop schema api cascade;
                \(ScratchDatabase.functions)
                create function api.rebuilt() returns table (answer \(type))
                    language sql stable begin atomic select \(answer); end;
                """)
        }
    }
}

/// A function that comes and goes.
private struct Rebuilt<Value: PostgresCodable>: FunctionCall {
    static var function: String { "rebuilt" }
    static var access: FunctionAccess { .read }
    static var parameters: [Parameter] { [] }
    static var columns: [Column] { [Column("answer", Value.postgresType)] }

    func encode(into arguments: inout Arguments) throws(PostgresError) {}

    static func decode(_ row: inout Cells) throws(PostgresError) -> Value { try row.next() }
}
