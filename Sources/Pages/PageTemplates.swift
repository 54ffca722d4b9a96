package import Entitlements
import Mustache

/// The templates of all pages for browsers, with their one stylesheet and their one script.
///
/// A template is a file `<name>.mustache`. It escapes every value: `{{{` and `{{&` are refused.
package struct PageTemplates: Sendable {
    package let style: PageAsset
    package let script: PageAsset
    private let library: MustacheLibrary

    /// Creates the templates from the files of `pages/`, by their names.
    ///
    /// Throws for a template that cannot be parsed, and for one that leaves a value unescaped.
    package init(files: [(name: String, text: String)]) throws {
        let texts = Dictionary(files.map { ($0.name, $0.text) }) { first, _ in first }
        style = PageAsset(
            name: "hearth.css", mediaType: "text/css", text: texts["hearth.css"] ?? "")
        script = PageAsset(
            name: "hearth.js", mediaType: "text/javascript", text: texts["hearth.js"] ?? "")
        var templates: [String: MustacheTemplate] = [:]
        for (name, text) in files where name.hasSuffix(Self.suffix) {
            guard !text.contains("{{{"), !text.contains("{{&") else {
                throw UnescapedValue(template: name)
            }
            templates[String(name.dropLast(Self.suffix.count))] =
                try MustacheTemplate(string: text)
        }
        library = MustacheLibrary(templates: templates)
    }

    /// Returns the page of a template; nil if there is no such template.
    ///
    /// The addresses of the stylesheet and the script are added.
    package func html(_ template: String, _ values: JSONValue) -> String? {
        var object = values.object ?? JSONObject()
        object["style_path"] = .string(style.path)
        object["script_path"] = .string(script.path)
        object["script_integrity"] = .string("sha256-\(script.digest)")
        return library.render(JSONValue.object(object).mustache, withTemplate: template)
    }

    package var assets: [PageAsset] { [style, script] }

    /// The policy of every page: our stylesheet, our script by its hash, our forms.
    package var contentSecurityPolicy: String {
        "default-src 'none'; script-src 'sha256-\(script.digest)'; style-src 'self'; "
            + "img-src 'self' data:; connect-src 'self'; form-action 'self'; base-uri 'none'; "
            + "frame-ancestors 'none'"
    }

    private static let suffix = ".mustache"

    private struct UnescapedValue: Error {
        let template: String
    }
}

extension JSONValue {
    /// The value as Mustache reads it.
    fileprivate var mustache: Any {
        switch self {
        case .null: Nothing()
        case .bool(let flag): flag
        case .integer(let number): number
        case .decimal(let number): number.text
        case .string(let text): text
        case .array(let values): values.map(\.mustache)
        case .object(let object):
            Dictionary(uniqueKeysWithValues: object.members.map { ($0.name, $0.value.mustache) })
        }
    }
}

/// A null: it shows nothing and counts as false. An absent name would be looked for further out.
private struct Nothing: MustacheCustomRenderable {
    let renderText = ""
    let isNull = true
}
