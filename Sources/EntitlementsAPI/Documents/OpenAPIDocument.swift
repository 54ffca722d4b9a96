import Documentation

/// The `openapi.yaml` of this binary.
package enum OpenAPIDocument {
    package static let text = JoinedDocument.text(of: files)

    /// The texts of the files of `openapi/`, by their names without `.yaml`.
    private static var files: [String: String] {
        let folder = "Sources/EntitlementsAPI/openapi/"
        let files = DocumentText.files.filter { $0.path.hasPrefix(folder) }.map { file in
            (String(file.path.dropFirst(folder.count).prefix { $0 != "." }), file.text)
        }
        return Dictionary(uniqueKeysWithValues: files)
    }
}
