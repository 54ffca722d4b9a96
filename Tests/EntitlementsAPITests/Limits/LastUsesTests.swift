import Entitlements
import Foundation
import TestSupport
import Testing

@testable import EntitlementsAPI

/// Repeatedly, 16 requests arrive at once, for each kind of limit and for credits and codes: as
/// many succeed as amounts are left, and no more.
@Suite("The last uses of each kind of limit", .soak)
struct LastUsesTests {
    private static let rounds = TestEffort.share(of: 200)
    private static let requests = 16
    private static let left = 5

    @Test(
        "simultaneous uses take exactly what is left",
        arguments: [
            "ever", "day", "month_day", "subscription", "rolling", "fair", "pool", "reserved",
            "mixed",
        ])
    func limits(kind: String) async throws {
        try await TestAPI.run { api in
            try await api.tenant.apply(Self.define)
            let limit = ["reserved": "day", "mixed": "rolling"][kind] ?? kind
            for round in 0..<Self.rounds {
                let people = (0..<4).map { "\(kind)_\(round)_\($0)" }
                if kind == "pool" {
                    try await api.tenant.found(people[0], with: Array(people.dropFirst()))
                } else if kind == "fair" || kind == "subscription" {
                    try await api.tenant.receive(
                        .initialPurchase(
                            appUserID: people[0], purchasedAt: TestAPI.now.advanced(byDays: -1),
                            originalTransactionID: "chain_\(kind)_\(round)"))
                }
                let statuses = try await Self.statuses { number in
                    let person = kind == "pool" ? people[number % 4] : people[0]
                    let isReserved = kind == "reserved" || kind == "mixed" && number % 2 == 0
                    let verb = isReserved ? "reserve" : "consume"
                    return try await api.post(
                        "\(verb)Limit", "/v1/users/\(person)/limits/\(limit)/\(verb)", [:])
                }
                #expect(statuses == ["200": Self.left, "429 limit_reached": 11], "\(kind)")
                let limits = try await api.get("getLimits", "/v1/users/\(people[0])/limits")
                #expect(try limits.json["limits"]?[limit]?["used"] == 5)
            }
        }
    }

    @Test("simultaneous spends take exactly the credits that are left")
    func credits() async throws {
        try await TestAPI.run(like: "iris") { api in
            for round in 0..<Self.rounds {
                let person = "buyer_\(round)"
                try await api.tenant.adjust(
                    "hd_export", of: person, by: Int32(Self.left), reference: "gift")
                let statuses = try await Self.statuses { number in
                    try await api.post(
                        "spendCredit", "/v1/users/\(person)/credits/hd_export/spend",
                        ["reference": .string("image \(number)")])
                }
                #expect(statuses == ["200": Self.left, "409 not_enough_credits": 11])
                #expect(try await api.tenant.balance(of: "hd_export", of: person) == 0)
            }
        }
    }

    @Test("a code of a batch is redeemed once, and guesses stop at their limit")
    func codes() async throws {
        try await TestAPI.run { api in
            try await api.tenant.takeTokens { $0.codes.attemptsPerHour = Self.left }
            try await api.tenant.put(.giving(as: "batch", code: nil) { _ in })
            let codes = try await api.tenant.createCodes(Self.rounds, of: "batch")
            for (round, code) in codes.enumerated() {
                let redeemed = try await Self.statuses { number in
                    try await api.post(
                        "redeemCode", "/v1/users/r\(round)_\(number)/codes/redeem",
                        ["code": .string(code)])
                }
                #expect(redeemed == ["200": 1, "409 code_used_up": 15])
                let phone = try TestTokens.token(of: "u_g\(round)", at: TestAPI.now)
                let guessed = try await Self.statuses { number in
                    try await api.post(
                        "redeemMyCode", "/v1/me/codes/redeem",
                        ["code": .string("WRONG-\(number)")], key: phone,
                        headers: [("Hearth-Tenant", api.tenant.slug)])
                }
                #expect(guessed == ["404 code_not_found": 5, "429 too_many_code_attempts": 11])
            }
        }
    }

    /// Stockpot with a limit of each kind, of each of which five are left.
    private static func define(_ tenant: inout TenantDefinition) {
        typealias Period = TenantDefinition.LimitPeriod
        let kinds: [(String, Period?)] = [
            ("ever", nil), ("day", .every(.day)), ("month_day", .monthDay(31)),
            ("subscription", .every(.subscription)), ("rolling", .rolling(hours: 5)),
        ]
        tenant.limits = kinds.map { id, period in
            TenantDefinition.Limit(
                id: LimitID(unchecked: id), period: period, free: left, entitlements: [:])
        }
        let plus = EntitlementID(unchecked: "plus")
        tenant.limits += [
            TenantDefinition.Limit(
                id: LimitID(unchecked: "fair"), free: 0,
                entitlements: [plus: .unlimited(fairUse: left, isHard: true)]),
            TenantDefinition.Limit(
                id: LimitID(unchecked: "pool"), free: left, entitlements: [:], pool: .init()),
        ]
    }

    /// Counts the outcomes of requests that are sent at once.
    private static func statuses(
        _ send: @escaping @Sendable (Int) async throws -> RawHTTPResponse
    ) async throws -> [String: Int] {
        try await withThrowingTaskGroup(of: String.self) { group in
            for number in 0..<requests {
                group.addTask {
                    let response = try await send(number)
                    return response.status == 200 ? "200" : try response.refusal
                }
            }
            return try await group.reduce(into: [:]) { $0[$1, default: 0] += 1 }
        }
    }
}
