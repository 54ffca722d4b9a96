import Postgres
import Testing

extension PostgresTests {
    @Suite("A call that finds no free connection")
    struct WaitingTests {
        @Test("waits until its deadline")
        func deadline() async throws {
            try await withClient(named: "hearth deadline") {
                $0.writeConnections = 1
                $0.connectionWaitMilliseconds = 300
            } _: { client in
                let running = Task { try await client.call(WriteNap(milliseconds: 1_500), in: nil) }
                #expect(try await isNapping("hearth deadline"))
                let took = await ContinuousClock().measure {
                    #expect(await failure(of: Backend(), on: client) == .waitedTooLong)
                }
                #expect(took >= .milliseconds(300))
                // The deadline is for the wait, not for the work.
                _ = try await running.value
            }
        }

        @Test("is refused when too many wait")
        func tooMany() async throws {
            try await withClient(named: "hearth crowd") {
                $0.writeConnections = 1
                $0.waitingCallsMaximum = 3
            } _: { client in
                let running = Task { try await client.call(WriteNap(milliseconds: 1_000), in: nil) }
                #expect(try await isNapping("hearth crowd"))
                let errors = await withTaskGroup(of: PostgresError?.self) { group in
                    for _ in 0..<10 {
                        group.addTask { await failure(of: Backend(), on: client) }
                    }
                    return await group.reduce(into: []) { $0.append($1) }
                }
                _ = try await running.value
                #expect(errors.count { $0 == nil } == 3)
                #expect(errors.count { $0 == .tooManyWaiting } == 7)
            }
        }

        @Test("is not held up as a read by writes, however slow")
        func writesDelayNoRead() async throws {
            try await withClient(named: "hearth slow writes") { client in
                let writes = (0..<6).map { _ in
                    Task { try await client.call(WriteNap(milliseconds: 2_000), in: nil) }
                }
                #expect(try await isNapping("hearth slow writes", connections: 2))
                let took = try await ContinuousClock().measure {
                    for number in 0..<100 {
                        let back = try await client.call(Echo(value: Int32(number)), in: nil)
                        #expect(back == [Int32(number)])
                    }
                }
                #expect(took < .seconds(2))
                writes.forEach { $0.cancel() }
                for write in writes { _ = await write.result }
            }
        }

        @Test("as a read shares connections with as many as they carry")
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
