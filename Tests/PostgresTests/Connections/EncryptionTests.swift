import Foundation
import PrivateCluster
import TestSupport
import Testing

@testable import Postgres

@Suite("TLS on the way to the database", .timeLimit(.minutes(10)))
struct EncryptionTests {
    private static let host = "db.hearth.test"

    @Test("verify-full takes the right host of the right authority, and no other")
    func verified() async throws {
        try await withServer { server in
            let ways =
                [
                    ("sslmode=verify-full sslrootcert=\(server.certificate)", .verified),
                    ("sslmode=require", .unverified), ("sslmode=disable", .none),
                ] as [(String, ConnectionWay.Encryption)]
            for (settings, encryption) in ways {
                let way = try await way(to: server, settings)
                #expect(way.encryption == encryption, "\(settings)")
                #expect(way.host == Self.host && way.address == server.address)
                #expect(way.isLocal)
            }
            for (settings, reason) in [
                (
                    "host=other.hearth.test sslmode=verify-full sslrootcert=\(server.certificate)",
                    "does not match host name"
                ),
                (
                    "sslmode=verify-full sslrootcert=\(server.otherCertificate)",
                    "certificate verify failed"
                ),
                ("sslmode=verify-full sslrootcert=/nowhere", "root certificate file"),
            ] {
                let error = await #expect(throws: PostgresError.self) {
                    try await way(to: server, settings)
                }
                #expect(
                    error.map { "\($0)".contains(reason) } == true, "\(String(describing: error))")
            }
        }
    }

    @Test("the client's connections are verified, too")
    func client() async throws {
        try await withServer { server in
            for (host, isRight) in [(Self.host, true), ("other.hearth.test", false)] {
                var configuration = PostgresClient.Configuration(
                    connectionString: connectionString(
                        to: server,
                        "host=\(host) sslmode=verify-full sslrootcert=\(server.certificate)"))
                configuration.connectionWaitMilliseconds = isRight ? 20_000 : 500
                let client = PostgresClient(configuration: configuration, logger: .silent)
                await withThrowingTaskGroup(of: Void.self) { group in
                    group.addTask { try await client.run() }
                    let error = await failure(of: Encrypted(), on: client)
                    // The function is missing: the server has answered.
                    #expect(error == (isRight ? .server(sqlState: "42883") : .unreachable))
                    group.cancelAll()
                }
            }
        }
    }

    @Test("a process may exit while its clients open connections")
    func exit() async throws {
        try await withServer { server in
            let place = connectionString(to: server, "sslmode=require")
            for threads in stride(from: 2, to: 20, by: 3) {
                await #expect(processExitsWith: .success) {
                    [place = place as String, threads = threads as Int] in
                    let before = entries(of: "/proc/self/task")
                    await withThrowingTaskGroup(of: Void.self) { group in
                        for _ in 0..<4 {
                            let client = PostgresClient(
                                configuration: .init(connectionString: place), logger: .silent)
                            group.addTask { try await client.run() }
                        }
                        // Without an end, a child whose server is gone outlives the whole run.
                        let deadline = ContinuousClock.now + .seconds(60)
                        while entries(of: "/proc/self/task") < before + threads,
                            ContinuousClock.now < deadline
                        {
                            await Task.yield()
                        }
                        #expect(ContinuousClock.now < deadline)
                        group.cancelAll()
                    }
                }
            }
        }
    }

    private struct Server {
        let socket: String
        let address: String
        let certificate: String
        let otherCertificate: String
    }

    /// The last of several values of a setting counts.
    private func connectionString(to server: Server, _ settings: String) -> String {
        "\(server.socket) host=\(Self.host) hostaddr=\(server.address) \(settings)"
    }

    private func way(to server: Server, _ settings: String) async throws -> ConnectionWay {
        try await AdministrationConnection.withConnection(
            to: connectionString(to: server, settings)
        ) { await $0.way }
    }

    /// Lends a Postgres that listens on a loopback address, with a certificate of its own.
    private func withServer(_ body: (Server) async throws -> Void) async throws {
        let folder = TestFolder(named: "tls")
        defer { folder.remove() }
        #expect(chmod(folder.path, 0o755) == 0)
        let certificate = try certify(Self.host, in: folder)
        let otherCertificate = try certify("other", in: folder)
        // One that no other server has: the port of a private cluster is fixed.
        let address =
            "127." + (1...3).map { _ in "\(Int.random(in: 2...254))" }.joined(separator: ".")
        let access = folder.path + "/access"
        try "local all all trust\nhost all all 127.0.0.0/8 trust\n".write(
            toFile: access, atomically: true, encoding: .utf8)
        for file in [access, certificate, otherCertificate] { #expect(chmod(file, 0o644) == 0) }
        let cluster = PrivateCluster(
            directory: folder.path + "/postgres",
            settings: [
                "listen_addresses": address, "hba_file": access, "ssl": "on",
                "ssl_cert_file": certificate, "ssl_key_file": certificate + ".key",
            ], isDurable: false, logger: .silent)
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { try await cluster.run() }
            let socket = try await cluster.connectionString()
            try await body(
                Server(
                    socket: socket, address: address, certificate: certificate,
                    otherCertificate: otherCertificate))
            group.cancelAll()
            try await group.waitForAll()
        }
    }

    /// Makes a certificate that is its own authority, and its key, which Postgres may read.
    private func certify(_ host: String, in folder: TestFolder) throws -> String {
        let certificate = "\(folder.path)/\(host).pem"
        try run(
            "openssl", "req", "-x509", "-new", "-newkey", "ec", "-pkeyopt",
            "ec_paramgen_curve:prime256v1", "-nodes", "-days", "2", "-subj", "/CN=\(host)",
            "-addext", "subjectAltName=DNS:\(host)", "-out", certificate, "-keyout",
            certificate + ".key")
        #expect(chmod(certificate + ".key", 0o600) == 0)
        // Postgres does not run as root.
        if geteuid() == 0 { try run("chown", "postgres", certificate + ".key") }
        return certificate
    }

    private func run(_ arguments: String...) throws {
        let process = try Process.run(URL(filePath: "/usr/bin/env"), arguments: arguments)
        process.waitUntilExit()
        #expect(process.terminationStatus == 0, "\(arguments)")
    }
}

/// A call of a function that no server has.
private struct Encrypted: FunctionCall {
    static let function = "encrypted"
    static let access = FunctionAccess.read
    static let parameters: [Field] = []
    static let columns = [Field("answer", .text)]

    func encode(into arguments: inout Arguments) throws(PostgresError) {}

    static func decode(_ row: inout Cells) throws(PostgresError) -> String { try row.next() }
}
