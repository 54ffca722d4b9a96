import Foundation
import HearthClient
import Testing

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// Tests against a running Hearth, which `scripts/test_clients` starts; skipped without one.
@Suite("Against a running Hearth", .enabled(if: LiveServer.isRunning), .serialized)
struct LiveTests {
    private let server = try? LiveServer()

    @Test("a person's answers are typed")
    func answers() async throws {
        let server = try #require(server)
        let person = server.newPerson()
        let client = server.client(for: person)
        #expect(try await client.entitlements().plan == "free")
        #expect(try await client.household() == nil)
        try await server.grant("plus", to: person)
        let answer = try await client.entitlements()
        #expect(answer.isActive("plus"))
        #expect(answer.entitlements["plus"]?.source?.kind == "grant")
        #expect(try await client.feature("export_hd").isAllowed)

        #expect(try await client.consume("scans", amount: 2, reference: "page 1").remaining == 1)
        #expect(try await client.consume("scans", amount: 2, reference: "page 1").remaining == 1)
        #expect(try await client.consume("scans", amount: 2).isAllowed == false)
        #expect(try await client.limits()["scans"]?.used == 2)

        try await server.foundHousehold(of: person)
        #expect(try await client.household()?.members.map(\.appUserID) == [person])

        let notice = try #require(try await client.notices().first)
        #expect(notice.kind == "limit_near")
        try await client.dismiss(notice.noticeID)
        #expect(try await client.notices() == [])
    }

    @Test("a refusal is an error with its code")
    func refused() async throws {
        let server = try #require(server)
        let client = server.client(for: server.newPerson())
        let error = await #expect(throws: HearthError.self) { try await client.feature("unknown") }
        #expect(error?.status == 404)
        #expect(error?.code == "feature_not_in_catalog")
        let stranger = HearthClient(address: server.address, tenant: "app") { "no token" }
        let refusal = await #expect(throws: HearthError.self) { try await stranger.entitlements() }
        #expect(refusal?.status == 401)
    }

    @Test("without a connection the kept statement decides, until its end, whatever the clock says")
    func offline() async throws {
        let server = try #require(server)
        let person = server.newPerson()
        let file = FileManager.default.temporaryDirectory.appending(path: "\(person).json")
        defer { try? FileManager.default.removeItem(at: file) }
        try await server.grant("plus", to: person)
        let online = Access(client: server.client(for: person), file: file)
        #expect(try await online.current().isActive("plus"))

        let away = try #require(URL(string: "http://127.0.0.1:9"))
        let unreachable = HearthClient(address: away, tenant: "app") { "" }
        #expect(try await Access(client: unreachable, file: file).current().isActive("plus"))
        for (days, error) in [(2.0, VerificationError.expired), (-1.0, .clockSetBack)] {
            let moved = Access(
                client: unreachable, file: file, now: { Date(timeIntervalSinceNow: days * 86_400) })
            await #expect(throws: error) { try await moved.current() }
        }
        await online.forget()
        await #expect(throws: URLError.self) {
            try await Access(client: unreachable, file: file).current()
        }
    }

    @Test("what changes is told: by a grant at once, by the clock at its moment")
    func updates() async throws {
        let server = try #require(server)
        let person = server.newPerson()
        let file = FileManager.default.temporaryDirectory.appending(path: "\(person).json")
        defer { try? FileManager.default.removeItem(at: file) }
        try await server.grant("plus", to: person, until: Date(timeIntervalSinceNow: 4))
        let access = Access(client: server.client(for: person), file: file)
        var seen: [Bool] = []
        for try await answer in access.updates() {
            seen.append(answer.isActive("plus"))
            if seen.count == 2 { try await server.grant("plus", to: person) }
            if seen.count == 3 { break }
        }
        #expect(seen == [true, false, true])
    }

    @Test("a server follows all changes, and goes on where it was; a wrong key ends the stream")
    func stream() async throws {
        let server = try #require(server)
        let people = (0..<3).map { _ in server.newPerson() }
        let before = try await server.lastNumber()
        for person in people { try await server.grant("plus", to: person) }
        var numbers: [Int] = []
        var seen: [String] = []
        for person in people {
            // Each time a new connection, which goes on after the last number.
            for try await change in server.changes(after: numbers.last ?? before) {
                #expect(change.kind == "entitlements_changed")
                numbers.append(change.number)
                seen.append(change.appUserID)
                break
            }
            #expect(seen.last == person)
        }
        #expect(Set(numbers).count == 3)
        let refusal = await #expect(throws: HearthError.self) {
            for try await _ in HearthClient(address: server.address, token: { "wrong" }).listen() {}
        }
        #expect(refusal?.status == 401)
    }
}
