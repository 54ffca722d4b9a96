import Entitlements
import EntitlementsDatabase
import HTTPTypes
import Hummingbird

extension Route {
    /// Answers the figures of a tenant's business between two days.
    static func getFigures(_ database: Database) -> Route {
        Route(
            "getFigures", .get, "/v1/admin/metrics",
            .secret { request, tenant in
                let query = try request.query(allowing: ["from", "to", "by", "households"])
                return .answer(
                    try await database.callOne(
                        GetFigures(
                            firstDay: try query.day("from"), lastDay: try query.day("to"),
                            dimensions: try query.dimensions(),
                            countsHouseholds: try query.flag("households", default: true)),
                        in: tenant))
            })
    }
}

extension QueryParameters {
    /// Returns a day of the calendar, or nil if the parameter is absent.
    fileprivate func day(_ name: String) throws(Failure) -> String? {
        guard let text = self[name] else { return nil }
        guard GetFigures.isDay(text) else {
            throw problem(name, "Expected a day, such as 2026-11-21.")
        }
        return text
    }

    /// Returns the words of `by`, each known and given once.
    fileprivate func dimensions() throws(Failure) -> [String] {
        guard let text = self["by"] else { return [] }
        let words = text.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
        guard let known = GetFigures.dimensions(named: words) else {
            let names = GetFigures.dimensions.joined(separator: ", ")
            throw problem("by", "Expected some of these, with commas between them: \(names).")
        }
        return known
    }
}
