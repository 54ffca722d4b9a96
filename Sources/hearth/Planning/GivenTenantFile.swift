import Entitlements
import EntitlementsDatabase
import Foundation
import TenantFiles

/// A valid tenant file that a command was given.
struct GivenTenantFile {
    /// Where it was read; `-` is standard input.
    let path: String
    let definition: TenantDefinition
    let text: String

    /// The path that means standard input.
    static let standardInput = "-"

    init(path: String) throws(InvalidTenantFiles) {
        self.path = path
        text = try Self.text(at: path)
        definition = try TenantFile.parse(yaml: text, path: path)
    }

    private static func text(at path: String) throws(InvalidTenantFiles) -> String {
        let maximum = TenantFile.maximumBytes
        let bytes =
            path == standardInput
            ? StandardInput.readAll(maximumBytes: maximum)
            : FileManager.default.contents(atPath: path).map { [UInt8]($0) }
        guard let bytes else {
            throw InvalidTenantFiles(
                path,
                path == standardInput
                    ? "It cannot be read, or has more than \(maximum) bytes."
                    : "There is no such file, or it cannot be read.")
        }
        let unmarked = bytes.dropFirst(ByteOrderMark.length(before: bytes))
        guard bytes.count <= maximum, let text = String(validating: unmarked, as: UTF8.self) else {
            throw InvalidTenantFiles(path, "It is not UTF-8 text of at most \(maximum) bytes.")
        }
        return text
    }

    /// Applies it in the operator's name; a dry run undoes it.
    ///
    /// Throws `InvalidTenantFiles` if the database finds a problem in it.
    func apply(
        in database: Database, allowsRemoval: Bool, isDryRun: Bool
    ) async throws -> ApplyTenant.Row {
        do {
            return try await database.callOne(
                try ApplyTenant(
                    definition, source: text, appliedBy: Self.operatorName,
                    allowsRemoval: allowsRemoval, isDryRun: isDryRun))
        } catch let failure as Failure where failure.code == .timeZoneUnknown {
            throw InvalidTenantFiles(
                path, line: lineOfTimeZone,
                "There is no time zone “\(definition.timeZone)”. \(failure.detail)")
        }
    }

    private var lineOfTimeZone: Int? {
        text.split(separator: "\n", omittingEmptySubsequences: false)
            .firstIndex { $0.hasPrefix("time_zone") }.map { $0 + 1 }
    }

    /// The operating system's user and machine: `operator:ana@db-1`.
    private static var operatorName: String {
        let name = "operator:\(NSUserName())@\(ProcessInfo.processInfo.hostName)"
        return String(name.prefix(100))
    }
}
