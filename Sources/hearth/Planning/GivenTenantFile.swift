import Entitlements
import EntitlementsDatabase
import Foundation
import TenantFiles

/// A tenant file that a command was given.
struct GivenTenantFile {
    let definition: TenantDefinition
    let text: String

    init(path: String) throws {
        guard let data = FileManager.default.contents(atPath: path) else {
            throw OperatorMessage(
                "the tenant file cannot be read", why: "there is no readable file \(path)",
                exitStatus: .invalidData)
        }
        guard data.count <= TenantFile.maximumBytes, let text = String(data: data, encoding: .utf8)
        else {
            throw OperatorMessage(
                "the tenant file is not valid",
                why: "\(path) is not UTF-8 text of at most \(TenantFile.maximumBytes) bytes",
                exitStatus: .invalidData)
        }
        definition = try TenantFile.parse(yaml: text, path: path)
        self.text = text
    }

    /// Applies it in the operator's name.
    func application(allowsRemoval: Bool, isDryRun: Bool = false) throws -> ApplyTenant {
        try ApplyTenant(
            definition, source: text, appliedBy: Self.operatorName,
            allowsRemoval: allowsRemoval, isDryRun: isDryRun)
    }

    /// The operating system's user and machine: `operator:ana@db-1`.
    private static var operatorName: String {
        let name = "operator:\(NSUserName())@\(ProcessInfo.processInfo.hostName)"
        return String(name.prefix(100))
    }
}
