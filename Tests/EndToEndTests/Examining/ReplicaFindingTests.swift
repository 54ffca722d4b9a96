import Entitlements
import EntitlementsDatabase
import FoundationEssentials
import TestSupport
import Testing

@testable import hearth

@Suite("What hearth doctor concludes about replicas")
struct ReplicaFindingTests {
    private static let marks = [UUID(), UUID(), UUID()]
    private static let installation = UUID()
    private static let markedAt: Timestamp = "2026-12-01T10:00:00Z"

    private static func row(
        _ position: String?, isStandby: Bool = true, system: String? = "7", of id: UUID? = nil,
        marks latest: Int = 2
    ) -> GetLogPosition.Row {
        GetLogPosition.Row(
            isStandby: isStandby, logPosition: position, systemIdentifier: system,
            installationID: id ?? installation, mark: marks[latest], formerMark: marks[latest - 1],
            markedAt: markedAt)
    }

    @Test(
        "a replica that gets no lookups is a warning that says why",
        arguments: [
            (row("2:0/10"), nil, "240 bytes"), (row("2:0/FFFF"), nil, "0 bytes"),
            (row("2:0/10", system: nil), nil, "240 bytes"),
            (row("2:0/100", isStandby: false), "promoted", "no standby"),
            (row(nil), "minute", "does not tell"),
            (row("1:0/FFFF"), "pg_basebackup", "timeline 1 and the primary 2"),
            (row("2:0/FFFF", system: "8"), "URL", "the system identifier 8, and the primary 7"),
            (row("2:0/FFFF", of: marks[0]), "URL", marks[0].text),
            (row("2:0/FFFF", marks: 1), "pg_basebackup", "its history is another one"),
        ] as [(GetLogPosition.Row, String?, String)])
    func concluded(seen: GetLogPosition.Row, advice: String?, words: String) {
        let primary = Self.row("2:0/100", isStandby: false)
        let log = PrimaryLog()
        log.add(primary, at: .now)
        let finding = Finding.replica(
            "1", seen, of: primary, strangeness: log.strangeness(of: seen))
        #expect(finding.status == (advice == nil ? .ok : .warn))
        #expect("\(finding)".contains(words), "\(finding)")
        #expect((finding.advice ?? "").contains(advice ?? ""), "\(finding)")
    }

    @Test("one that does not answer is a warning, too")
    func silent() {
        let finding = Finding.replica("2", failedBecause: "no connection is open")
        #expect(finding.status == .warn)
        #expect("\(finding)".contains("number 2") && "\(finding)".contains("no connection"))
    }

    @Test("a server on a standby alone is told whose it is, and since when nothing has come")
    func followed() {
        let seen = Self.row("2:0/100")
        for (expected, seconds, status) in [
            (nil, 60, .ok), (Self.installation, 60, .ok), (nil, 3_600, .warn),
            (UUID(), 60, .fail),
        ] as [(UUID?, Int64, Finding.Status)] {
            let finding = Finding.followed(
                seen, expected: expected,
                now: Self.markedAt.advanced(bySeconds: seconds))
            #expect(finding.status == status, "\(finding)")
            #expect(finding.detail.contains(Self.installation.text))
        }
    }
}
