import ArgumentParser
import FoundationEssentials

/// An id, as a command argument.
struct IDArgument: ExpressibleByArgument, CustomStringConvertible {
    let uuid: UUID

    init(uuid: UUID) { self.uuid = uuid }

    init?(argument: String) {
        guard let uuid = UUID(uuidString: argument) else { return nil }
        self.uuid = uuid
    }

    var description: String { uuid.uuidString.lowercased() }
}
