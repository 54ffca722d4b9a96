import EntitlementsDatabase
import Pages
import Synchronization

/// The templates, the stylesheet and the script of this binary's pages: the files of `pages/`.
///
/// Their names are unique over its folders.
enum PageText {
    #if EMBEDDED_TEXT
        /// Throws for a template that cannot be used, which a test finds.
        static var templates: PageTemplates { get throws { try kept.get() } }

        private static let kept = Result { try PageTemplates(files: files(DocumentText.files)) }
    #else
        /// Reads the files anew, so that a page shows a change of its template when it is reloaded;
        /// parses them only after a change.
        static var templates: PageTemplates {
            get throws {
                let files = files(PackageText.files(in: "Sources/EntitlementsAPI/pages"))
                if let known = kept.withLock(\.self), known.texts == files.map(\.text) {
                    return known.templates
                }
                let templates = try PageTemplates(files: files)
                kept.withLock { $0 = (files.map(\.text), templates) }
                return templates
            }
        }

        private static let kept = Mutex<(texts: [String], templates: PageTemplates)?>(nil)
    #endif

    private static func files(
        _ all: [(path: String, text: String)]
    ) -> [(name: String, text: String)] {
        let folder = "Sources/EntitlementsAPI/pages/"
        return all.filter { $0.path.hasPrefix(folder) }.map { file in
            (String(file.path.split(separator: "/").last ?? ""), file.text)
        }
    }
}
