import Postgres
import Testing

extension PostgresTests {
    @Suite("The scope of a call")
    struct ScopeTests {
        @Test("a call sees its scope, and the next call on the connection does not")
        func scopeEnds() async throws {
            try await withClient {
                $0.writeConnections = 1
            } _: { client in
                for scope in [Scope.test("one"), nil, .test("two"), nil] {
                    let read = try await client.call(ScopeSeen(), in: scope)
                    let write = try await client.call(ScopeSeenByWrite(), in: scope)
                    #expect(read == [scope?.value ?? ""])
                    #expect(write == [scope?.value ?? ""])
                }
            }
        }

        @Test("a scope that the server refuses fails only its call")
        func refusedScope() async throws {
            try await withClient { client in
                let wrong = Scope(setting: "statement_timeout", value: "soon")
                async let refused = failure(of: ScopeSeen(), in: wrong, on: client)
                async let other = client.call(ScopeSeen(), in: .test("other"))
                #expect(await refused == .server(sqlState: "22023"))
                let seen = try await other
                #expect(seen == ["other"])
            }
        }

        @Test("ten thousand calls in fifty scopes see their own, despite failures")
        func neverAnothers() async throws {
            try await withClient {
                $0.readConnections = 2
                $0.writeConnections = 4
                $0.waitingCallsMaximum = 10_000
            } _: { client in
                try await withThrowingTaskGroup(of: Int.self) { group in
                    for worker in 0..<100 {
                        group.addTask { try await foreignAnswers(worker, on: client) }
                    }
                    let foreign = try await group.reduce(0, +)
                    #expect(foreign == 0)
                }
            }
        }

        /// Makes a hundred calls, and returns the number that saw another scope.
        private func foreignAnswers(_ worker: Int, on client: PostgresClient) async throws -> Int {
            var foreign = 0
            for number in 0..<100 {
                let index = (worker + number) % 51
                let scope: Scope? = index == 50 ? nil : .test("tenant \(index)")
                let expected = [scope?.value ?? ""]
                switch (worker + number * 7) % 10 {
                case 0:
                    _ = await failure(of: Refuse(), in: scope, on: client)
                case 1:
                    _ = await failure(of: Fail(state: "P0001"), in: scope, on: client)
                case 2:
                    let call = Task { try await client.call(WriteNap(milliseconds: 1), in: scope) }
                    call.cancel()
                    if let seen = try? await call.value, seen != expected { foreign += 1 }
                case 3:
                    let call = Task { try await client.call(ScopeSeen(), in: scope) }
                    call.cancel()
                    if let seen = try? await call.value, seen != expected { foreign += 1 }
                case 4, 5:
                    let seen = try await client.call(ScopeSeenByWrite(), in: scope)
                    if seen != expected { foreign += 1 }
                default:
                    let seen = try await client.call(ScopeSeen(), in: scope)
                    if seen != expected { foreign += 1 }
                }
            }
            return foreign
        }
    }
}
