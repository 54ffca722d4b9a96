/// A route's path with its parameters in braces: `/v1/users/{app_user_id}/entitlements`.
struct PathTemplate: Sendable, Hashable, ExpressibleByStringLiteral {
    /// As OpenAPI spells it.
    let text: String
    private let segments: [Segment]

    private enum Segment: Sendable, Hashable {
        case literal(String)
        case parameter
    }

    init(stringLiteral text: String) {
        self.text = text
        segments = Self.segments(of: text[...]).map { segment in
            segment.first == "{" ? .parameter : .literal(String(segment))
        }
    }

    /// What stands between the slashes.
    ///
    /// Nothing is left out: `//` has an empty segment in it, which no template has, and so has a
    /// path that ends in a slash.
    static func segments(of path: Substring) -> [Substring] {
        path.utf8.dropFirst()
            .split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
            .map(Substring.init)
    }

    /// The path's parameters as they were sent, or nil if this is not its template.
    func parameters(in path: [Substring]) -> [Substring]? {
        guard path.count == segments.count else { return nil }
        var parameters: [Substring] = []
        for (sent, segment) in zip(path, segments) {
            switch segment {
            case .literal(let name):
                if sent.utf8.elementsEqual(name.utf8) { continue }
                return nil
            case .parameter:
                if sent.isEmpty { return nil }
                parameters.append(sent)
            }
        }
        return parameters
    }
}
