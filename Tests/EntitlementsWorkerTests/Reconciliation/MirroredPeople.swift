import Entitlements
import Foundation
import RevenueCatSimulator
import TestSupport
import Testing

/// Many app users with a purchase each; Hearth's state of a tenth will be wrong.
struct MirroredPeople {
    private(set) var world: World
    let ids: [String]

    /// The kinds of corruption.
    private enum Wrong: CaseIterable {
        case refundNotTold
        case expiryTooEarly
        case expiryTooLate
        /// The source of a transfer without an event.
        case transferSource
        case transferTarget
    }

    /// The world's present is an hour ago, and all purchases are from the last twenty days.
    init(count: Int) throws {
        let end = try #require(
            Timestamp(milliseconds: Int64(Date().timeIntervalSince1970 - 3_600) * 1_000))
        world = World(seed: 1, startingAt: end.advanced(byDays: -20))
        ids = (1...count).map { "person_\($0)" }
    }

    var corrupted: [String] { ids.indices.filter { wrong(at: $0) != nil }.map { ids[$0] } }

    private func wrong(at index: Int) -> Wrong? {
        let number = index / 10
        // Leaves out incomplete groups, as a transfer needs both sides.
        guard index % 10 == 3, number < ids.count / 50 * 5 else { return nil }
        return Wrong.allCases[number % Wrong.allCases.count]
    }
}

extension MirroredPeople {
    /// Lets all app users buy, and some get refunds and transfers without an event.
    ///
    /// - Returns: The webhooks that arrive, some with a wrong expiry.
    mutating func liveAndCorrupt() throws -> [[UInt8]] {
        for index in ids.indices { try buy(index) }
        world.advance(to: world.present.advanced(byDays: 20))
        let told = try world.takeEvents().map(retold)
        for index in ids.indices {
            switch wrong(at: index) {
            case .refundNotTold: try world.refund(ids[index], "plus_annual")
            case .transferSource: try world.transfer(from: ids[index], to: ids[index + 10])
            case nil, .expiryTooEarly, .expiryTooLate, .transferTarget: break
            }
        }
        world.advance(to: world.present.advanced(bySeconds: 1))
        _ = world.takeEvents()
        return told
    }

    private mutating func buy(_ index: Int) throws {
        let id = ids[index]
        guard wrong(at: index) == nil else {
            let isTarget = wrong(at: index) == .transferTarget
            return try world.purchase(by: id, isTarget ? "coins_100" : "plus_annual")
        }
        switch index % 5 {
        case 0: try world.purchase(by: id, "plus_monthly")
        case 1: try world.purchase(by: id, "pro:monthly", store: .playStore, offer: .intro)
        case 2: try world.purchase(by: id, "plus_lifetime", store: .stripe)
        case 3: try world.purchase(by: id, "plus_annual", offer: .trial)
        default:
            try world.purchase(by: id, "plus_weekly", store: .playStore)
            try world.cancel(id, "plus_weekly")
        }
    }

    /// The webhook that arrives, with a wrong expiry for some app users.
    private func retold(_ event: SimulatedEvent) throws -> [UInt8] {
        let body = try JSONParser.parse(event.body)
        var fields = try #require(body["event"]?.object)
        let id = try #require(fields["app_user_id"]?.string)
        let index = try #require(id.split(separator: "_").last.flatMap { Int($0) }) - 1
        switch wrong(at: index) {
        case .expiryTooEarly:
            fields["expiration_at_ms"] = .milliseconds(world.present.advanced(byDays: -1))
        case .expiryTooLate:
            fields["expiration_at_ms"] = .milliseconds(world.present.advanced(byDays: 1_000))
        case nil, .refundNotTold, .transferSource, .transferTarget: return event.body
        }
        let retold: JSONValue = ["event": .object(fields), "api_version": "1.0"]
        return retold.bytes
    }
}
