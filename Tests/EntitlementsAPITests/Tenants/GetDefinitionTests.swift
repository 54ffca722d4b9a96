import Entitlements
import TestSupport
import Testing

@testable import EntitlementsAPI

@Suite("The tenant's file, setup and secrets over HTTP")
struct GetDefinitionTests {
    @Test("versions are listed, and each is shown with what it changed")
    func versions() async throws {
        try await TestAPI.run { api in
            try await api.tenant.apply { $0.name = "Another name" }
            let listed = try await api.ask("listDefinitions", "definitions")
            let versions = (try listed.json["data"]?.array ?? []).compactMap {
                $0["definition_version"]
            }
            #expect(versions.count == 2)
            let present = try await api.ask("getDefinition", "definition").json
            #expect(present["definition_version"] == versions.first)
            #expect(present["definition"]?["name"] == "Another name")
            #expect(present["changes"]?.array?.count == 1)
            guard case .integer(let first)? = versions.last else { return }
            let older = try await api.ask(
                "getDefinition", "definition?definition_version=\(first)")
            #expect(try older.json["definition_version"] == .integer(first))
            #expect(try older.json["definition"]?["name"] != "Another name")
        }
    }

    @Test("an unknown version and a wrong one are refused, and so is a read key")
    func refused() async throws {
        try await TestAPI.run { api in
            let path = "definition?definition_version="
            #expect(
                try await api.ask("getDefinition", "\(path)999999").refusal
                    == "404 definition_not_found")
            for text in ["0", "x", "-1", "1.0"] {
                let refused = try await api.ask("getDefinition", path + text)
                #expect(try refused.refusal == "422 validation_failed")
            }
            for (operation, page) in [
                ("listDefinitions", "definitions"), ("getDefinition", "definition"),
                ("examineTenant", "setup"), ("listSealedSecrets", "secrets"),
                ("listAPIKeys", "keys"),
            ] {
                let read = try await api.ask(operation, page, key: api.readKey)
                #expect(try read.refusal == "403 forbidden")
            }
        }
    }

    @Test("the setup says what is missing, and secrets are named without their values")
    func setup() async throws {
        try await TestAPI.run { api in
            let setup = try await api.ask("examineTenant", "setup").json
            #expect(setup["missing_secrets"] == [])
            #expect(setup["received_at"] == .null)
            #expect(setup["key_state"]?.string != nil)
            let secrets = try await api.ask("listSealedSecrets", "secrets")
            let kinds = (try secrets.json["data"]?.array ?? []).compactMap { $0["kind"]?.string }
            #expect(kinds.contains("authorization") && kinds.contains("signature"))
            #expect(!secrets.text.contains(TestAPI.webhookSigningSecret))
            #expect(!secrets.text.contains("sealed"))
        }
    }
}

extension TestAPI {
    fileprivate func ask(
        _ operation: String, _ page: String, key: String? = nil
    ) async throws -> RawHTTPResponse {
        try await get(operation, "/v1/admin/\(page)", key: key ?? secretKey)
    }
}
