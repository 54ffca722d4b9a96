#if !EMBEDDED_TEXT
    import FoundationEssentials

    #if !DEBUG
        #error("A release embeds its SQL: build it by make release, with HEARTH_EMBED_TEXT=1.")
    #endif

    /// Text files of the package's folder, where a debug build reads what a release has embedded.
    package enum PackageText {
        /// The SQL and YAML files in or below a folder, each with its path in the package, in the
        /// order of the paths; none where the folder cannot be read.
        ///
        /// `schema.sql` is left out: it is made from the others.
        package static func files(in folder: String) -> [(path: String, text: String)] {
            let walk = (try? FileManager.default.subpathsOfDirectory(atPath: root + folder)) ?? []
            return walk.map { "\(folder)/\($0)" }.sorted().compactMap { path in
                guard path.hasSuffix(".sql") || path.hasSuffix(".yaml"),
                    !path.hasSuffix("/schema.sql"),
                    let text = try? String(contentsOfFile: root + path, encoding: .utf8)
                else { return nil }
                return (path, text)
            }
        }

        /// This file's path without its place in the package.
        private static let root: String = {
            let place = "Sources/EntitlementsDatabase/Migrator/PackageText.swift"
            return String(#filePath.dropLast(place.count))
        }()
    }

    enum EmbeddedText {
        static let files = PackageText.files(in: "sql")
    }
#endif
