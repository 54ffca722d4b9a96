import Entitlements

struct TestKey {
    let keyID: String
    let digest: [UInt8]

    init(_ kind: APIKey.Kind) {
        var generator = SystemRandomNumberGenerator()
        let key = APIKey.generate(kind: kind, using: &generator)
        keyID = key.keyID
        digest = key.digest
    }
}
