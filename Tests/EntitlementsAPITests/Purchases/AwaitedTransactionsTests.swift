import Entitlements
import EntitlementsDatabase
import FoundationEssentials
import TestSupport
import Testing

@testable import EntitlementsAPI

@Suite("Limits of waits for a transaction")
struct AwaitedTransactionsTests {
    typealias Person = AwaitedTransactions.AppUser

    /// Whose limit a test reaches.
    enum Crowd: CaseIterable {
        case ofOnePerson, ofOneTenant, ofAll

        var maximum: Int {
            switch self {
            case .ofOnePerson: AwaitedTransactions.maximumWaitingOfAppUser
            case .ofOneTenant: AwaitedTransactions.maximumWaitingOfTenant
            case .ofAll: AwaitedTransactions.maximumWaiting
            }
        }

        func next(after person: Person) -> Person {
            switch self {
            case .ofOnePerson: person
            case .ofOneTenant: Person(appUserID: .random(), tenant: person.tenant)
            case .ofAll: Person(appUserID: .random(), tenant: TenantID())
            }
        }
    }

    @Test(
        "one wait more is refused until another ends; other tenants may wait",
        arguments: Crowd.allCases)
    func limit(crowd: Crowd) async throws {
        let transactions = AwaitedTransactions(
            database: try await TestDatabase.shared.database())
        let first = Person(appUserID: .random(), tenant: TenantID())
        try await fill(transactions, crowd, crowd.maximum, from: first) { last in
            let failure = await #expect(throws: Failure.self) {
                try await transactions.withNews(of: "t", for: crowd.next(after: last)) { _ in }
            }
            #expect(failure?.code == .overloaded)
            guard crowd != .ofAll else { return }
            let other = Person(appUserID: last.appUserID, tenant: TenantID())
            try await transactions.withNews(of: "t", for: other) { _ in }
        }
        try await transactions.withNews(of: "t", for: first) { _ in }
    }

    private func fill(
        _ transactions: AwaitedTransactions, _ crowd: Crowd, _ count: Int, from person: Person,
        _ body: @escaping @Sendable (Person) async throws -> Void
    ) async throws {
        try await transactions.withNews(of: "t", for: person) { _ in
            guard count > 1 else { return try await body(person) }
            try await fill(
                transactions, crowd, count - 1, from: crowd.next(after: person), body)
        }
    }
}

extension AppUserID {
    fileprivate static func random() -> AppUserID { AppUserID(unchecked: UUID().uuidString) }
}
