import Entitlements
import EntitlementsDatabase
import TestSupport

extension TestTenant {
    /// Computes all figures anew; returns how many rows changed.
    @discardableResult
    func computeFigures(at moment: Timestamp) async throws -> Int64 {
        try await database.callOne(
            ComputeFigures(firstBucket: 0, lastBucket: 15, asOf: moment), in: id
        ).changed
    }

    func figures(
        _ first: String? = nil, _ last: String? = nil, by dimensions: [String] = [],
        at moment: Timestamp? = nil
    ) async throws -> JSONValue {
        let row = try await database.callOne(
            GetFigures(firstDay: first, lastDay: last, dimensions: dimensions, asOf: moment),
            in: id)
        // Rows may be more than a request's body can hold.
        var limits = JSONParser.Limits()
        limits.maximumBytes = 16 * 1_048_576
        limits.maximumValues = 1_000_000
        return try JSONParser.parse(row.json, limits: limits)
    }

    /// Receives events in sets.
    func receive(_ events: some Sequence<RevenueCatEvent>) async throws {
        var bodies = events.map(\.body)[...]
        while !bodies.isEmpty {
            try await receive(bodies: Array(bodies.prefix(16)))
            bodies = bodies.dropFirst(16)
        }
    }
}

extension JSONValue {
    /// The rows of an answer.
    var rows: [JSONValue] { self["data"]?.array ?? [] }

    /// A number as text, with two digits after the point.
    var cents: Int64 {
        switch self {
        case .integer(let number): number * 100
        case .decimal(let number): Int64((number.value * 100).rounded())
        default: 0
        }
    }
}
