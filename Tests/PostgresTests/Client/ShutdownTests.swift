import Postgres
import ServiceLifecycle
import TestSupport
import Testing

extension PostgresTests {
    @Suite("A client that shuts down")
    struct ShutdownTests {
        @Test("finishes running calls, refuses new ones, and disconnects")
        func graceful() async throws {
            let name = "hearth leaving"
            var configuration = PostgresClient.Configuration(
                connectionString: try ScratchDatabase.current.connectionString)
            configuration.applicationName = name
            configuration.writeConnections = 1
            let client = PostgresClient(configuration: configuration, logger: .silent)
            let group = ServiceGroup(
                configuration: .init(services: [.init(service: client)], logger: .silent))
            let run = Task { try await group.run() }

            let write = Task {
                await failure(of: WriteWord(word: "parting", milliseconds: 700), on: client)
            }
            #expect(try await isNapping(name))
            let waiting = Task { await failure(of: Backend(), on: client) }
            await group.triggerGracefulShutdown()
            var refused: PostgresError?
            while refused == nil { refused = await failure(of: ScopeSeen(), on: client) }
            #expect(refused == .shutdown)
            #expect(await write.value == nil)
            _ = await waiting.value
            try await run.value
            #expect(try await count(of: "parting") == "1")
            #expect(await failure(of: Backend(), on: client) == .shutdown)
            let isGone = try await ScratchDatabase.waits(
                for: "0",
                "select count(*) from pg_stat_activity where application_name = '\(name)'")
            #expect(isGone)
        }
    }
}
