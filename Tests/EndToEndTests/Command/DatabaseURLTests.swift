import Foundation
import TestSupport
import Testing

extension BinaryTests.Commands {
    @Suite("A DATABASE_URL that cannot be read")
    struct DatabaseURLTests {
        @Test(
            "no command prints a part of its password; it ends with 78 and says what to do",
            arguments: [["serve"], ["migrate"], ["doctor"], ["tenants", "list"]])
        func secrecy(arguments: [String]) async throws {
            let finished = try await HearthProcess.run(
                arguments,
                environment: [
                    "DATABASE_URL": "postgresql://hearth:s3cret%word@127.0.0.1:1/hearth",
                    "HEARTH_ENCRYPTION_KEY": Data(repeating: 7, count: 32).base64EncodedString(),
                    "HEARTH_PORT": "0",
                ])
            #expect(finished.exit == .status(78))
            let text = finished.output + finished.error
            #expect(!text.contains("s3cret") && !text.contains("word@"), "\(text)")
            #expect(text.contains("% is %25"), "\(text)")
        }
    }
}
