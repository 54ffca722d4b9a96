import EntitlementsDatabase

/// The `openapi.yaml` of this binary.
package enum OpenAPIDocument {
    package static let text =
        DocumentText.files.first { $0.path == "Sources/EntitlementsAPI/openapi.yaml" }?.text ?? ""
}

/// The texts that this binary serves, by their paths in the package.
enum DocumentText {
    #if EMBEDDED_TEXT
        static let files = EmbeddedText.files
    #else
        static let files = ["Sources/EntitlementsAPI", "docs"].flatMap(PackageText.files)
    #endif
}
