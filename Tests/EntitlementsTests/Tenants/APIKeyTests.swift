import Entitlements
import Testing

@Suite("API key")
struct APIKeyTests {
    @Test("is read back from its text", arguments: APIKey.Kind.allCases)
    func roundTrip(kind: APIKey.Kind) throws {
        var generator = SystemRandomNumberGenerator()
        for _ in 0..<200 {
            let key = APIKey.generate(kind: kind, using: &generator)
            let read = try #require(APIKey(parsing: key.text))
            #expect(read == key)
            #expect(read.keyID.utf8.count == 16)
            #expect(key.text.hasPrefix("hearth_\(kind.rawValue)_\(key.keyID)_"))
            #expect(key.text.utf8.count == "hearth_".utf8.count + kind.rawValue.utf8.count + 51)
        }
    }

    @Test("has one text for the same random numbers, in every release")
    func stable() {
        var generator = CountingGenerator()
        let key = APIKey.generate(kind: .read, using: &generator)
        #expect(APIKey(parsing: key.text) != nil)
        #expect(key.text == "hearth_read_37BFJNRYcgkosw37_BFJNRYcgkosw37BFJNRYcgkosw30eopoT")
    }

    @Test("with any one character changed is not a key")
    func mistypings() {
        var generator = SystemRandomNumberGenerator()
        let text = Array(APIKey.generate(kind: .secret, using: &generator).text.utf8)
        for index in text.indices {
            for replacement in Array("0aZ_-\u{0}".utf8) where replacement != text[index] {
                var changed = text
                changed[index] = replacement
                #expect(APIKey(parsing: String(decoding: changed, as: UTF8.self)) == nil)
            }
        }
    }

    @Test(
        "is not read from other formats",
        arguments: [
            "", "hearth", "hearth_read", "hearth_read_", "hearth___", "hearth_owner_a_b",
            "HEARTH_read_37BFJNRYcgkosw37_BFJNRYcgkosw37BFJNRYcgkosw30eopoT",
            " hearth_read_37BFJNRYcgkosw37_BFJNRYcgkosw37BFJNRYcgkosw30eopoT",
            "hearth_read_37BFJNRYcgkosw37_BFJNRYcgkosw37BFJNRYcgkosw30eopoT_",
            "hearth_read_37BFJNRYcgkosw37_BFJNRYcgkosw37BFJNRYcgkosw30eopoT0",
            "hearth_read_37BFJNRYcgkosw3é_BFJNRYcgkosw37BFJNRYcgkosw30eopoT",
        ])
    func otherShapes(text: String) {
        #expect(APIKey(parsing: text) == nil)
    }

    @Test("matches its own digest and no other")
    func digests() {
        var generator = SystemRandomNumberGenerator()
        let key = APIKey.generate(kind: .admin, using: &generator)
        let other = APIKey.generate(kind: .admin, using: &generator)
        #expect(key.digest.count == 32)
        #expect(key.matches(digest: key.digest))
        #expect(!key.matches(digest: other.digest))
        #expect(!key.matches(digest: []))
        #expect(!key.matches(digest: Array(key.digest.dropLast())))
        for index in key.digest.indices {
            var changed = key.digest
            changed[index] ^= 1
            #expect(!key.matches(digest: changed))
        }
    }

    @Test("does not show its secret in logs")
    func description() {
        var generator = SystemRandomNumberGenerator()
        let key = APIKey.generate(kind: .secret, using: &generator)
        let secret = String(key.text.suffix(33).prefix(27))
        var dumped = ""
        dump(key, to: &dumped)
        for text in ["\(key)", String(reflecting: key), dumped, "\([key])"] {
            #expect(text.contains(key.keyID))
            #expect(!text.contains(secret))
        }
    }
}

/// A fixed sequence of different numbers.
private struct CountingGenerator: RandomNumberGenerator {
    private var count: UInt64 = 0

    mutating func next() -> UInt64 {
        defer { count += 1 }
        return (count % 16) << 60
    }
}
