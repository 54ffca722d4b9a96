import Entitlements
import FoundationEssentials

/// The body of a webhook event, as RevenueCat posts it.
struct EventBody {
    let bytes: [UInt8]
    /// Its type and id, for a line on a terminal.
    let name: String

    /// As many bytes as a server takes by default.
    private static let maximumBytes = 1_048_576

    /// Nil unless the JSON has an event with a type and an id.
    init?(_ bytes: [UInt8]) {
        guard let event = try? JSONParser.parse(bytes)["event"],
            let type = event["type"]?.string, let id = event["id"]?.string
        else { return nil }
        self.bytes = bytes
        name = "\(type) \(id)"
    }

    /// Reads a file; `-` is standard input.
    init(ofFile path: String) throws(OperatorMessage) {
        let bytes =
            path == GivenTenantFile.standardInput
            ? StandardInput.readAll(maximumBytes: Self.maximumBytes)
            : (try? Data(contentsOf: URL(filePath: path))).map { [UInt8]($0) }
        guard let bytes, bytes.count <= Self.maximumBytes else {
            throw OperatorMessage(
                "the event was not sent",
                why: "\(path) cannot be read, or has more than \(Self.maximumBytes) bytes",
                exitStatus: .invalidData)
        }
        guard let body = EventBody(bytes) else {
            throw OperatorMessage(
                "the event was not sent", why: "\(path) contains no webhook event",
                advice: "It must be JSON as RevenueCat posts it: "
                    + #"{"event": {"id": …, "type": …}}."#,
                exitStatus: .invalidData)
        }
        self = body
    }
}
