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
