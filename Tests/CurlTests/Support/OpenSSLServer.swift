import Foundation
import TestSupport

/// A TLS server from OpenSSL's command, with a self-signed certificate for 127.0.0.1.
struct OpenSSLServer {
    let port: Int
    let certificatePath: String

    static let isAvailable = FileManager.default.isExecutableFile(atPath: program)
    private static let program = "/usr/bin/openssl"

    struct NotStarted: Error {}

    static func with<Result>(
        _ body: (OpenSSLServer) async throws -> Result
    ) async throws -> Result {
        let folder = TestFolder(named: "tls")
        defer { folder.remove() }
        let (key, certificate) = ("\(folder.path)/key.pem", "\(folder.path)/certificate.pem")
        let making = try start(
            [
                "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1",
                "-nodes", "-keyout", key, "-out", certificate, "-days", "2", "-subj", "/CN=test",
                "-addext", "subjectAltName=IP:127.0.0.1",
            ], outputPath: "\(folder.path)/making.txt")
        guard await eventually({ !making.isRunning }) else { throw NotStarted() }
        let outputPath = "\(folder.path)/serving.txt"
        let serving = try start(
            ["s_server", "-accept", "127.0.0.1:0", "-key", key, "-cert", certificate, "-www"],
            outputPath: outputPath)
        // SIGKILL, as the process inherits our blocked signals, SIGTERM among them.
        defer { serving.send(signal: SIGKILL) }
        let isListening = await eventually { port(in: outputPath) != nil }
        guard isListening, let port = port(in: outputPath) else { throw NotStarted() }
        return try await body(OpenSSLServer(port: port, certificatePath: certificate))
    }

    private static func start(_ arguments: [String], outputPath: String) throws -> TestProcess {
        _ = FileManager.default.createFile(atPath: outputPath, contents: nil)
        return try TestProcess(
            program, arguments, output: FileHandle(forWritingTo: URL(filePath: outputPath)))
    }

    /// The port in the output line `ACCEPT 127.0.0.1:<port>`, or nil.
    private static func port(in path: String) -> Int? {
        let text = (try? String(contentsOfFile: path, encoding: .utf8)) ?? ""
        return text.split(separator: "\n", omittingEmptySubsequences: false).dropLast()
            .first { $0.hasPrefix("ACCEPT ") }
            .flatMap { $0.split(separator: ":").last }
            .flatMap { Int($0) }
    }
}
