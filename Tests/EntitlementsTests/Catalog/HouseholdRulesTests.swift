import Entitlements
import TenantFiles
import Testing

@Suite("Household rules of a tenant file")
struct HouseholdRulesTests {
    @Test("have defaults", arguments: ["", "households:\n", "households: {}\n"])
    func defaults(section: String) throws {
        let rules = try TenantFile.parse(yaml: Self.file(section)).households
        #expect(rules.maxMembers == 6)
        #expect(rules.switchCooldownDays == 30)
        #expect(rules.inviteTTLDays == 7)
        #expect(rules.ownerLeaves == .block)
        #expect(rules.departureGraceDays == 0)
        #expect(rules.downgrade == .newestOut)
        #expect(rules.downgradeNoticeDays == 7)
        #expect(!rules.confirmByOwner)
        #expect(rules.joinsPer30Days == 10)
        #expect(rules.sharesFrom == .anyMember)
        #expect(!rules.sharesGrants)
        #expect(rules.invitesWithinSeats)
        #expect(rules.transferHoldDays == 0)
    }

    @Test("are read, every key")
    func everyKey() throws {
        let rules = try TenantFile.parse(yaml: Self.file(Self.everyKey)).households
        #expect(rules.maxMembers == 2)
        #expect(rules.switchCooldownDays == 31)
        #expect(rules.inviteTTLDays == 14)
        #expect(rules.ownerLeaves == .dissolve)
        #expect(rules.departureGraceDays == 3)
        #expect(rules.downgrade == .freezeJoins)
        #expect(rules.downgradeNoticeDays == 8)
        #expect(rules.confirmByOwner)
        #expect(rules.joinsPer30Days == 11)
        #expect(rules.sharesFrom == .owner)
        #expect(rules.sharesGrants)
        #expect(!rules.invitesWithinSeats)
        #expect(rules.transferHoldDays == 4)
    }

    @Test("become bytes in a fixed order")
    func canonicalJSON() throws {
        let tenant = try TenantFile.parse(yaml: Self.file(Self.everyKey))
        #expect(
            String(decoding: try tenant.canonicalJSON, as: UTF8.self)
                == #"{"changes_kept_days":30,"codes":{"attempts_per_hour":10,"campaigns":[],"#
                + #""tenant_attempts_per_hour":1000},"end_users":{"issuers":[],"#
                + #""may_consume":[],"origins":[],"writes_per_minute":60},"#
                + #""entitlements":[{"id":"p","implies":[],"is_shared":false,"rank":1}],"#
                + #""features":[],"free_plan":"free","households":{"confirm_by_owner":true,"#
                + #""departure_grace_days":3,"downgrade":"freeze_joins","#
                + #""downgrade_notice_days":8,"invite_ttl_days":14,"#
                + #""invites_within_seats":false,"joins_per_30_days":11,"max_members":2,"#
                + #""owner_leaves":"dissolve","shares_from":"owner","shares_grants":true,"#
                + #""switch_cooldown_days":31,"transfer_hold_days":4},"limits":[],"#
                + #""name":"A","notices":{"ended_days_after":14,"expiring_days_before":7,"#
                + #""is_logged":false,"joined_household_days_after":7,"#
                + #""limit_near_percent":80,"#
                + #""refunded_days_after":30,"trial_ending_days_before":3},"#
                + #""order_expiry_hours":24,"#
                + #""people":{"aliases":"shared_purchases","anonymous_ids":[],"#
                + #""claim_attempts_per_hour":10,"claim_expiry_days":0,"#
                + #""claims_per_30_days":3,"restore_behavior":"transfer","#
                + #""tenant_claim_attempts_per_hour":1000},"#
                + #""products":[],"#
                + #""refunded_credits":"forgive","#
                + #""revenuecat":{"api":"v1","requests_per_minute":480},"#
                + #""sandbox":"accept","slug":"a","time_zone":"UTC","#
                + #""webhooks":{"authentication":[],"#
                + #""signature_header":"X-RevenueCat-Webhook-Signature"}}"#)
    }

    @Test(
        "allow numbers in their range, and no others",
        arguments: [
            ("max_members", 1...100), ("switch_cooldown_days", 0...365),
            ("invite_ttl_days", 1...365), ("departure_grace_days", 0...365),
            ("downgrade_notice_days", 0...365), ("joins_per_30_days", 1...1_000),
            ("transfer_hold_days", 0...30),
        ])
    func ranges(key: String, range: ClosedRange<Int>) throws {
        for number in [range.lowerBound, range.upperBound] {
            let tenant = try TenantFile.parse(yaml: Self.file("households: { \(key): \(number) }"))
            let json = try JSONParser.parse(try tenant.canonicalJSON)
            #expect(json["households"]?[key]?.canonicalBytes == Array("\(number)".utf8))
        }
        let problem =
            "/households/\(key): A whole number from \(range.lowerBound) to "
            + "\(range.upperBound) is expected."
        for number in ["\(range.lowerBound - 1)", "\(range.upperBound + 1)", "1.5", "many"] {
            #expect(Self.problems("households: { \(key): \(number) }") == [problem])
        }
    }

