import Postgres
import Testing

extension PostgresTests {
    /// Calls that hold a connection sleep longer than a test may take, on any machine.
    @Suite("A call that finds no free connection", .timeLimit(.minutes(5)))
    struct WaitingTests {
        private static let napMilliseconds = 600_000
        private let longNap = WriteNap(milliseconds: Int32(napMilliseconds))

        @Test("waits until its deadline")
        func deadline() async throws {
            try await withClient(named: "hearth deadline") {
                $0.writeConnections = 1
                $0.connectionWaitMilliseconds = 300
                $0.statementTimeoutMilliseconds = Self.napMilliseconds
            } _: { (client) async throws in
                let running = Task { await failure(of: longNap, on: client) }
                #expect(try await isNapping("hearth deadline"))
                let took = await ContinuousClock().measure {
                    #expect(await failure(of: Backend(), on: client) == .waitedTooLong)
                }
                #expect(took >= .milliseconds(300))
                // The deadline limits the wait, not the call.
                running.cancel()
                #expect(await running.value == .cancelled)
            }
        }

        @Test("is refused when too many wait")
        func tooMany() async throws {
            try await withClient(named: "hearth crowd") {
                $0.writeConnections = 1
                $0.waitingCallsMaximum = 3
                $0.statementTimeoutMilliseconds = Self.napMilliseconds
            } _: { (client) async throws in
                let running = Task { await failure(of: longNap, on: client) }
                #expect(try await isNapping("hearth crowd"))
                let errors = await withTaskGroup(of: PostgresError?.self) { group in
                    for _ in 0..<10 {
                        group.addTask { await failure(of: Backend(), on: client) }
                    }
                    var errors: [PostgresError?] = []
                    for await error in group {
                        errors.append(error)
                        // The others wait until there is a connection.
                        if errors.count == 7 { running.cancel() }
                    }
                    return errors
                }
                #expect(errors.prefix(7).allSatisfy { $0 == .tooManyWaiting })
                #expect(errors.suffix(3).allSatisfy { $0 == nil })
            }
        }

        @Test("does not wait for slow writes if it is a read")
        func writesDelayNoRead() async throws {
            try await withClient(named: "hearth slow writes") {
                $0.statementTimeoutMilliseconds = Self.napMilliseconds
            } _: { client in
                let writes = (0..<6).map { _ in Task { await failure(of: longNap, on: client) } }
                #expect(try await isNapping("hearth slow writes", connections: 2))
                for number in 0..<100 {
                    let back = try await client.call(Echo(value: Int32(number)), in: nil)
                    #expect(back == [Int32(number)])
                }
                writes.forEach { $0.cancel() }
                for write in writes { #expect(await write.value == .cancelled) }
            }
        }

        @Test("shares a connection with other reads, up to the limit")
        func readsShareConnections() async throws {
            try await withClient {
                $0.readCallsInFlightPerConnection = 4
                $0.readConnections = 2
            } _: { client in
                try await withThrowingTaskGroup(of: Void.self) { group in
                    for number in 0..<2_000 {
                        group.addTask {
                            let back = try await client.call(Echo(value: "\(number)"), in: nil)
                            #expect(back == ["\(number)"])
                        }
                    }
                    try await group.waitForAll()
                }
            }
        }
    }
}
