import Entitlements
import Yams

/// What the pages show of an OpenAPI document.
package struct Contract: Sendable {
    let title: String
    let summary: String
    let description: String
    /// The areas in the document's order.
    let areas: [Area]
    let operations: [Operation]

    private let root: JSONValue

    /// What several operations are about.
    struct Area: Sendable {
        let name: String
        /// A sentence, or nothing.
        let description: String

        /// Its place on the page of all operations.
        var anchor: String { name.lowercased() }
        var path: String { "/docs#\(anchor)" }
        /// The name as words: `AppUsers` is "App users".
        var title: String {
            name.prefix(1)
                + name.dropFirst().map { $0.isUppercase ? " \($0.lowercased())" : "\($0)" }.joined()
        }
    }

    /// Nil unless the text is an OpenAPI document.
    package init?(yaml: String) {
        guard let node = try? Yams.compose(yaml: yaml) else { return nil }
        let root = JSONValue(node)
        guard let info = root["info"], let paths = root["paths"]?.object else { return nil }
        self.root = root
        title = info["title"]?.string ?? ""
        summary = info["summary"]?.string ?? ""
        description = info["description"]?.string ?? ""
        areas = (root["tags"]?.array ?? []).map {
            Area(name: $0["name"]?.string ?? "", description: $0["description"]?.string ?? "")
        }
        operations = paths.members.flatMap { path in
            Self.methods.compactMap { method in
                Operation(
                    method, path: path.name, item: path.value, resolve: { root.resolving($0) })
            }
        }
    }

    private static let methods = ["get", "put", "post", "patch", "delete"]

    func area(_ name: String) -> Area? { areas.first { $0.name == name } }

    func operation(_ id: String) -> Operation? { operations.first { $0.id == id } }

    /// Follows a reference within the document, if the value is one.
    func resolve(_ value: JSONValue) -> JSONValue { root.resolving(value) }

    /// The operations that can answer with a code, and the first example of such an answer.
    func answers(with code: ErrorCode) -> (operations: [Operation], example: JSONValue?) {
        let answering = operations.filter { $0.codes.contains(code) }
        let example = answering.lazy.flatMap(\.responses).flatMap(\.examples)
            .first { $0["code"]?.string == code.rawValue }
        return (answering, example)
    }
}

extension JSONValue {
    /// Follows references such as `#/components/schemas/Merge`, from this document's root.
    fileprivate func resolving(_ value: JSONValue) -> JSONValue {
        guard let reference = value["$ref"]?.string, reference.hasPrefix("#/") else { return value }
        var target: JSONValue? = self
        for name in reference.dropFirst(2).split(separator: "/") { target = target?[String(name)] }
        return target.map(resolving) ?? value
    }
}
