import Entitlements
import EntitlementsDatabase
import HTTPServer
import HTTPTypes

extension Route {
    /// Answers the figures of a tenant's business between two days.
    static func getFigures(_ database: Database) -> Route {
        Route(
            "getFigures", .get, "/v1/admin/metrics",
            .secret { request, tenant in
                let asked = try GetFiguresRequest(reading: request)
                return .answer(
                    try await database.callOne(
                        GetFigures(
                            firstDay: asked.from, lastDay: asked.to,
                            dimensions: try GetFigures.dimensions(asked.by),
                            countsHouseholds: asked.households),
                        in: tenant))
            })
    }
}

extension GetFigures {
    /// Returns the words of `by`, each known and given once.
    fileprivate static func dimensions(_ text: String?) throws(Failure) -> [String] {
        guard let text else { return [] }
        let words = text.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
        guard let known = dimensions(named: words) else {
            let names = dimensions.joined(separator: ", ")
            throw QueryParameters.failure(
                "by", "Expected one or more of these, separated by commas: \(names).")
        }
        return known
    }
}
