import Entitlements
import Foundation
import Glibc

/// What a command is given on standard input.
enum StandardInput {
    /// Whether a person can answer.
    static var isTerminal: Bool { isatty(STDIN_FILENO) == 1 }

    /// False for a terminal, an empty device or file, and a pipe that was closed without a byte.
    ///
    /// An open pipe counts as given: its writer may only be slow.
    static var isGiven: Bool {
        var file = stat()
        guard fstat(STDIN_FILENO, &file) == 0 else { return false }
        switch file.st_mode & S_IFMT {
        case S_IFCHR: return false
        case S_IFREG: return file.st_size > 0
        default:
            var descriptor = pollfd(fd: STDIN_FILENO, events: Int16(POLLIN), revents: 0)
            poll(&descriptor, 1, 0)
            return descriptor.revents != Int16(POLLHUP)
        }
    }

    /// Reads to the end; nil if there are more bytes than this, or they cannot be read.
    static func readAll(maximumBytes: Int) -> [UInt8]? {
        var bytes: [UInt8] = []
        while bytes.count <= maximumBytes {
            do {
                let part = try FileHandle.standardInput.read(
                    upToCount: maximumBytes + 1 - bytes.count)
                guard let part, !part.isEmpty else { return bytes }
                bytes += part
            } catch {
                return nil
            }
        }
        return nil
    }

    private static let maximumSecretBytes = 1_024

    /// Returns the first line without a byte order mark; nil if it is empty, or longer than this.
    static func readLine(maximumBytes: Int) -> String? {
        guard let marked = Swift.readLine(strippingNewline: true) else { return nil }
        let line = marked.utf8.dropFirst(ByteOrderMark.length(before: marked.utf8))
        return (1...maximumBytes).contains(line.count) ? String(line) : nil
    }

    /// Returns the only line, which is a secret.
    static func readSecret(minimumBytes: Int = 1) throws -> String {
        guard let secret = readLine(maximumBytes: maximumSecretBytes),
            secret.utf8.count >= minimumBytes
        else {
            throw OperatorMessage(
                "the secret was not set",
                why: "standard input must be one line of \(minimumBytes) to "
                    + "\(maximumSecretBytes) bytes",
                exitStatus: .invalidData)
        }
        return secret
    }
}
