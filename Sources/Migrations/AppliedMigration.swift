import Crypto
import Entitlements

/// A row of `entitlements.migrations`.
struct AppliedMigration: Sendable, Equatable {
    let version: Int
    let name: String
    let checksum: String
    /// The oldest schema version whose functions work after it; nil: only its own.
    let compatibleFrom: Int?

    /// The version that functions need to work after it.
    var neededVersion: Int { compatibleFrom ?? version }

    init(row: [String?]) {
        version = row.first.flatMap(\.self).flatMap { Int($0) } ?? 0
        name = row.dropFirst(1).first.flatMap(\.self) ?? ""
        checksum = row.dropFirst(2).first.flatMap(\.self) ?? ""
        compatibleFrom = row.dropFirst(3).first.flatMap(\.self).flatMap { Int($0) }
    }

    /// SHA-256 over the rows, in order.
    static func digest(of rows: [AppliedMigration]) -> String {
        let lines = rows.map { "\($0.version) \($0.name) \($0.checksum)\n" }.joined()
        return Hexadecimal.text(SHA256.hash(data: Array(lines.utf8)))
    }
}
