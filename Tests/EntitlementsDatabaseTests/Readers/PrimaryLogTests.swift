import Entitlements
import FoundationEssentials
import Postgres
import TestSupport
import Testing

@testable import EntitlementsDatabase

@Suite("Whether a database follows the primary")
struct PrimaryLogTests {
    private let marks = (0..<9).map { _ in UUID() }
    private let installation = UUID()

    /// A row whose marks are the latest and the one before.
    private func row(
        _ byte: UInt64, marked latest: Int, timeline: UInt32 = 1, isStandby: Bool = true
    ) -> GetLogPosition.Row {
        GetLogPosition.Row(
            isStandby: isStandby, logPosition: LogPosition(timeline: timeline, byte: byte).text,
            systemIdentifier: "7", installationID: installation, mark: marks[latest],
            formerMark: marks[latest - 1], markedAt: "2026-12-01T10:00:00Z")
    }

    private func log(_ primary: [(byte: UInt64, mark: Int)]) -> PrimaryLog {
        let log = PrimaryLog()
        for seen in primary {
            log.add(row(seen.byte, marked: seen.mark, isStandby: false), at: .now)
        }
        return log
    }

    @Test("nothing follows a primary that has not been seen, or that is a standby itself")
    func unknown() {
        let log = PrimaryLog()
        log.add(row(100, marked: 1), at: .now)
        #expect(log.strangeness(of: row(100, marked: 1)) == .primaryUnknown && !log.isKnown)
    }

    @Test("a standby has each mark once it is beyond it, and may have the next one first")
    func marked() {
        let log = log([(100, 2), (200, 2), (300, 3)])
        for (byte, mark, strangeness) in [
            (300, 3, nil), (350, 4, nil), (299, 2, nil), (299, 3, nil), (50, 1, nil),
            (300, 2, .otherHistory), (350, 5, .otherHistory), (99, 6, .unproven),
        ] as [(UInt64, Int, Strangeness?)] {
            #expect(
                log.strangeness(of: row(byte, marked: mark)) == strangeness, "\(byte) \(mark)")
        }
    }

    @Test("a copy that goes its own way is found out by the next mark")
    func copied() {
        let log = log([(100, 2)])
        #expect(log.strangeness(of: row(150, marked: 2)) == nil)
        log.add(row(200, marked: 3, isStandby: false), at: .now)
        #expect(log.strangeness(of: row(250, marked: 2)) == .otherHistory)
    }

    @Test("after a promotion only what the new primary shows counts")
    func promoted() {
        let log = log([(100, 2), (200, 3)])
        // The commit of the third mark was lost.
        log.add(row(210, marked: 2, timeline: 2, isStandby: false), at: .now)
        #expect(log.strangeness(of: row(210, marked: 2, timeline: 2)) == nil)
        #expect(
            log.strangeness(of: row(210, marked: 3)) == .otherTimeline(1, primary: 2))
    }

    @Test("a server on a standby alone goes on with what it has met first")
    func followed() {
        let followed = FollowedInstallation(expected: nil)
        let seen = row(100, marked: 2)
        #expect(followed.refusal(of: seen) == nil)
        var other = seen
        other.systemIdentifier = "8"
        #expect(followed.refusal(of: other)?.contains("system identifier 8") == true)
        other = seen
        other.installationID = UUID()
        #expect(followed.refusal(of: other)?.contains(other.installationID.text) == true)
        var later = seen
        later.markedAt = "2026-12-01T10:10:00Z"
        #expect(followed.refusal(of: later) == nil)
        #expect(followed.refusal(of: seen)?.contains("was restored") == true)
        #expect(
            FollowedInstallation(expected: UUID()).refusal(of: seen)?
                .contains("HEARTH_INSTALLATION_ID") == true)
    }
}
