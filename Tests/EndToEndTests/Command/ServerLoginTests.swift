import Foundation
import TestSupport
import Testing

extension BinaryTests.Commands {
    @Suite("A login that is no member of hearth_server")
    struct ServerLoginTests {
        @Test(
            "serve, doctor and other commands name it and the grant, and end with 78",
            arguments: [["serve"], ["doctor"], ["tenants", "list"]])
        func refused(arguments: [String]) async throws {
            try await ScratchDatabase.with { own in
                let login = "stranger \(UInt32.random(in: 0 ... .max))"
                try await own.administer("create role \"\(login)\" login")
                let finished = try await HearthProcess.run(
                    arguments,
                    environment: [
                        "DATABASE_URL": "\(own.connectionString) user='\(login)'",
                        "HEARTH_ENCRYPTION_KEY": Data(repeating: 7, count: 32)
                            .base64EncodedString(),
                        "HEARTH_PORT": "0",
                    ])
                try await own.administer("drop role \"\(login)\"")
                #expect(finished.exit == .status(78))
                let text = finished.output + finished.error
                #expect(text.contains("the login \(login) is not a member of hearth_server"))
                #expect(text.contains("grant hearth_server to \"\(login)\";"))
                #expect(!text.contains("hearth migrate"))
            }
        }
    }
}
