import Foundation
import TestSupport
import Testing

@testable import Postgres

extension PostgresTests {
    @Suite("Several hosts")
    struct SeveralHostsTests {
        @Test(
            "reads and writes find the host that takes writes, after one that is away",
            arguments: ["read-write", "primary", "any"])
        func found(target: String) async throws {
            let socket = try await ScratchDatabase.administer(
                "select split_part(current_setting('unix_socket_directories'), ',', 1)")
            let folder = try #require(socket.first?.first ?? nil)
            let place = try ScratchDatabase.connectionString(through: "/nowhere,\(folder)")
            try await withClient(to: "\(place),5432 target_session_attrs=\(target)") { client in
                let read = try await client.call(ScopeSeen(), in: nil)
                let written = try await client.call(ScopeSeenByWrite(), in: nil)
                #expect(read == [""] && written == [""])
            }
        }

        @Test(
            "a host that hangs costs a quarter of a second, wherever it stands",
            arguments: [0, 1])
        func hung(place: Int) async throws {
            let silent = try OccupiedPort()
            let socket = try await ScratchDatabase.administer(
                "select split_part(current_setting('unix_socket_directories'), ',', 1)")
            var hosts = [(try #require(socket.first?.first ?? nil), 5432)]
            hosts.insert(("127.0.0.1", silent.port), at: place)
            let string =
                try ScratchDatabase.connectionString(
                    through: hosts.map(\.0).joined(separator: ","))
                + " port=\(hosts.map { "\($0.1)" }.joined(separator: ","))"
            let begin = ContinuousClock.now
            let handle = try ConnectionHandle.connect(
                to: string, parameters: [("connect_timeout", "20")])
            #expect(begin.duration(to: .now) < .seconds(15))
            let executes = handle.execute("listen anything")
            #expect(executes)
        }

        @Test("a host that has refused is asked again while another one hangs")
        func again() async throws {
            let silent = try OccupiedPort()
            let folder = TestFolder(named: "later")
            defer { folder.remove() }
            let socket = try await ScratchDatabase.administer(
                "select split_part(current_setting('unix_socket_directories'), ',', 1)")
            let later = folder.path + "/socket"
            let string =
                try ScratchDatabase.connectionString(through: "\(later),127.0.0.1")
                + " port=5432,\(silent.port)"
            let connecting = Task.detached {
                try ConnectionHandle.connect(to: string, parameters: [("connect_timeout", "20")])
                    .execute("listen anything")
            }
            #expect(await eventually(withinSeconds: 20) { silent.isVisited })
            try FileManager.default.createSymbolicLink(
                atPath: later, withDestinationPath: try #require(socket.first?.first ?? nil))
            let executes = try await connecting.value
            #expect(executes)
        }

        @Test("hosts that all refuse are asked once")
        func refused() async throws {
            let socket = try await ScratchDatabase.administer(
                "select split_part(current_setting('unix_socket_directories'), ',', 1)")
            let folder = try #require(socket.first?.first ?? nil)
            let string =
                try ScratchDatabase.connectionString(through: "\(folder),\(folder)")
                + " target_session_attrs=read-write"
                + " options='-c default_transaction_read_only=on'"
            let error = #expect(throws: PostgresError.self) {
                _ = try ConnectionHandle.connect(to: string, parameters: [])
            }
            let words = "\(try #require(error))"
            #expect(words.components(separatedBy: "session is read-only").count == 3, "\(words)")
        }

        @Test("each host says why it cannot be reached, and a hung one ends in time")
        func none() throws {
            let silent = try OccupiedPort()
            let string = "host=/nowhere,127.0.0.1 port=5432,\(silent.port) dbname=none"
            let error = #expect(throws: PostgresError.self) {
                _ = try ConnectionHandle.connect(to: string, parameters: [("connect_timeout", "1")])
            }
            let words = "\(try #require(error))"
            #expect(words.contains("/nowhere") && words.contains("no answer in time"))
        }

        @Test("a connection without its server ends soon, unless the string says otherwise")
        func silence() {
            func option(_ name: String, of connectionString: String) -> String? {
                PostgresClient.Configuration(connectionString: connectionString)
                    .target(isReadOnly: false).parameters.last { $0.name == name }?.value
            }
            #expect(option("keepalives_idle", of: "host=a") == "10")
            #expect(option("tcp_user_timeout", of: "host=a") == "25000")
            #expect(option("keepalives_idle", of: "host=a keepalives_idle=99") == nil)
            #expect(option("tcp_user_timeout", of: "postgresql://a?tcp_user_timeout=9") == nil)
        }
    }
}
