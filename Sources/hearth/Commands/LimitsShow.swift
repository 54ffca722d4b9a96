import ArgumentParser
import Entitlements
import EntitlementsAPI
import EntitlementsDatabase

/// Shows what an app user used of each limit.
struct LimitsShow: AsyncParsableCommand, ListCommand {
    static let configuration = CommandConfiguration(
        commandName: "show", abstract: "Show what an app user used of each limit.",
        discussion: "Example: hearth limits show myapp u_42")

    @OptionGroup var answer: AnswerOptions

    @Argument(help: "Any id of the app user.")
    var user: AppUserID

    @Option(help: "The amount for which NEXT AVAILABLE AT is computed.")
    var amount: Int32 = 1

    @OptionGroup var environment: EnvironmentOption

    static let columns: [Column] = [
        "limit_id", "used", "limit", "remaining", "fair_use", "throttled", "resets_at",
        "next_available_at", Column("pool.household_id", as: "pool of household"),
    ]

    func validate() throws {
        guard Use.amountRange.contains(amount) else {
            throw ValidationError("--amount must be from 1 to \(Use.amountRange.upperBound).")
        }
    }

    func run() async throws {
        let call = GetLimits(appUserID: user, amount: amount, environment: environment.name)
        try await answer.run(call) { limits in
            Table(
                Self.columns, limits["limits"]?.object?.members.map(\.value) ?? []
            ).print()
        }
    }
}
