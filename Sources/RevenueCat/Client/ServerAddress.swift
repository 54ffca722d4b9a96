/// The one server that a client talks to.
struct ServerAddress: Sendable {
    /// Its scheme, host and port, as they are written, without a slash at the end.
    private let origin: String

    init(_ url: String) {
        origin = String(url.reversed().drop { $0 == "/" }.reversed())
    }

    /// The path must be percent-encoded, and begins with its slash.
    func url(_ path: String) -> String {
        origin + path
    }

    /// Where the next page of a list is, of which some answers say the path alone; nil when it is
    /// not on this server, for nobody else is shown the key.
    ///
    /// It is taken as it is written: a cursor that is encoded twice never comes to an end.
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
    /// Readers of URLs take these away, and the path that is left names another thing: the
    /// subscriptions of a whole project.
    var isPartOfPath: Bool { !["", ".", ".."].contains(self) }
}
