import Console
import Entitlements
import HTTPServer
import HTTPTypes
import NIOCore

extension ConsoleRoute {
    static let campaigns = [
        ConsoleRoute(
            .get, "/console/{tenant}/campaigns",
            .signedIn { request in
                let list = try await request.list("/v1/admin/campaigns", on: "campaigns")
                return try request.page(
                    "campaigns", title: "Campaigns", area: "campaigns",
                    [
                        "table": CampaignView.table.shown(
                            list.rows, in: request.place, next: list.next)
                    ])
            }),
        ConsoleRoute(
            .get, "/console/{tenant}/campaigns/{campaign_id}",
            .signedIn { try await $0.showCampaign() }),
        ConsoleRoute(
            .post, "/console/{tenant}/campaigns/{campaign_id}/codes",
            .signedIn { request in
                try await request.answered(.codes, of: request.campaign) {
                    try await request.showCampaign(batch: $0, refusal: $1)
                }
            }),
        ConsoleRoute(
            .post, "/console/{tenant}/campaigns/{campaign_id}/codes.csv",
            .signedIn { try await $0.codesFile() }),
        ConsoleRoute(
            .post, "/console/{tenant}/campaigns/{campaign_id}/revoke",
            .signedIn { try await $0.actOnCampaign(.revokeCodes) }),
        ConsoleRoute(
            .post, "/console/{tenant}/campaigns/{campaign_id}/redemptions",
            .signedIn { try await $0.actOnCampaign(.takeBack) }),
    ]
}

extension ConsoleRequest {
    /// More codes are in the file only.
    private static var maximumShownCodes: Int { 200 }

    /// The parameter of operations about the campaign.
    fileprivate var campaign: [String: String] { ["campaign_id": parameters[0]] }

    fileprivate func actOnCampaign(_ form: OperationForm) async throws -> Response {
        try await act(form, then: place.path(.campaign, parameters[0])) {
            try await showCampaign(refusal: $0)
        }
    }

    fileprivate func showCampaign(
        batch: JSONValue? = nil, refusal: Failure? = nil
    ) async throws -> Response {
        let address = place.path(.campaign, parameters[0])
        async let campaign = api.get("/v1/admin/campaigns/\(encodedID)")
        let list = try await list(
            "/v1/admin/redemptions", on: "campaigns/\(encodedID)", filters: ["app_user_id"],
            fixed: [("campaign_id", parameters[0])])
        return try page(
            "campaign", title: parameters[0], area: "campaigns",
            [
                "address": .string(address), "batch": batch.map(shown) ?? .null,
                "make": OperationForm.codes.shown(to: "\(address)/codes"),
                "revoke": OperationForm.revokeCodes.shown(
                    to: "\(address)/revoke",
                    choices: [
                        "campaign_id": [("", "no"), (parameters[0], "yes")]
                    ]),
                "facts": CampaignView.facts(try await campaign, in: place),
                "app_user_id": chosen("app_user_id"),
                "table": CampaignView.redemptions.shown(list.rows, in: place, next: list.next),
            ], refusal: refusal)
    }

    private func shown(_ batch: JSONValue) -> JSONValue {
        let codes = batch["codes"]?.array ?? []
        return .members([
            "batch_id": batch["batch_id"] ?? .null,
            "batch_key": .string(form["idempotency_key"] ?? ""),
            "count": .integer(Int64(codes.count)),
            "codes": .array(Array(codes.prefix(Self.maximumShownCodes))),
            "is_cut": .bool(codes.count > Self.maximumShownCodes),
        ])
    }

    /// The codes of a form that was sent before, as `hearth codes create` prints them.
    fileprivate func codesFile() async throws -> Response {
        let batch = try await carryOut(.codes, of: campaign)
        let id = batch["batch_id"]?.string ?? ""
        // No cell needs quotes: a campaign's id has letters, digits and underscores.
        let lines = (batch["codes"]?.array ?? []).compactMap(\.string).map {
            "\($0),\(parameters[0]),\(id)\r\n"
        }
        return .csv(
            "codes-\(id)",
            ResponseBody(
                ByteBuffer(string: "code,campaign_id,batch_id\r\n" + lines.joined())))
    }
}
