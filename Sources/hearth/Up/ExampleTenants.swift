import Entitlements
import EntitlementsDatabase
import TenantFiles

/// The example tenants, embedded in the binary: the files of `examples/tenants`.
enum ExampleTenants {
    static func definitions() throws -> [TenantDefinition] {
        try EmbeddedText.files.map { try TenantFile.parse(yaml: $0.text, path: $0.path) }
    }
}

#if !EMBEDDED_TEXT
    private enum EmbeddedText {
        static let files = PackageText.files(in: "examples/tenants")
    }
#endif

extension TenantFile {
    /// Parses a tenant file; throws a message with all its problems.
    static func parse(yaml: String, path: String) throws(OperatorMessage) -> TenantDefinition {
        do {
            return try parse(yaml: yaml)
        } catch {
            let count = error.problems.count
            let lines = error.problems.map { "\n  \(path):\($0.line ?? 1): \($0.detail)" }.joined()
            throw OperatorMessage(
                "the tenant file is not valid",
                why: "\(count) \(count == 1 ? "problem" : "problems")\(lines)",
                advice: "Nothing was changed.", exitStatus: .invalidData)
        }
    }
}
