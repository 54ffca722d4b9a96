import Entitlements
import EntitlementsDatabase
import FoundationEssentials
import TestSupport
import Testing

/// A tenant with two app users.
///
/// Ana is identified, and has a phone that has not signed in. Mallory has the same, and wants Ana's
/// purchases.
struct AttackedTenant: Sendable {
    let tenant: TestTenant

    static let ana = "u_ana"
    static let mallory = "u_mallory"
    static let anasPhone = anonymous("anas-phone")
    static let mallorysPhone = anonymous("mallorys-phone")
    static let anasSecret = "dev_ana"
    static let mallorysSecret = "dev_mallory"

    init(_ change: (inout TenantDefinition) -> Void = { _ in }) async throws {
        tenant = try await TestTenant.create(change)
        for (person, chain) in [
            (Self.ana, "c-ana"), (Self.anasPhone, "c-anas-phone"),
            (Self.mallorysPhone, "c-mallorys-phone"),
        ] {
            try await tenant.receive(
                .initialPurchase(appUserID: person, originalTransactionID: chain))
        }
        try await tenant.create(Self.ana, "identified")
        try await tenant.create(Self.mallory, "identified")
        try await tenant.create(Self.anasPhone, secret: Self.anasSecret)
        try await tenant.create(Self.mallorysPhone, secret: Self.mallorysSecret)
    }

    /// Expects that no purchase is lost and that Mallory owns none of Ana's.
    func expectConserved(sourceLocation: SourceLocation = #_sourceLocation) async throws {
        let owners = try await tenant.owners()
        #expect(
            Set(owners.keys).isSuperset(of: ["c-ana", "c-anas-phone", "c-mallorys-phone"]),
            sourceLocation: sourceLocation)
        for chain in ["c-ana", "c-anas-phone"] {
            let owner = try #require(owners[chain], sourceLocation: sourceLocation)
            let ids = owner.split(separator: " ").map(String.init)
            #expect(!ids.contains(Self.mallory), "\(chain)", sourceLocation: sourceLocation)
        }
        #expect(try await tenant.invariantViolations() == [], sourceLocation: sourceLocation)
    }
}

/// A named attempt that must fail.
struct Attack: Sendable, CustomTestStringConvertible {
    let testDescription: String
    /// The refusal.
    ///
    /// Nil: the attempt is not refused, and itself checks that it has no effect.
    let refusal: ErrorCode?
    let change: @Sendable (inout TenantDefinition) -> Void
    let attempt: @Sendable (AttackedTenant) async throws -> Void

    init(
        _ name: String, _ refusal: ErrorCode?,
        _ change: @escaping @Sendable (inout TenantDefinition) -> Void = { _ in },
        attempt: @escaping @Sendable (AttackedTenant) async throws -> Void
    ) {
        testDescription = name
        self.refusal = refusal
        self.change = change
        self.attempt = attempt
    }
}

@Suite("Attacks")
struct AttackTests {
    @Test("an attack fails, and each purchase stays with its owner", arguments: Attack.all)
    func fails(_ attack: Attack) async throws {
        let attacked = try await AttackedTenant(attack.change)
        if let refusal = attack.refusal {
            await expectFailure(refusal) { try await attack.attempt(attacked) }
        } else {
            try await attack.attempt(attacked)
        }
        try await attacked.expectConserved()
    }

    @Test("there are at least forty attacks, each with its own name")
    func count() {
        #expect(Attack.all.count >= 40)
        #expect(Set(Attack.all.map { $0.testDescription }).count == Attack.all.count)
    }
}

extension Attack {
    static let all: [Attack] =
        withoutProof + withTickets + withWrongSources + ofClaims + ofHouseholds + ofLimits
        + byTelling
}
