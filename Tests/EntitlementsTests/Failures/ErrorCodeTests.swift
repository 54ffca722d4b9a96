import Entitlements
import Testing

@Suite("Error codes")
struct ErrorCodeTests {
    @Test("are in snake case, with a unique title and an error status")
    func wellFormed() {
        for code in ErrorCode.allCases {
            #expect(code.rawValue.utf8.allSatisfy { $0 == 0x5F || (0x61...0x7A).contains($0) })
            #expect((400...599).contains(code.httpStatus))
            #expect(!code.title.isEmpty)
            #expect(code.fix.hasSuffix("."), "say in components.yaml what to do about \(code)")
        }
        #expect(Set(ErrorCode.allCases.map(\.title)).count == ErrorCode.allCases.count)
    }
}
