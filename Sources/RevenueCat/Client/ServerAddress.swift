/// The server of a client.
struct ServerAddress: Sendable {
    /// The scheme, host and port as configured, without a slash at the end.
    private let origin: String

    init(_ url: String) {
        origin = String(url.reversed().drop { $0 == "/" }.reversed())
    }

    /// The path must be percent-encoded and begin with a slash.
    func url(_ path: String) -> String {
        origin + path
    }

    /// Returns the URL of a list's next page; nil for another server, which must not see the key.
    ///
    /// Some answers have only the path. The link is not encoded again: a cursor encoded twice never
    /// ends.
    func url(ofNextPage page: String) -> String? {
        let (path, otherServer) = ("/".utf8, "//".utf8)
        if page.utf8.starts(with: path) {
            return page.utf8.starts(with: otherServer) ? nil : origin + page
        }
        let server = "\(origin)/".lowerCasedASCII
        return page.lowerCasedASCII.utf8.starts(with: server.utf8) ? page : nil
    }
}

extension String {
    /// Whether it can be one part of a path.
    ///
    /// URL parsers remove `.` and `..`, and the remaining path names another resource, such as the
    /// subscriptions of a whole project.
    var isPartOfPath: Bool { !["", ".", ".."].contains(self) }
}
