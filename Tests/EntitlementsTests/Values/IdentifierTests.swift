import Entitlements
import Testing

@Suite("Identifiers")
struct IdentifierTests {
    @Test("are compared by bytes, not by characters")
    func bytes() throws {
        let composed = try AppUserID(validating: "caf\u{E9}")
        let decomposed = try AppUserID(validating: "cafe\u{301}")
        #expect(composed.rawValue == decomposed.rawValue)
        #expect(composed != decomposed)
        #expect(Set([composed, decomposed]).count == 2)
        #expect(composed == composed)
        #expect((composed < decomposed) != (decomposed < composed))
    }

    @Test("of app users hold 1 to 1,500 bytes")
    func lengths() throws {
        #expect(AppUserID(rawValue: "") == nil)
        #expect(AppUserID(rawValue: String(repeating: "a", count: 1_500)) != nil)
        #expect(AppUserID(rawValue: String(repeating: "a", count: 1_501)) == nil)
        #expect(AppUserID(rawValue: String(repeating: "é", count: 750)) != nil)
        #expect(AppUserID(rawValue: String(repeating: "é", count: 751)) == nil)
    }

    @Test("of app users never hold U+0000")
    func nul() {
        #expect(AppUserID(rawValue: "alice\0mallory") == nil)
        let failure = #expect(throws: Failure.self) { try AppUserID(validating: "alice\0") }
        #expect(failure?.code == .validationFailed)
        #expect(failure?.detail == "The app user id contains the character U+0000.")
    }

    @Test(
        "of app users are anonymous by their prefix alone",
        arguments: [
            ("$RCAnonymousID:8069238d6049ce87cc529853916d624c", true),
            ("$RCAnonymousID:12345678-1234-1234-1234-123456789123", true),
            ("$RCAnonymousID:", true), ("$rcanonymousid:1", false), ("RCAnonymousID:1", false),
            ("u_42", false), ("x$RCAnonymousID:1", false),
        ])
    func anonymous(text: String, isAnonymous: Bool) throws {
        #expect(try AppUserID(validating: text).isAnonymous == isAnonymous)
    }

    @Test("of tenants are short names", arguments: ["a", "stockpot", "a-1", "x-", "a9b"])
    func goodSlugs(text: String) {
        #expect(TenantSlug(rawValue: text)?.rawValue == text)
        #expect(TenantSlug(rawValue: "a" + String(repeating: "b", count: 62)) != nil)
    }

    @Test(
        "of tenants allow no other characters",
        arguments: ["", "9a", "-a", "A", "a_b", "a.b", "ä", "a b", "a\0", "a\n"])
    func badSlugs(text: String) {
        #expect(TenantSlug(rawValue: text) == nil)
        #expect(TenantSlug(rawValue: "a" + String(repeating: "b", count: 63)) == nil)
    }

    @Test(
        "of a catalog are printable, without space at the ends",
        arguments: ["", " pro", "pro ", "p\u{0}ro", "p\nro", "\u{A0}pro", "p\u{85}ro"])
    func badCatalogNames(text: String) {
        #expect(EntitlementID(rawValue: text) == nil)
        #expect(FeatureID(rawValue: text) == nil)
        #expect(ProductID(rawValue: text) == nil)
    }

    @Test(
        "of a catalog may have all characters that RevenueCat and the stores allow",
        arguments: ["pro", "Premium1", "Plus für alle", "sub:base-plan", "com.yapmate.pro.monthly"])
    func goodCatalogNames(text: String) {
        #expect(EntitlementID(rawValue: text) != nil)
        #expect(ProductID(rawValue: String(repeating: "p", count: 200)) != nil)
        #expect(ProductID(rawValue: String(repeating: "p", count: 201)) == nil)
    }
}
