import Glibc
import TestSupport
import Testing

@testable import Postgres

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

        @Test("goes on listening while nothing is said, and listens anew when its server hangs")
        func deaf() async throws {
            let name = "hearth listener of a hung server"
            var configuration = PostgresClient.Configuration(
                connectionString: try ScratchDatabase.current.connectionString)
            configuration.applicationName = name
            configuration.listenerProofMilliseconds = 200
            configuration.listenerHearingMilliseconds = 2_000
            let client = PostgresClient(configuration: configuration, logger: .silent)
            var heard = client.notifications(on: "a quiet channel").makeAsyncIterator()
            #expect(await heard.next() == .listening)

            let session = "from pg_stat_activity where application_name = '\(name)'"
            let first = try await ScratchDatabase.administer("select pid \(session)")
            let process = try #require(first.first?[0].flatMap { pid_t($0) })
            // Two proofs later it is still the same session.
            let since = try await ScratchDatabase.administer("select query_start \(session)")
            let later = "select count(*) \(session) and query_start > '\(since[0][0] ?? "")'"
            #expect(try await ScratchDatabase.waits(for: "1", later))
            #expect(try await ScratchDatabase.administer("select pid \(session)") == first)

            kill(process, SIGSTOP)
            defer { kill(process, SIGCONT) }
            #expect(await heard.next() == .listening)
            try await ScratchDatabase.administer("select pg_notify('a quiet channel', 'again')")
            #expect(await heard.next() == .notified(payload: "again"))
        }

        @Test("a subscriber that is cancelled while it is notified holds up no other")
        func cancelled() async throws {
            let client = PostgresClient(
                configuration: .init(
                    connectionString: try ScratchDatabase.current.connectionString),
                logger: .silent)
            var witness = client.notifications(on: "busy").makeAsyncIterator()
            #expect(await witness.next() == .listening)
            for round in 1...50 {
                let subscribers = (1...20).map { _ in
                    Task { for await _ in client.notifications(on: "busy") {} }
                }
                async let notified = ScratchDatabase.administer(
                    "select pg_notify('busy', '\(round) ' || one) from generate_series(1, 200) one")
                for subscriber in subscribers { subscriber.cancel() }
                for subscriber in subscribers { await subscriber.value }
                _ = try await notified
            }
            #expect(await witness.next() != nil)
        }

        @Test("subscribers of several channels share one connection, and each hears its own")
        func shares() async throws {
            let name = "hearth shared listener"
            var configuration = PostgresClient.Configuration(
                connectionString: try ScratchDatabase.current.connectionString)
            configuration.applicationName = name
            let client = PostgresClient(configuration: configuration, logger: .silent)
            var one = client.notifications(on: "one").makeAsyncIterator()
            #expect(await one.next() == .listening)
            // This one comes while the connection listens already, on a channel of its own or not.
            var other = client.notifications(on: "other").makeAsyncIterator()
            var second = client.notifications(on: "one").makeAsyncIterator()
            #expect(await other.next() == .listening)
            #expect(await second.next() == .listening)

            let query =
                "select count(*) from pg_stat_activity where application_name = '\(name)'"
            for payload in ["first", "after a loss"] {
                try await ScratchDatabase.administer(
                    "select pg_notify('one', '\(payload)'), pg_notify('other', 'of other')")
                #expect(await one.next() == .notified(payload: payload))
                #expect(await second.next() == .notified(payload: payload))
                #expect(await other.next() == .notified(payload: "of other"))
                #expect(try await ScratchDatabase.administer(query) == [["1"]])
                try await terminate(named: name)
                #expect(await one.next() == .listening)
                #expect(await second.next() == .listening)
                #expect(await other.next() == .listening)
            }
        }

        @Test("a subscriber that does not read holds up no other, and hears that it missed some")
        func slow() async throws {
            let client = PostgresClient(
                configuration: PostgresClient.Configuration(
                    connectionString: try ScratchDatabase.current.connectionString),
                logger: .silent)
            var slow = client.notifications(on: "busy").makeAsyncIterator()
            var quick = client.notifications(on: "busy").makeAsyncIterator()
            #expect(await slow.next() == .listening)
            #expect(await quick.next() == .listening)
            let count = NotificationInbox.maximumWaiting
            for number in 1...count + 1 {
                try await ScratchDatabase.administer("select pg_notify('busy', '\(number)')")
                #expect(await quick.next() == .notified(payload: "\(number)"))
            }
            #expect(await slow.next() == .listening)
            // What waits is kept once.
            try await ScratchDatabase.administer("select pg_notify('busy', 'again')")
            try await ScratchDatabase.administer("select pg_notify('busy', 'again')")
            try await ScratchDatabase.administer("select pg_notify('busy', 'last')")
            while let heard = await quick.next(), heard != .notified(payload: "last") {}
            #expect(await slow.next() == .notified(payload: "again"))
            #expect(await slow.next() == .notified(payload: "last"))
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