    @Test(
        "know these words, and no others",
        arguments: [
            ("owner_leaves", ["block", "transfer", "dissolve"]),
            ("downgrade", ["newest_out", "freeze_joins"]),
            ("shares_from", ["owner", "any_member"]),
        ])
    func words(key: String, words: [String]) throws {
        for word in words {
            let tenant = try TenantFile.parse(yaml: Self.file("households: { \(key): \(word) }"))
            let json = try JSONParser.parse(try tenant.canonicalJSON)
            #expect(json["households"]?[key] == .string(word))
        }
        let known = words.map { "“\($0)”" }.joined(separator: ", ")
        #expect(
            Self.problems("households: { \(key): perhaps }")
                == ["/households/\(key): “perhaps” is not one of \(known)."])
    }

    @Test("have all their problems listed, each with its pointer")
    func problems() {
        let section = """
            households:
              confirm_by_owner: 1
              invites_within_seats: maybe
              max_members: 0
              downgrade: oldest_out
              colour: red
            """
        let known = [
            "max_members", "switch_cooldown_days", "invite_ttl_days", "owner_leaves",
            "departure_grace_days", "downgrade", "downgrade_notice_days", "confirm_by_owner",
            "joins_per_30_days", "shares_from", "shares_grants", "invites_within_seats",
            "transfer_hold_days",
        ].map { "“\($0)”" }.joined(separator: ", ")
        #expect(
            Self.problems(section) == [
                "/households/confirm_by_owner: Either true or false is expected.",
                "/households/invites_within_seats: Either true or false is expected.",
                "/households/max_members: A whole number from 1 to 100 is expected.",
                "/households/downgrade: “oldest_out” is not one of “newest_out”, “freeze_joins”.",
                "/households/colour: “colour” is not a known key; the keys are \(known).",
            ])
        #expect(Self.problems("households: [6]") == ["/households: Keys with values are expected."])
    }

    @Test("accept seats of a lasting product", arguments: [1, 100])
    func seats(number: Int) throws {
        let tenant = try TenantFile.parse(
            yaml: Self.file(
                """
                products:
                  monthly: { kind: subscription, duration: P1M, seats: \(number) }
                  lifetime: { kind: non_consumable, seats: \(number) }
                  mug: { kind: consumable }
                """))
        #expect(tenant.products.map(\.seats) == [number, number, nil])
        let json = String(decoding: try tenant.canonicalJSON, as: UTF8.self)
        #expect(json.contains(#""kind":"non_consumable","seats":\#(number)}"#))
        #expect(json.contains(#""kind":"subscription","seats":\#(number)}"#))
        #expect(json.contains(#""kind":"consumable"}"#))
    }

    @Test("refuse seats of a consumable, and seats out of range")
    func wrongSeats() {
        #expect(
            Self.problems("products: { mug: { kind: consumable, seats: 2 } }")
                == ["/products/mug/seats: A consumable has no seats: it does not last."])
        for number in ["0", "101", "1.5", "many"] {
            #expect(
                Self.problems("products: { always: { kind: non_consumable, seats: \(number) } }")
                    == ["/products/always/seats: A whole number from 1 to 100 is expected."])
        }
    }
}

extension HouseholdRulesTests {
    /// Every value differs from the default.
    private static let everyKey = """
        households:
          max_members: 2
          switch_cooldown_days: 31
          invite_ttl_days: 14
          owner_leaves: dissolve
          departure_grace_days: 3
          downgrade: freeze_joins
          downgrade_notice_days: 8
          confirm_by_owner: true
          joins_per_30_days: 11
          shares_from: owner
          shares_grants: true
          invites_within_seats: false
          transfer_hold_days: 4
        """

    private static func file(_ section: String) -> String {
        "tenant: a\nname: A\nfree_plan: free\nentitlements: { p: { rank: 1 } }\n\(section)"
    }

    /// The pointer and the message of each problem in a section.
    private static func problems(_ section: String) -> [String] {
        do {
            _ = try TenantFile.parse(yaml: file(section))
            return []
        } catch {
            return error.problems.map { "\($0.pointer): \($0.detail)" }
        }
    }
}
