package import FoundationEssentials
import Postgres
import Synchronization

/// What this server has seen of the primary's log: whose it is, how far it came when, its marks.
///
/// Servers renew a mark, a random id in a row. A standby that has replayed the log beyond a mark
/// has that mark. So a copy that went its own way is found out by the next mark, though its
/// system identifier, its timeline and the installation's id are the primary's.
package final class PrimaryLog: Sendable {
    private let state: Mutex<State>

    fileprivate struct State {
        var meter: LagMeter
        var origin: LogOrigin?
        /// Oldest first: each with a place of the log at which the primary had it.
        var marks: [(mark: UUID, byte: UInt64)] = []
    }

    /// `span` is how far back lag is told from more lag.
    package init(span: Duration = .seconds(1)) {
        state = Mutex(State(meter: LagMeter(span: span)))
    }

    /// Longer than a replica may lag, and than a mark lasts.
    private static let marksKept = 4

    /// Notes what the primary said; what a standby or one without a position said is left out.
    package func add(_ seen: GetLogPosition.Row, at moment: ContinuousClock.Instant) {
        guard !seen.isStandby, let position = seen.logPosition.flatMap({ LogPosition($0) })
        else { return }
        let origin = LogOrigin(of: seen)
        state.withLock { state in
            if state.origin != origin || state.meter.newest?.timeline != position.timeline {
                // Another history: what was written before it counts only as far as it shows it.
                state = State(meter: LagMeter(span: state.meter.span), origin: origin)
            }
            state.meter.add(position, at: moment)
            if state.marks.isEmpty { state.marks = [(seen.formerMark, 0)] }
            if state.marks.last?.mark != seen.mark {
                state.marks.append((seen.mark, position.byte))
            }
            state.marks.removeFirst(max(0, state.marks.count - Self.marksKept))
        }
    }

    /// Whether the primary has said whose log it has.
    package var isKnown: Bool { state.withLock { $0.origin != nil } }

    var meter: LagMeter { state.withLock(\.meter) }

    func lag(
        of position: LogPosition, at moment: ContinuousClock.Instant
    ) -> (duration: Duration, bytes: UInt64)? {
        state.withLock { $0.meter.lag(of: position, at: moment) }
    }

    /// Why a database does not follow this primary; nil if it does.
    package func strangeness(of seen: GetLogPosition.Row) -> Strangeness? {
        state.withLock { state in
            guard let origin = state.origin, let newest = state.meter.newest else {
                return .primaryUnknown
            }
            if let strangeness = LogOrigin(of: seen).strangeness(besides: origin) {
                return strangeness
            }
            guard seen.isStandby else { return .noStandby }
            guard let position = seen.logPosition.flatMap({ LogPosition($0) }) else {
                return .positionUnknown
            }
            guard position.timeline == newest.timeline else {
                return .otherTimeline(position.timeline, primary: newest.timeline)
            }
            return state.strangenessOfMark(seen, at: position)
        }
    }
}

extension PrimaryLog.State {
    /// A new mark may be seen at a replica first: then the one before it counts.
    fileprivate func strangenessOfMark(
        _ seen: GetLogPosition.Row, at position: LogPosition
    ) -> Strangeness? {
        let due = marks.lastIndex { $0.byte <= position.byte } ?? 0
        let has = marks.lastIndex { [seen.mark, seen.formerMark].contains($0.mark) }
        if let has, has >= due { return nil }
        // At 0 stands the mark from before this server looked: older ones are not known.
        return marks[due].byte == 0 ? .unproven : .otherHistory
    }
}

/// Whose log a database has.
struct LogOrigin: Sendable, Equatable {
    /// Since initdb; nil if the login may not read it.
    let systemIdentifier: String?
    let installationID: UUID

    init(of seen: GetLogPosition.Row) {
        systemIdentifier = seen.systemIdentifier
        installationID = seen.installationID
    }

    func strangeness(besides primary: LogOrigin) -> Strangeness? {
        if let own = systemIdentifier, let other = primary.systemIdentifier, own != other {
            return .otherSystem(own, primary: other)
        }
        guard installationID == primary.installationID else {
            return .otherInstallation(installationID, primary: primary.installationID)
        }
        return nil
    }
}

/// Why a database is not asked in the primary's place.
package enum Strangeness: Sendable, Equatable {
    case primaryUnknown
    case otherSystem(String, primary: String)
    case otherInstallation(UUID, primary: UUID)
    case noStandby
    case positionUnknown
    case otherTimeline(UInt32, primary: UInt32)
    /// It has what the primary never had: it was restored, or is a copy.
    case otherHistory
    /// It lacks the primary's last marks: it is far behind, or has another history.
    case unproven

    /// Whether it stays so until an operator does something.
    var isLasting: Bool {
        switch self {
        case .otherSystem, .otherInstallation, .otherHistory: true
        case .primaryUnknown, .noStandby, .positionUnknown, .otherTimeline, .unproven: false
        }
    }
}

extension Strangeness: CustomStringConvertible {
    package var description: String {
        switch self {
        case .primaryUnknown: "the primary has not said yet whose log it has"
        case .otherSystem(let own, let primary):
            "its log is of another server: it has the system identifier \(own), and the primary "
                + primary
        case .otherInstallation(let own, let primary):
            "it is of another installation, \(own.text), and the primary is \(primary.text)"
        case .noStandby: "it is no standby"
        case .positionUnknown: "it does not tell which timeline it has"
        case .otherTimeline(let own, let primary):
            "it has timeline \(own) and the primary \(primary)"
        case .otherHistory:
            "its history is another one: it lacks what the primary has marked its log with, though "
                + "it is beyond that place"
        case .unproven:
            "it lacks the marks of the primary's last minutes: it is far behind, or its history "
                + "is another one"
        }
    }
}

extension UUID {
    /// As Postgres writes it.
    package var text: String { uuidString.lowercased() }
}
