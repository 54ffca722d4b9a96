/// A route's path with its parameters in braces: `/v1/users/{app_user_id}/entitlements`.
struct PathTemplate: Sendable, Hashable, ExpressibleByStringLiteral {
    /// The path as in OpenAPI.
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

    /// Returns the text between the slashes.
    ///
    /// Empty segments are kept: `//` or a final slash gives one, and no template matches it.
    static func segments(of path: Substring) -> [Substring] {
        path.utf8.dropFirst()
            .split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
            .map(Substring.init)
    }

    /// Returns the path's parameters as sent, or nil if the path does not match.
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
