import EntitlementsDatabase
import Postgres
import TestSupport
import Testing

@Suite("The channels of the database")
struct ChannelTests {
    @Test("a server's five readers share one connection, and go on after its loss")
    func shared() async throws {
        try await ScratchDatabase.with { own in
            let name = "hearth listener of five"
            var configuration = PostgresClient.Configuration(connectionString: own.connectionString)
            configuration.applicationName = name
            let database = Database(
                client: PostgresClient(configuration: configuration, logger: .silent))
            let channels: [Database.Channel] = [
                .tenants, .webhookEvents, .transactions, .changes, .changes,
            ]
            var readers = channels.map { database.payloads(on: $0).makeAsyncIterator() }
            let sessions = "from pg_stat_activity where application_name = '\(name)'"
            for payload in ["before", "after"] {
                for index in readers.indices { #expect(await readers[index].next() == .some(nil)) }
                for channel in Set(channels) {
                    try await own.administer(
                        "select pg_notify('\(channel.rawValue)', '\(payload)')")
                }
                for index in readers.indices {
                    #expect(await readers[index].next() == .some(payload))
                }
                #expect(try await own.ask("select count(*) \(sessions)") == "1")
                try await own.administer("select pg_terminate_backend(pid) \(sessions)")
            }
        }
    }
}
