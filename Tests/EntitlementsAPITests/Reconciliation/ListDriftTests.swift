import Entitlements
import EntitlementsDatabase
import FoundationEssentials
import TestSupport
import Testing

@testable import EntitlementsAPI

@Suite("GET /v1/admin/reconcile/{run_id}/drift")
struct ListDriftTests {
    private static let header =
        "found_at,app_user_id,purchase_id,environment,product_id,cause,access_affected,"
        + "before,after\r\n"

    @Test("each difference has its app user, purchase, cause, before and after")
    func json() async throws {
        try await TestAPI.withUpstream { api in
            let run = try await api.run(finding: ["u_1"])
            let response = try await api.drift(of: run)
            #expect(response.status == 200)
            #expect(try response.json["data"]?.array?.count == 1)
            let found = try response.json["data"]?.array?.first
            #expect(found?["found_at"]?.string?.hasSuffix("Z") == true)
            #expect(found?["app_user_id"] == "u_1")
            #expect(found?["product_id"]?.string == RevenueCatEvent.defaultProduct)
            #expect(found?["environment"] == "production")
            #expect(found?["cause"] == "missed_event")
            #expect(found?["access_affected"] == true)
            #expect(found?["purchase_id"]?.string != nil)
            #expect(found?["before"] == .null)
            #expect(found?["after"]?["is_active"] == true)
        }
    }

    @Test("pages have a cursor in JSON, and a link in CSV")
    func pages() async throws {
        try await TestAPI.withUpstream { api in
            let people = (1...5).map { "u_\($0)" }
            let run = try await api.run(finding: people)
            var inJSON: [String] = []
            var cursor: String? = ""
            while let text = cursor {
                let page = try await api.drift(
                    of: run, "?limit=2" + (text.isEmpty ? "" : "&cursor=\(text)")
                ).json
                inJSON += (page["data"]?.array ?? []).compactMap { $0["app_user_id"]?.string }
                cursor = page["next_cursor"]?.string
            }
            #expect(inJSON == people)

            var inCSV: [[String]] = []
            var query: String? = "?format=csv&limit=2"
            while let text = query {
                let page = try await api.drift(of: run, text)
                #expect(page.text.hasPrefix(Self.header))
                inCSV.append(
                    page.text.split(separator: "\r\n").dropFirst().map {
                        String($0.split(separator: ",")[1])
                    })
                query = try page["link"].map { link in
                    String(try #require(link.wholeMatch(of: /<(\?[^>]+)>; rel="next"/)).1)
                }
            }
            #expect(inCSV == [["u_1", "u_2"], ["u_3", "u_4"], ["u_5"]])
        }
    }

    @Test("CSV quotes ids and escapes formulas")
    func hostileIDs() async throws {
        try await TestAPI.withUpstream { api in
            let run = try await api.run(finding: [#"=1+1,"a""#])
            let response = try await api.drift(of: run, "?format=csv")
            #expect(response["content-type"] == "text/csv; charset=utf-8; header=present")
            #expect(response["cache-control"] == "private, no-store")
            #expect(response["link"] == nil)
            #expect(response.text.contains(#","'=1+1,""a""","#))
            #expect(response.text.contains(#"{""product"#) || response.text.contains(#""{""#))
            #expect(response.text.hasSuffix("\r\n"))
        }
    }

    @Test("a run without drift is an empty page, or a header in CSV")
    func nothing() async throws {
        try await TestAPI.withUpstream { api in
            let run = try await api.newRun()
            let json = try await api.drift(of: run).json
            #expect(json["data"] == [])
            #expect(json["next_cursor"] == .null)
            #expect(try await api.drift(of: run, "?format=csv").text == Self.header)
        }
    }

    @Test("only the tenant's secret key lists drift")
    func hidden() async throws {
        try await TestAPI.withUpstream { api in
            try await api.expectHidden { api, run, key in try await api.drift(of: run, key: key) }
        }
    }

    @Test(
        "each problem of the query has its pointer",
        arguments: [
            ("?limit=0", "/limit"), ("?limit=1001", "/limit"), ("?format=xml", "/format"),
            ("?cursor=hello", "/cursor"), ("?page=2", "/page"),
        ])
    func badQuery(_ query: String, _ pointer: String) async throws {
        try await TestAPI.withUpstream { api in
            let response = try await api.drift(of: try await api.newRun(), query)
            #expect(response.status == 422)
            #expect(try response.pointers == [pointer])
        }
    }
}

extension TestAPI {
    /// Creates a run that finds an unknown purchase of each app user, one second apart.
    func run(finding people: [String]) async throws -> String {
        let bought: Timestamp = "2096-11-01T00:00:00Z"
        let id = try await newRun()
        let run = try #require(UUID(uuidString: id))
        for (number, person) in people.enumerated() {
            let snapshot = TestSnapshot(
                of: person, at: bought.advanced(bySeconds: 86_400 + Int64(number))
            ).listing(.like(.initialPurchase(appUserID: person, purchasedAt: bought)))
            try await tenant.add(snapshot, of: run)
        }
        return id
    }
}
