import Postgres
import Synchronization
import Testing

extension PostgresTests {
    @Suite("Functions rebuilt under a running client")
    struct RebuiltFunctionTests {
        @Test("calls succeed after a rebuild, even with another result type")
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

        @Test("a dropped function is missing until it is back")
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

        @Test("no call of 16 clients fails during 50 rebuilds")
        func underLoad() async throws {
            try await rebuild(answering: "text", with: "'x'")
            try await withClient {
                $0.readConnections = 2
                $0.writeConnections = 8
            } _: { client in
                let rebuilding = Flag()
                let counts = try await withThrowingTaskGroup(of: Int.self) { group in
                    for number in 0..<16 {
                        group.addTask {
                            var calls = 0
                            while rebuilding.isSet {
                                let answer =
                                    try await number.isMultiple(of: 2)
                                    ? client.call(Rebuilt<String>(), in: nil)
                                    : client.call(RebuiltWrite(), in: nil)
                                #expect(answer == ["x"])
                                calls += 1
                            }
                            return calls
                        }
                    }
                    for _ in 0..<50 { try await rebuild(answering: "text", with: "'x'") }
                    rebuilding.clear()
                    return try await group.reduce(into: []) { $0.append($1) }
                }
                #expect(counts.allSatisfy { $0 > 0 })
            }
        }

        /// Drops and rebuilds the schema in one transaction, as a migration does.
        private func rebuild(answering type: String, with answer: String) async throws {
            try await ScratchDatabase.administer(
                """
                drop schema api cascade;
                \(ScratchDatabase.functions)
                create function api.rebuilt() returns table (answer \(type))
                    language sql stable begin atomic select \(answer); end;
                create function api.nested() returns text language plpgsql as
                    'begin return (select here.answer from api.rebuilt() as here); end';
                create function api.rebuilt_write() returns table (answer text) language plpgsql as
                    'begin return query select api.nested(); end';
                """)
        }
    }
}

/// Tells tasks whether to continue.
private final class Flag: Sendable {
    private let value = Mutex(true)

    var isSet: Bool { value.withLock(\.self) }

    func clear() { value.withLock { $0 = false } }
}

/// A function that calls another by name, as ours do.
private struct RebuiltWrite: TextCall {
    static let function = "rebuilt_write"
    static let access = FunctionAccess.write
    static let parameters: [Field] = []

    func encode(into arguments: inout Arguments) throws(PostgresError) {}
}

/// A function that is dropped and rebuilt.
private struct Rebuilt<Value: PostgresCodable>: FunctionCall {
    static var function: String { "rebuilt" }
    static var access: FunctionAccess { .read }
    static var parameters: [Field] { [] }
    static var columns: [Field] { [Field("answer", Value.postgresType)] }

    func encode(into arguments: inout Arguments) throws(PostgresError) {}

    static func decode(_ row: inout Cells) throws(PostgresError) -> Value { try row.next() }
}
