import Entitlements
import TestSupport
import Testing

extension BinaryTests.Apps {
    @Suite("A database whose disk is full")
    struct FullDiskTests {}
}

extension BinaryTests.Apps.FullDiskTests {
    @Test(
        "writes get 503 with Retry-After, and readiness and doctor know",
        arguments: ["53100", "25006"])
    func fullDisk(sqlState: String) async throws {
        try await Installation.with { installation in
            let server = try await installation.start()
            #expect(try await server.deliver(Delivery(appUserID: "u_1")).status == 200)
            #expect(try await server.request("GET", "/readyz").status == 200)
            try await installation.administer(Self.refusal(sqlState))

            let answer = try await server.deliver(Delivery(appUserID: "u_2"))
            #expect(answer.status == 503)
            #expect(answer.text.contains("database_unavailable"))
            #expect(answer["retry-after"] == "1")
            #expect(try await server.isActive("u_1"))
            let isKnown = try await eventually {
                try await server.request("GET", "/readyz").status == 503
            }
            #expect(isKnown)
            let readiness = try await server.request("GET", "/readyz")
            let checks = try JSONParser.parse(readiness.body)["checks"]?.array ?? []
            #expect(checks.filter { $0["is_ready"] == false }.map { $0["name"] } == ["writes"])
            let doctor = try await HearthProcess.run([
                "doctor", "--json", "--data-directory", server.directory,
            ])
            #expect(doctor.exit == .status(69))
            #expect(doctor.output.contains(#"{"name":"writes","tenant":null,"status":"fail""#))

            try await installation.administer(Self.relief)
            let isReady = try await eventually {
                try await server.request("GET", "/readyz").status == 200
            }
            #expect(isReady)
            #expect(try await server.deliver(Delivery(appUserID: "u_2")).status == 200)
            let lines = server.process.errorText.split(separator: "\n")
            #expect(lines.contains { $0.contains("The database refuses calls") })
            #expect(!lines.contains { $0.contains("A request failed unexpectedly") })
        }
    }

    /// Lets writes of two tables fail as Postgres does that cannot extend a file.
    private static func refusal(_ sqlState: String) -> String {
        """
        create function public.refuse_writes() returns trigger language plpgsql as $$
        begin raise exception 'could not extend file' using errcode = '\(sqlState)'; end $$;
        create trigger refused before insert or update on entitlements.presence
            for each statement execute function public.refuse_writes();
        create trigger refused before insert or update on entitlements.webhook_events
            for each statement execute function public.refuse_writes();
        """
    }

    private static let relief = """
        drop trigger refused on entitlements.presence;
        drop trigger refused on entitlements.webhook_events;
        """
}
