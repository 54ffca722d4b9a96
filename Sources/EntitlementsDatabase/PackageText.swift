#if !EMBEDDED_TEXT
    import FoundationEssentials

    #if !DEBUG
        #error("A release embeds its SQL: build it by make release, with HEARTH_EMBED_TEXT=1.")
    #endif

    /// Text files of the package's folder: a debug build reads what a release embeds.
    package enum PackageText {
        /// Returns the SQL, YAML and Markdown files and those of pages in or below a folder, sorted
        /// by their path in the package; none if the folder cannot be read.
        ///
        /// A file stands for itself. Omits `schema.sql`, which is generated from the others, and
        /// the decisions.
        package static func files(in folder: String) -> [(path: String, text: String)] {
            let walk = (try? FileManager.default.subpathsOfDirectory(atPath: root + folder)) ?? []
            let paths = walk.isEmpty ? [folder] : walk.map { "\(folder)/\($0)" }.sorted()
            return paths.compactMap { path in
                guard Self.suffixes.contains(where: path.hasSuffix),
                    !path.hasSuffix("/schema.sql"), !path.contains("/decisions/"),
                    let text = try? String(contentsOfFile: root + path, encoding: .utf8)
                else { return nil }
                return (path, text)
            }
        }

        private static let suffixes = [".sql", ".yaml", ".md", ".mustache", ".css", ".js"]

        /// The package's root: this file's path without its path in the package.
        private static let root: String = {
            let place = "Sources/EntitlementsDatabase/PackageText.swift"
            return String(#filePath.dropLast(place.count))
        }()
    }
#endif
