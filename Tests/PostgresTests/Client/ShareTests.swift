import Postgres
import Testing

extension PostgresTests {
    @Suite("The share of a tenant in a pool", .timeLimit(.minutes(5)))
    struct ShareTests {
        private static let napMilliseconds = 600_000
        private let longNap = WriteNap(milliseconds: Int32(napMilliseconds))

        @Test("is half of the connections for writes, and other tenants have the rest")
        func writes() async throws {
            try await withClient(named: "hearth share") {
                $0.writeConnections = 4
                $0.connectionWaitMilliseconds = 300
                $0.statementTimeoutMilliseconds = Self.napMilliseconds
            } _: { (client) async throws in
                let naps = (0..<2).map { _ in
                    Task { await failure(of: longNap, in: .test("one"), on: client) }
                }
                #expect(try await isNapping("hearth share", connections: 2))
                #expect(
                    await failure(of: Backend(), in: .test("one"), on: client) == .waitedTooLong)
                for other in ["two", "three"] {
                    #expect(await failure(of: Backend(), in: .test(other), on: client) == nil)
                }
                // A call of no tenant, too.
                #expect(await failure(of: Backend(), on: client) == nil)
                naps.forEach { $0.cancel() }
                for nap in naps { #expect(await nap.value == .cancelled) }
                #expect(await failure(of: Backend(), in: .test("one"), on: client) == nil)
            }
        }

        @Test("is half of the places to wait in")
        func waiting() async throws {
            try await withClient(named: "hearth share of places") {
                $0.writeConnections = 2
                $0.waitingCallsMaximum = 8
                $0.statementTimeoutMilliseconds = Self.napMilliseconds
            } _: { (client) async throws in
                let nap = Task { await failure(of: longNap, in: .test("one"), on: client) }
                #expect(try await isNapping("hearth share of places"))
                let errors = await withTaskGroup(of: PostgresError?.self) { group in
                    for _ in 0..<10 {
                        group.addTask {
                            await failure(of: Backend(), in: .test("one"), on: client)
                        }
                    }
                    var errors: [PostgresError?] = []
                    for await error in group {
                        errors.append(error)
                        // The others wait for their tenant's share.
                        if errors.count == 6 { nap.cancel() }
                    }
                    return errors
                }
                #expect(errors.prefix(6).allSatisfy { $0 == .tooManyWaiting })
                #expect(errors.suffix(4).allSatisfy { $0 == nil })
            }
        }

        @Test("goes to the tenant with the fewest calls under way")
        func fair() async throws {
            try await withClient(named: "hearth fair share") {
                $0.writeConnections = 2
                $0.statementTimeoutMilliseconds = Self.napMilliseconds
            } _: { (client) async throws in
                let naps = ["one", "two"].map { tenant in
                    Task { await failure(of: longNap, in: .test(tenant), on: client) }
                }
                #expect(try await isNapping("hearth fair share", connections: 2))
                let flood = (0..<20).map { _ in
                    Task { await failure(of: longNap, in: .test("one"), on: client) }
                }
                let other = Task { await failure(of: Backend(), in: .test("three"), on: client) }
                // The place of two: one has its share.
                naps[1].cancel()
                #expect(await other.value == nil)
                (naps + flood).forEach { $0.cancel() }
                for nap in naps + flood { #expect(await nap.value == .cancelled) }
            }
        }

        @Test("slow reads, and what is rolled back, hold up neither reads nor writes")
        func slow() async throws {
            try await withClient(named: "hearth slow reads") {
                $0.writeConnections = 1
                $0.slowConnections = 1
                $0.statementTimeoutMilliseconds = Self.napMilliseconds
            } _: { (client) async throws in
                let backend = try await client.call(Backend(), in: nil)
                let nap = Task {
                    await PostgresClient.$readsSlowly.withValue(true) {
                        await failure(
                            of: Nap(milliseconds: Int32(Self.napMilliseconds)), on: client)
                    }
                }
                #expect(try await isNapping("hearth slow reads"))
                _ = try await client.call(Echo(value: Int32(1)), in: nil)
                let same = try await client.call(Backend(), in: nil)
                #expect(same == backend)
                nap.cancel()
                #expect(await nap.value == .cancelled)
                let word = WriteWord(word: "of a slow connection", rollsBack: true)
                let tried = try await client.call(word, in: nil).count
                #expect(tried == 1)
                #expect(try await count(of: "of a slow connection") == "0")
            }
        }
    }
}
