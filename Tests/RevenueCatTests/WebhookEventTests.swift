import Entitlements
import Foundation
import RevenueCat
import TestSupport
import Testing

@Suite("Webhook event")
struct WebhookEventTests {
    @Test(
        "is refused if the body has none",
        arguments: [
            ("", ErrorCode.malformedJSON), ("{", .malformedJSON), ("[]x", .malformedJSON),
            (#"{"event":{"id":"1","type":"TEST"},}"#, .malformedJSON),
            (#"{"event":{"id":"1","id":"2","type":"TEST"}}"#, .malformedJSON),
            (#"{"event":{"id":"1","type":"TEST","a":"\u0000"}}"#, .malformedJSON),
            (#"{"event":{"id":"1","type":"TEST","a":9223372036854775808}}"#, .malformedJSON),
            ("null", .invalidEvent), ("[]", .invalidEvent), ("{}", .invalidEvent),
            (#"{"event":null}"#, .invalidEvent), (#"{"event":[]}"#, .invalidEvent),
            (#"{"event":"TEST"}"#, .invalidEvent), (#"{"event":{}}"#, .invalidEvent),
            (#"{"event":{"id":"1"}}"#, .invalidEvent),
            (#"{"event":{"type":"TEST"}}"#, .invalidEvent),
            (#"{"event":{"id":1,"type":"TEST"}}"#, .invalidEvent),
            (#"{"event":{"id":"1","type":null}}"#, .invalidEvent),
            (#"{"event":{"id":"","type":"TEST"}}"#, .invalidEvent),
            (#"{"event":{"id":"1","type":""}}"#, .invalidEvent),
            (#"{"id":"1","type":"TEST"}"#, .invalidEvent),
        ])
    func refusals(body: String, code: ErrorCode) {
        let failure = #expect(throws: Failure.self) { try WebhookEvent(body: Array(body.utf8)) }
        #expect(failure?.code == code)
    }

    @Test("needs only an id and a type")
    func least() throws {
        let event = try WebhookEvent(body: Array(#"{"event":{"id":"1","type":"X"}}"#.utf8))
        #expect(event.id == "1")
        #expect(event.type == "X")
    }

    @Test(
        "has a problem if a deciding field is of another type",
        arguments: [
            ("expiration_at_ms", "soon", "expiration_at_ms_not_an_integer"),
            ("expiration_at_ms", 1.5, "expiration_at_ms_not_an_integer"),
            ("purchased_at_ms", "1658726374000", "purchased_at_ms_not_an_integer"),
            ("event_timestamp_ms", true, "event_timestamp_ms_not_an_integer"),
            ("grace_period_expiration_at_ms", [], "grace_period_expiration_at_ms_not_an_integer"),
            ("app_user_id", 42, "app_user_id_not_a_string"),
            ("product_id", 7, "product_id_not_a_string"),
            ("store", 1, "store_not_a_string"), ("environment", 1, "environment_not_a_string"),
            ("is_family_share", "true", "is_family_share_not_a_boolean"),
            ("transaction_id", 1, "transaction_id_not_a_string"),
            ("original_transaction_id", 1, "original_transaction_id_not_a_string"),
        ] as [(String, JSONValue, String)])
    func wrongTypes(field: String, value: JSONValue, problem: String) throws {
        let event = try WebhookEvent(
            body: RevenueCatEvent.renewal(id: "event-1").setting(field, value)
                .aliases(["u_42", "u_43"]).body)
        #expect(event.id == "event-1")
        #expect(event.problem == problem)
        #expect(event.facts?["kind"] == "unknown")
        #expect(event.facts?["app_user_ids"] == ["u_42", "u_43"], "A snapshot is taken of both.")
    }

    @Test(
        "ignores another field of a wrong type",
        arguments: [
            ("auto_resume_at_ms", [:], "auto_resume_at_ms_not_an_integer"),
            ("auto_resume_at_ms", 1_658_726_374_000.5, "auto_resume_at_ms_not_an_integer"),
            ("original_app_user_id", false, "original_app_user_id_not_a_string"),
            ("aliases", "u_43", "aliases_not_an_array"),
            ("new_product_id", [], "new_product_id_not_a_string"),
            ("entitlement_ids", "plus", "entitlement_ids_not_an_array"),
            ("entitlement_id", ["plus"], "entitlement_id_not_a_string"),
            ("period_type", 1, "period_type_not_a_string"),
            ("cancel_reason", 1, "cancel_reason_not_a_string"),
            ("expiration_reason", 1, "expiration_reason_not_a_string"),
            ("price", "4.99", "price_not_a_number"), ("price", 1e300, "price_out_of_range"),
            ("price", 1e11, "price_out_of_range"), ("price", -1e11, "price_out_of_range"),
        ] as [(String, JSONValue, String)])
    func unsoundFields(field: String, value: JSONValue, reason: String) throws {
        let event = try WebhookEvent(body: RevenueCatEvent.renewal().setting(field, value).body)
        #expect(event.problem == nil)
        let facts = try #require(event.facts)
        #expect(facts["kind"] == "renewal")
        #expect(facts["unread"] == [.string(reason)])
        #expect(facts["product_id"] == "stockpot_plus_monthly")
    }

    @Test("keeps the valid elements of another list")
    func unsoundElements() throws {
        let renewal = RevenueCatEvent.renewal()
            .setting("aliases", ["u_43", 42, "u_44"]).setting("entitlement_ids", ["plus", [], 7])
        let facts = try #require(try WebhookEvent(body: renewal.body).facts)
        #expect(facts["app_user_ids"] == ["u_42", "u_43", "u_44"])
        #expect(facts["entitlement_ids"] == ["plus"])
        #expect(
            facts["unread"] == [
                "aliases_not_an_array_of_strings", "entitlement_ids_not_an_array_of_strings",
            ])
        let transfer = RevenueCatEvent.transfer(from: ["u_1"], to: ["u_2"])
            .setting("transferred_to", ["u_2", 42])
        let event = try WebhookEvent(body: transfer.body)
        #expect(event.problem == "transferred_to_not_an_array_of_strings")
        #expect(event.facts?["transferred_to"] == ["u_2"])
    }

    @Test("ignores unknown fields", arguments: ["metadata", "subscriber_attributes"])
    func unreadFields(field: String) throws {
        for value: JSONValue in [1, "x", [], [[:], nil], 1e300, nil] {
            let event = try WebhookEvent(
                body: RevenueCatEvent.renewal().setting(field, value).body)
            #expect(event.facts?["kind"] == "renewal")
        }
    }

    @Test("without an app user has a problem")
    func nobody() throws {
        let nobody = RevenueCatEvent.renewal()
            .removing("app_user_id", "original_app_user_id", "aliases")
        #expect(try WebhookEvent(body: nobody.body).problem == "app_user_id_missing")
        let from = RevenueCatEvent.transfer(from: [], to: ["u_2"])
        #expect(try WebhookEvent(body: from.body).problem == "transferred_from_missing")
        let to = RevenueCatEvent.purchaseRedeemed(outcome: "transfer", from: ["u_1"], by: [])
        #expect(try WebhookEvent(body: to.body).problem == "redeemed_by_missing")
    }

    @Test("keeps the first thousand aliases")
    func manyAliases() throws {
        let aliases = (0..<1_000).map { "$RCAnonymousID:\($0)" }
        let most = RevenueCatEvent.renewal().aliases(aliases)
        #expect(try WebhookEvent(body: most.body).facts?["unread"] == nil)
        let more = RevenueCatEvent.renewal().aliases(aliases + ["u_43"])
        let facts = try #require(try WebhookEvent(body: more.body).facts)
        #expect(facts["unread"] == ["aliases_too_long"])
        #expect(facts["app_user_ids"]?.array?.count == 1_001)
    }

    @Test(
        "has a problem if a time is out of range",
        arguments: [
            253_402_300_800_000, -62_135_596_800_001, .max, .min, .max / 1_000,
        ] as [Int64])
    func timesOutOfRange(milliseconds: Int64) throws {
        for field in ["event_timestamp_ms", "purchased_at_ms", "expiration_at_ms"] {
            let event = RevenueCatEvent.renewal().setting(field, .integer(milliseconds))
            #expect(try WebhookEvent(body: event.body).problem == "\(field)_out_of_range")
        }
    }

    @Test(
        "accepts any time in range",
        arguments: [
            (0, "1970-01-01T00:00:00.000Z"), (-1, "1969-12-31T23:59:59.999Z"),
            (78_789_789_798_798, "4466-09-30T20:43:18.798Z"),
            (253_402_300_799_999, "9999-12-31T23:59:59.999Z"),
        ] as [(Int64, String)])
    func timesInRange(milliseconds: Int64, text: String) throws {
        let event = RevenueCatEvent.renewal()
            .setting("event_timestamp_ms", .integer(milliseconds))
            .setting("expiration_at_ms", .integer(milliseconds))
        let facts = try #require(try WebhookEvent(body: event.body).facts)
        #expect(facts["occurred_at"] == .string(text))
        #expect(facts["expires_at"] == .string(text))
    }

    @Test(
        "has a problem if its app user id is over 1,500 bytes",
        arguments: ["app_user_id", "product_id", "transaction_id", "original_transaction_id"])
    func longIDs(field: String) throws {
        let longest = RevenueCatEvent.renewal().setting(field, .string(Self.text(of: 1_500)))
        #expect(try WebhookEvent(body: longest.body).problem == nil)
        let longer = RevenueCatEvent.renewal().setting(field, .string(Self.text(of: 1_501)))
        #expect(try WebhookEvent(body: longer.body).problem == "\(field)_out_of_range")
    }

    @Test(
        "ignores other ids over 1,500 bytes",
        arguments: ["original_app_user_id", "entitlement_id", "aliases", "entitlement_ids"])
    func longOtherIDs(field: String) throws {
        let id = JSONValue.string(Self.text(of: 1_501))
        let isList = ["aliases", "entitlement_ids"].contains(field)
        let event = RevenueCatEvent.renewal().setting(field, isList ? ["x", id] : id)
        let facts = try #require(try WebhookEvent(body: event.body).facts)
        #expect(facts["unread"] == [.string("\(field)_out_of_range")])
    }

    @Test(
        "is refused if its own id or its type is too long",
        arguments: [("id", 1_500), ("type", 200)])
    func longNames(field: String, maximumBytes: Int) throws {
        func event(bytes: Int) -> RevenueCatEvent {
            .renewal().setting(field, .string(Self.text(of: bytes)))
        }
        _ = try WebhookEvent(body: event(bytes: maximumBytes).body)
        let failure = #expect(throws: Failure.self) {
            try WebhookEvent(body: event(bytes: maximumBytes + 1).body)
        }
        #expect(failure?.code == .invalidEvent)
    }

    /// A text of two-byte characters, so that bytes are counted, not characters.
    private static func text(of bytes: Int) -> String {
        String(repeating: "é", count: bytes / 2 - 1) + (bytes.isMultiple(of: 2) ? "xx" : "xxx")
    }

    @Test("keeps a price as it was written")
    func priceText() throws {
        let body = #"{"event":{"id":"1","type":"RENEWAL","app_user_id":"u","price":25.4870}}"#
        let facts = try #require(try WebhookEvent(body: Array(body.utf8)).facts)
        #expect(String(decoding: facts.bytes, as: UTF8.self).hasSuffix(#""price":25.4870}"#))
    }
}

@Suite("RevenueCat's own samples")
struct RevenueCatSampleTests {
    private static let folder = URL(filePath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        .appending(path: "../shared/revenuecat/webhooks").standardizedFileURL

    private static let names =
        (try? FileManager.default.contentsOfDirectory(atPath: folder.path))?.sorted() ?? []

    @Test("are all decoded", .enabled(if: !names.isEmpty), arguments: names)
    func samples(name: String) throws {
        let body = try Data(contentsOf: Self.folder.appending(path: name))
        let event = try WebhookEvent(body: Array(body))
        let facts = try #require(event.facts)
        #expect(event.problem == nil)
        let kind = try #require(facts["kind"]?.string)
        let informative = ["INVOICE_ISSUANCE", "VIRTUAL_CURRENCY_TRANSACTION"]
        let isInformative = informative.contains(event.type)
        #expect(kind == (isInformative ? "informative" : event.type.lowercased()))
        #expect(facts["occurred_at"] != nil)
        let isAboutOnePurchase = !["informative", "transfer"].contains(kind)
        #expect((facts["product_id"] != nil) == isAboutOnePurchase)
        #expect((facts["app_user_id"] != nil) == isAboutOnePurchase)
        #expect((facts["transferred_to"] != nil) == (kind == "transfer"))
    }
}
