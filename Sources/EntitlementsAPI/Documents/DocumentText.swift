import EntitlementsDatabase

/// The `openapi.yaml` of this binary: the files of `openapi/`, in the order of their names.
package enum OpenAPIDocument {
    package static let text = DocumentText.files
        .filter { $0.path.hasPrefix("Sources/EntitlementsAPI/openapi/") }
        .map(\.text).joined()
}

/// The texts that this binary serves, by their paths in the package.
enum DocumentText {
    #if EMBEDDED_TEXT
        static let files = EmbeddedText.files
    #else
        static let files = ["Sources/EntitlementsAPI", "docs"].flatMap(PackageText.files)
    #endif
}
