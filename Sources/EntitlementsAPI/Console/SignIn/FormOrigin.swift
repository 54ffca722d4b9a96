import HTTPServer
import HTTPTypes

/// Whether a browser sent a form from a page of the console.
struct FormOrigin {
    /// What the browser says of the page that sent it; nil of browsers before 2023.
    private let site: String?
    /// The scheme, host and port of that page; nil if the sender is no browser.
    private let origin: String?
    /// The hosts that the browser may have asked: ours, or that of a proxy before us.
    private let hosts: [String]

    init(_ request: Request) {
        site = request.headers[.secFetchSite]
        origin = request.headers[.origin]
        hosts = [request.head.authority, request.headers[.xForwardedHost]].compactMap(\.self)
    }

    /// A page of another site can set neither header, nor the host.
    var isOwn: Bool {
        if let site { return site == "same-origin" }
        guard let origin else { return true }
        return hosts.contains { origin == "https://\($0)" || origin == "http://\($0)" }
    }
}
