package import Entitlements
import Mustache

/// What a template shows.
package enum PageValue: Sendable {
    /// Escaped wherever a template shows it.
    case json(JSONValue)
    /// Shown as it is.
    case html(PageHTML)
    case list([PageValue])
    case members([String: PageValue])

    /// A text; nothing if it is empty or nil.
    package static func text(_ text: String?) -> PageValue {
        .json(text.map { $0.isEmpty ? .null : .string($0) } ?? .null)
    }

    package static func flag(_ flag: Bool) -> PageValue { .json(.bool(flag)) }

    package static let nothing = PageValue.json(.null)

    /// The value as Mustache reads it.
    ///
    /// Mustache shows a template that is a value as it is. No brace of our HTML opens a tag.
    var mustache: Any {
        switch self {
        case .json(let value): value.mustache
        case .html(let html):
            html.text.isEmpty
                ? Nothing() : (try? MustacheTemplate(string: html.text)) ?? html.text as Any
        case .list(let values): values.map(\.mustache)
        case .members(let members): members.mapValues(\.mustache)
        }
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

/// A null: it shows nothing and counts as false.
///
/// An absent name would be looked for further out.
private struct Nothing: MustacheCustomRenderable {
    let renderText = ""
    let isNull = true
}
