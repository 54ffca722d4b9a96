import Entitlements
import EntitlementsDatabase

extension Finding {
    /// The releases whose functions are installed, this binary's first.
    static func releases(_ releases: [ListReleases.Row]) -> Finding {
        let words = releases.map { release in
            let servers =
                switch release.serverCount {
                case 0: "last seen \(release.seenAt.rfc3339)"
                case 1: "1 server"
                case let count: "\(count) servers"
                }
            return "\(release.schemaName) of schema version \(release.schemaVersion), \(servers)"
        }
        return .ok("releases", words.joined(separator: "; "))
    }
}
