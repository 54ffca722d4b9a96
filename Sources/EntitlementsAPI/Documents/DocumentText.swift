import EntitlementsDatabase

/// The texts that this binary serves, by their paths in the package.
enum DocumentText {
    #if EMBEDDED_TEXT
        static let files = EmbeddedText.files
    #else
        static let files = ["README.md", "Sources/EntitlementsAPI", "docs"].flatMap(
            PackageText.files)
    #endif
}
