import Postgres
import TestSupport
import Testing

extension PostgresTests {
    @Suite("A listener")
    struct NotificationTests {
        @Test("gets an element when it listens, per notification, and when it reconnects")
        func listens() async throws {
            let name = "hearth listener"
            var configuration = PostgresClient.Configuration(
                connectionString: try ScratchDatabase.current.connectionString)
            configuration.applicationName = name
            let client = PostgresClient(configuration: configuration, logger: .silent)
            var heard = client.notifications(on: "a channel").makeAsyncIterator()

            #expect(await heard.next() == .listening)
            try await ScratchDatabase.administer("select pg_notify('a channel', 'één')")
            try await ScratchDatabase.administer("notify \"a channel\"; notify other, 'no'")
            #expect(await heard.next() == .notified(payload: "één"))
            #expect(await heard.next() == .notified(payload: ""))

            try await terminate(named: name)
            #expect(await heard.next() == .listening)
            try await ScratchDatabase.administer("select pg_notify('a channel', 'again')")
            #expect(await heard.next() == .notified(payload: "again"))
        }

        @Test("disconnects when its stream ends")
        func leaves() async throws {
            let name = "hearth listener that leaves"
            var configuration = PostgresClient.Configuration(
                connectionString: try ScratchDatabase.current.connectionString)
            configuration.applicationName = name
            let client = PostgresClient(configuration: configuration, logger: .silent)
            let reader = Task {
                for await _ in client.notifications(on: "a channel") {}
            }
            let query =
                "select count(*) from pg_stat_activity where application_name = '\(name)'"
            #expect(try await ScratchDatabase.waits(for: "1", query))
            reader.cancel()
            await reader.value
            #expect(try await ScratchDatabase.waits(for: "0", query))
        }
    }
}

/// Ends all connections with the name, and waits until they have ended.
func terminate(named name: String) async throws {
    try await ScratchDatabase.administer(
        """
        create temporary table ended as
            select pid, pg_terminate_backend(pid) from pg_stat_activity
            where application_name = '\(name)';
        do $$ begin
            while exists (select from pg_stat_activity join ended using (pid)) loop
                perform pg_sleep(0.002);
                perform pg_stat_clear_snapshot();
            end loop;
        end $$;
        """)
}
