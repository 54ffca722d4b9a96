import Entitlements
import EntitlementsDatabase
import TestSupport
import Testing

/// Figures say the rules of the fold a second time, for sets.
@Suite("Figures and the fold", .soak)
struct FoldedFiguresTests {
    @Test("the figures of active purchases equal those that the fold gives, at random moments")
    func active() async throws {
        let lives = 60
        let year = FigureYear(lives: lives, seed: TestEffort.seed &+ 1_280)
        let tenant = try await TestTenant.create()
        try await tenant.receive(year.events.map(\.event))
        var dice = SeededGenerator(seed: TestEffort.seed &+ 1_281)
        var seen: [String: Int64] = [:]
        for _ in 0..<TestEffort.share(of: 300, atLeast: 10) {
            let second = Int64.random(in: 0..<(365 * 86_400), using: &dice)
            let moment = FigureYear.start.advanced(bySeconds: second)
            let folded = try await tenant.activePurchases(of: lives, at: moment)
            try await tenant.computeFigures(at: moment)
            let day = String(moment.rfc3339.prefix(10))
            let row = try await tenant.figures(day, day, at: moment).rows.first?["figures"]
            for (figure, number) in folded {
                #expect(
                    (row?[figure] ?? 0) == .integer(number), "\(figure) at \(moment.rfc3339)")
                seen[figure, default: 0] += number
            }
        }
        #expect(seen.count == 3 && seen.values.allSatisfy { $0 > 0 }, "\(seen)")
    }
}

extension TestTenant {
    /// How many purchases of the lives were active by the fold, by the name of their figure.
    fileprivate func activePurchases(
        of lives: Int, at moment: Timestamp
    ) async throws -> [String: Int64] {
        var active: [String: Int64] = [
            "active_subscriptions": 0, "active_trials": 0, "active_one_time": 0,
        ]
        for number in 0..<lives {
            let call = GetAppUser(appUserID: AppUserID("u_\(number)"), asOf: moment)
            guard let row = try await database.call(call, in: id).first else { continue }
            let answer = try JSONParser.parse(row.json)
            for (list, figure) in [
                ("subscriptions", "active_subscriptions"), ("purchases", "active_one_time"),
            ] {
                for purchase in answer[list]?.array ?? []
                where purchase["is_active"] == true && purchase["environment"] == "production" {
                    let isTrial = purchase["period_type"] == "trial"
                    active[isTrial ? "active_trials" : figure, default: 0] += 1
                }
            }
        }
        return active
    }
}
