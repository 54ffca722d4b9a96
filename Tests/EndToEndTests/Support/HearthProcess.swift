import Foundation
import NIOCore
import NIOPosix
import TestSupport

/// The real binary as a child process, without the environment of the tests.
///
/// After the deadline the child is killed, which ends all waits for its output and exit.
final class HearthProcess: Sendable {
    private let process: TestProcess
    private let output = TestProcess.pipe()
    private let errorPath: String
    private let exits: AsyncStream<Exit>

    typealias Exit = TestProcess.Exit

    static let deadline = TimeAmount.minutes(3)

    /// Disables Swift's backtrace: in a debug binary it takes longer than a test waits, and keeps
    /// the output open.
    private static let environment = [
        "PATH": "/usr/local/bin:/usr/bin:/bin", "SWIFT_BACKTRACE": "enable=no",
    ]

    /// Runs a program on a terminal that Python makes: standard error is part of the output.
    private static let onTerminal = [
        "python3", "-c", "import os, pty, sys; os._exit(pty.spawn(sys.argv[1:]) >> 8)",
    ]

    /// Without an input, standard input is `/dev/null`.
    ///
    /// A process that prints line by line waits with each until the one before has been read.
    init(
        _ arguments: [String], environment: [String: String] = [:], input: String? = nil,
        workingDirectory: String? = nil, onTerminal: Bool = false, printsLineByLine: Bool = false
    ) throws {
        errorPath = "/tmp/hearth-test-\(UUID().uuidString).log"
        let (exits, exit) = AsyncStream.makeStream(of: Exit.self)
        self.exits = exits
        _ = FileManager.default.createFile(atPath: errorPath, contents: nil)
        if printsLineByLine { Self.narrow(output) }
        let stdin = input.map { _ in TestProcess.pipe() }
        process = try TestProcess(
            onTerminal ? "/usr/bin/env" : Self.path,
            (onTerminal ? Self.onTerminal + [Self.path] : []) + arguments,
            environment: environment.merging(Self.environment) { own, _ in own }
                .merging(TestPostgres.environment) { own, _ in own },
            in: workingDirectory, input: stdin?.fileHandleForReading ?? .nullDevice,
            output: output.fileHandleForWriting,
            error: FileHandle(forWritingTo: URL(filePath: errorPath)))
        try output.fileHandleForWriting.close()
        stdin?.fileHandleForWriting.write(Data((input ?? "").utf8))
        try stdin?.fileHandleForWriting.close()
        let process = process
        Thread.detachNewThread {
            exit.yield(process.waitUntilExit())
            exit.finish()
        }
        MultiThreadedEventLoopGroup.singleton.next().scheduleTask(in: Self.deadline) {
            if process.isRunning { process.send(signal: SIGKILL) }
        }
    }

    deinit {
        try? FileManager.default.removeItem(atPath: errorPath)
    }

    /// The binary, which the build places beside the test bundle.
    private static let binary = URL(filePath: "/proc/self/exe").resolvingSymlinksInPath()
        .deletingLastPathComponent().appending(path: "hearth")

    static var path: String { binary.path() }

    var processID: pid_t { process.processID }

    var errorText: String { (try? String(contentsOfFile: errorPath, encoding: .utf8)) ?? "" }

    func send(signal: Int32) {
        process.send(signal: signal)
    }

    func exit() async -> Exit? {
        await exits.first { _ in true }
    }

    /// The whole standard output, at the end of the process.
    func outputText() async -> String {
        await TestProcess.onThread { [output] in
            String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        }
    }

    /// The next line of standard output, or nil if the process ends without one.
    func nextLine() async -> String? {
        await TestProcess.onThread { [output] in
            var line = Data()
            while let byte = try? output.fileHandleForReading.read(upToCount: 1), !byte.isEmpty {
                if byte == Data("\n".utf8) { return String(decoding: line, as: UTF8.self) }
                line += byte
            }
            return nil
        }
    }

    /// Reads lines of a process that prints line by line, and kills it; returns these.
    func killed(afterLines count: Int) async -> [String] {
        await TestProcess.onThread { [output, process] in
            var lines: [String] = []
            var buffer = [UInt8](repeating: 0, count: Self.pipeBytes)
            let descriptor = output.fileHandleForReading.fileDescriptor
            while lines.count < count {
                let length = read(descriptor, &buffer, buffer.count)
                guard length > 0 else { break }
                lines.append(String(decoding: buffer[..<(length - 1)], as: UTF8.self))
            }
            process.send(signal: SIGKILL)
            return lines
        }
    }

    /// The next line of a process that prints line by line; nil if it has ended.
    func nextWrite() async -> String? {
        await TestProcess.onThread { [output] in
            var buffer = [UInt8](repeating: 0, count: Self.pipeBytes)
            let length = read(output.fileHandleForReading.fileDescriptor, &buffer, buffer.count)
            return length > 0 ? String(decoding: buffer[..<(length - 1)], as: UTF8.self) : nil
        }
    }

    private static let pipeBytes = 4_096

    /// Lets a pipe hold one write, which one read takes (pipe(7): a page of packets).
    private static func narrow(_ pipe: Pipe) {
        let setPipeSize: Int32 = 1_031
        #if arch(arm64)
            let direct: Int32 = 0o200000
        #else
            let direct: Int32 = 0o40000
        #endif
        let descriptor = pipe.fileHandleForWriting.fileDescriptor
        precondition(fcntl(descriptor, setPipeSize, Int32(pipeBytes)) == Int32(pipeBytes))
        precondition(fcntl(descriptor, F_SETFL, O_WRONLY | direct) == 0)
    }

}

extension HearthProcess {
    struct Finished {
        let exit: Exit?
        let output: String
        let error: String
    }

    /// Runs a command and waits for its end.
    static func run(
        _ arguments: [String], environment: [String: String] = [:], input: String? = nil,
        workingDirectory: String? = nil, onTerminal: Bool = false
    ) async throws -> Finished {
        let process = try HearthProcess(
            arguments, environment: environment, input: input, workingDirectory: workingDirectory,
            onTerminal: onTerminal)
        let output = await process.outputText()
        let exit = await process.exit()
        return Finished(exit: exit, output: output, error: process.errorText)
    }
}
