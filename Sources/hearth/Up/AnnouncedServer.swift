import Curl
import Entitlements

/// The addresses of a running `hearth up`, which its data directory holds for other commands.
struct AnnouncedServer: Sendable, Equatable {
    let address: String
    /// The simulated RevenueCat's address; nil if there is none.
    let simulator: String?
}

extension AnnouncedServer {
    /// Nil unless the bytes are such a file.
    init?(fileBytes: [UInt8]) {
        guard let file = try? JSONParser.parse(fileBytes), let address = file["address"]?.string
        else { return nil }
        self.address = address
        simulator = file["simulator"]?.string
    }

    var fileBytes: [UInt8] {
        var file = JSONObject()
        file["address"] = .string(address)
        file["simulator"] = simulator.map(JSONValue.string)
        return JSONValue.object(file).bytes + [UInt8(ascii: "\n")]
    }

    /// Whether a server answers there.
    func answers() async -> Bool {
        let answer = try? await LocalServer(address: address).send("GET", "/livez")
        return answer?.status == 200
    }
}
