package import Entitlements
import Mustache

/// The templates of all pages for browsers, with their one stylesheet and their one script.
///
/// A template is a file `<name>.mustache`. It escapes every value but `PageHTML`: marks that leave
/// a value unescaped are refused, and so are those that change what is a mark.
package struct PageTemplates: Sendable {
    package let style: PageAsset
    package let script: PageAsset
    /// Names the content of all files.
    package let version: String
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
        version = PageAsset.hash(of: files.map(\.text).joined())
        MustacheContentTypes.register(HTMLText(), named: HTMLText.name)
        var templates: [String: MustacheTemplate] = [:]
        for (name, text) in files where name.hasSuffix(Self.suffix) {
            guard !["{{{", "{{&", "{{=", "{{%"].contains(where: text.contains) else {
                throw UnescapedValue(template: name)
            }
            templates[String(name.dropLast(Self.suffix.count))] =
                try MustacheTemplate(
                    string: "{{% CONTENT_TYPE:\(HTMLText.name)}}\n\(text)")
        }
        library = MustacheLibrary(templates: templates)
    }

    /// Returns the page of a template; throws if there is no such template.
    package func html(_ template: String, _ values: JSONValue) throws -> String {
        let members = (values.object?.members ?? []).map { ($0.name, PageValue.json($0.value)) }
        return try html(template, Dictionary(uniqueKeysWithValues: members))
    }

    /// Returns the page of a template; throws if there is no such template.
    ///
    /// The addresses of the stylesheet and the script are added.
    package func html(_ template: String, _ values: [String: PageValue]) throws -> String {
        var members = values
        members["style_path"] = .text(style.path)
        members["script_path"] = .text(script.path)
        members["script_integrity"] = .text("sha256-\(script.digest)")
        let page = library.render(PageValue.members(members).mustache, withTemplate: template)
        guard let page else { throw UnknownTemplate(name: template) }
        return page
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

    private struct UnknownTemplate: Error {
        let name: String
    }
}
