package import Entitlements
import EntitlementsDatabase

extension TestTenant {
    /// A moment by the database's clock, after all that is committed.
    package func moment() async throws -> Timestamp {
        let call = GetEntitlements(appUserID: "u_0", environment: "production")
        return try await database.callOne(call, in: id).asOf
    }
}

extension Timestamp {
    /// The moment to the microsecond; answers round theirs down to milliseconds.
    package var exactText: String {
        let microseconds = String(1_000 + microsecondsSinceEpoch % 1_000).dropFirst()
        return "\(rfc3339.dropLast())\(microseconds)Z"
    }
}
