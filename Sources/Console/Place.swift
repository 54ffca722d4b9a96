package import Entitlements

/// Where and when a page is shown: its tenant's addresses, and the moment that relative times
/// start from.
package struct Place: Sendable {
    /// The address of the tenant's overview: `/console/<slug>`.
    package let root: String
    package let now: Timestamp

    package init(root: String, now: Timestamp) {
        self.root = root
        self.now = now
    }

    /// The pages that show one thing by its id.
    package enum Kind: String, Sendable {
        case person = "users"
        case household = "households"
        case event = "events"
        case run = "runs"
        case endpoint = "endpoints"
        case campaign = "campaigns"
    }

    /// Returns the address of the page of one thing.
    package func path(_ kind: Kind, _ id: String) -> String {
        "\(root)/\(kind.rawValue)/\(PercentEncoding.encoded(id))"
    }

    /// Returns the address of a page under the tenant's, with a query of what is not nil.
    package func path(_ page: String, _ query: [(name: String, value: String?)]) -> String {
        "\(root)/\(page)\(Self.query(query))"
    }

    /// Returns `?name=value&…` of what is not nil; empty if all is nil.
    package static func query(_ query: [(name: String, value: String?)]) -> String {
        let pairs = query.compactMap { name, value in
            value.map { "\(name)=\(PercentEncoding.encoded($0))" }
        }
        return pairs.isEmpty ? "" : "?\(pairs.joined(separator: "&"))"
    }
}
