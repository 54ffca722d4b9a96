import Entitlements
import NIOHTTP1

/// The rules for a request's head.
///
/// The parser checks framing only: it accepts a missing or repeated Host, any length of target, and
/// a chunked body on HTTP/1.0. What a proxy could read differently is refused, because such
/// disagreement allows request smuggling.
struct RequestRules: Sendable {
    let maximumBodyBytes: Int
    let maximumTargetBytes: Int

    /// The accepted hosts in lower case, with or without a port; empty means any.
    let allowedHosts: Set<String>

    /// Throws if the head breaks a rule; otherwise changes its target to origin form, a path.
    func apply(to head: inout HTTPRequestHead) throws(Failure) {
        guard head.version == .http1_1 || head.version == .http1_0 else {
            throw Failure(.invalidRequest, "Only HTTP/1.1 and HTTP/1.0 are supported.")
        }
        if isProbe(head) {
            head.headers.add(name: "host", value: "localhost")
            return try checkFraming(of: head)
        }
        let host = try soleHost(of: head)
        try checkTarget(of: &head, addressedTo: host)
        try checkHost(host)
        try checkFraming(of: head)
    }

    private func soleHost(of head: HTTPRequestHead) throws(Failure) -> String {
        let hosts = head.headers["host"]
        guard hosts.count == 1, let host = hosts.first, isWellFormed(host: host) else {
            throw Failure(
                .invalidRequest,
                "A request must have exactly one Host header: a host, with or without a port.")
        }
        return host.lowercased()
    }

    private func checkTarget(of head: inout HTTPRequestHead, addressedTo host: String)
        throws(Failure)
    {
        guard head.uri.utf8.count <= maximumTargetBytes else {
            throw Failure(
                .uriTooLong, "The request target is limited to \(maximumTargetBytes) bytes.")
        }
        guard head.uri.utf8.allSatisfy(isAllowedInTarget) else {
            throw Failure(
                .invalidRequest, "The request target has a character that must be encoded.")
        }
        if head.uri.utf8.first == UInt8(ascii: "/") { return }
        guard let absolute = AbsoluteTarget(head.uri) else {
            throw Failure(.invalidRequest, "The request target must be a path or a whole http URL.")
        }
        guard absolute.authority == host else {
            throw Failure(.invalidRequest, "The request target and the Host header disagree.")
        }
        head.uri = absolute.originForm
    }

    private func checkHost(_ host: String) throws(Failure) {
        if allowedHosts.isEmpty || allowedHosts.contains(host) { return }
        guard allowedHosts.contains(String(withoutPort(host))) else {
            throw Failure(.misdirectedRequest, "This server does not answer for that host.")
        }
    }

    private func checkFraming(of head: HTTPRequestHead) throws(Failure) {
        let codings = head.headers["transfer-encoding"]
        if !codings.isEmpty {
            guard head.version == .http1_1 else {
                throw Failure(.invalidRequest, "HTTP/1.0 has no Transfer-Encoding.")
            }
            guard codings.count == 1, codings[0].lowercased() == "chunked" else {
                throw Failure(
                    .invalidRequest, "The only transfer coding that Hearth understands is chunked.")
            }
        }
        guard let length = head.headers.first(name: "content-length") else { return }
        guard let bodyBytes = Int(length), bodyBytes >= 0 else {
            throw Failure(.invalidRequest, "Content-Length is not a number.")
        }
        guard bodyBytes <= maximumBodyBytes else { throw bodyTooLarge }
    }

    /// The failure for a body over the limit, by its Content-Length or by counting.
    var bodyTooLarge: Failure {
        Failure(.payloadTooLarge, "A request body is limited to \(maximumBodyBytes) bytes.")
    }
}

/// A target in absolute form, `http://host:port/path?query`, which servers must accept.
private struct AbsoluteTarget {
    /// Host and port in lower case.
    let authority: String
    let originForm: String

    init?(_ target: String) {
        let lowerCased = target.prefix(8).lowercased()
        guard let scheme = ["http://", "https://"].first(where: lowerCased.hasPrefix) else {
            return nil
        }
        let rest = target.dropFirst(scheme.count)
        let end = rest.firstIndex { $0 == "/" || $0 == "?" } ?? rest.endIndex
        guard end > rest.startIndex else { return nil }
        authority = rest[..<end].lowercased()
        let path = rest[end...]
        originForm = path.first == "/" ? String(path) : "/" + path
    }
}

/// Whether a load balancer asks for health in the oldest way: by HTTP/1.0, and without a Host.
private func isProbe(_ head: HTTPRequestHead) -> Bool {
    head.version == .http1_0 && [.GET, .HEAD].contains(head.method)
        && ["/livez", "/readyz"].contains(head.uri) && head.headers["host"].isEmpty
}

/// Visible ASCII except `#`.
///
/// Clients never send fragments, and parsers may decode other bytes differently.
private func isAllowedInTarget(_ byte: UInt8) -> Bool {
    (0x21...0x7e).contains(byte) && byte != UInt8(ascii: "#")
}

private func isWellFormed(host: String) -> Bool {
    !host.isEmpty
        && host.utf8.allSatisfy { byte in
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "."), UInt8(ascii: "-"),
                UInt8(ascii: "_"), UInt8(ascii: ":"), UInt8(ascii: "["), UInt8(ascii: "]"):
                true
            default: false
            }
        }
}

/// `example.org:8080` → `example.org`; the colons inside `[::1]` stay.
private func withoutPort(_ host: String) -> Substring {
    guard let colon = host.lastIndex(of: ":"), !host[colon...].contains("]") else {
        return host[...]
    }
    return host[..<colon]
}
