import Postgres
import Testing

extension PostgresTests {
    @Suite("An administrator's connection")
    struct AdministrationConnectionTests {
        @Test("returns the rows of the last statement, as text")
        func rows() async throws {
            let rows = try await ScratchDatabase.administer(
                "select 1; select 'é', null, 2 union all select '', 'x', 3")
            #expect(rows == [["é", nil, "2"], ["", "x", "3"]])
        }

        @Test("runs a script in one transaction")
        func atomic() async throws {
            await #expect(throws: PostgresError.self) {
                try await ScratchDatabase.administer(
                    "insert into public.written values ('half'); select 1 / 0")
            }
            #expect(try await count(of: "half") == "0")
        }

        @Test("returns the server's error, and stays usable")
        func message() async throws {
            let database = try ScratchDatabase.current
            try await AdministrationConnection.withConnection(to: database.connectionString) {
                server in
                do {
                    try await server.execute("select 1 / 0")
                    Issue.record("nothing is divided by zero")
                } catch PostgresError.script(let message, let cause) {
                    #expect(message.contains("division by zero"))
                    #expect(cause.contains("22012"))
                }
                let rows = try await server.execute("select 1")
                #expect(rows == [["1"]])
            }
        }

        @Test("refuses U+0000, which would end the script early")
        func nulCharacter() async throws {
            await #expect(throws: PostgresError.nulCharacter) {
                try await ScratchDatabase.administer("select 1; \0 select 2")
            }
        }

        @Test("is closed after it was lent")
        func closes() async throws {
            let database = try ScratchDatabase.current
            let backend = try await AdministrationConnection.withConnection(
                to: database.connectionString
            ) {
                try await $0.execute("select pg_backend_pid()")[0][0] ?? ""
            }
            let isGone = try await ScratchDatabase.waits(
                for: "0", "select count(*) from pg_stat_activity where pid = \(backend)")
            #expect(isGone)
        }

        @Test("fails if it cannot connect")
        func cannotConnect() async throws {
            await #expect {
                try await AdministrationConnection.withConnection(to: "host=/nowhere") { _ in }
            } throws: { error in
                guard case .cannotConnect(let reason) = error as? PostgresError else {
                    return false
                }
                return reason.contains("/nowhere")
            }
        }
    }
}
