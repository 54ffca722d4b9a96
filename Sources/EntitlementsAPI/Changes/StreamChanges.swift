import Entitlements
import HTTPServer
import HTTPTypes

extension Route {
    /// Streams the tenant's changes as server-sent events, until the client or the server leaves or
    /// the key is revoked.
    ///
    /// Without `Last-Event-ID` and `after`, it begins with the next change.
    static func streamChanges(_ wait: ChangeWait, _ keys: KeyAuthentication) -> Route {
        Route(
            "streamChanges", .get, "/v1/changes/stream",
            .secret { request, tenant in
                let asked = try StreamChangesRequest(reading: request)
                let stated = try request.lastEventID() ?? asked.after
                let environments = try PurchaseEnvironment.all(named: asked.environments)
                let reader = ChangeFeed.Reader(tenant: tenant, appUserID: nil)
                let first = try await wait.page(
                    ChangeWait.Query(after: stated, limit: 1, waitSeconds: 0), for: reader)
                let stream = ChangeStream(
                    feed: wait.feed, place: try wait.feed.takePlace(for: reader),
                    key: StandingKey(of: request, keys), tenant: tenant,
                    environments: environments, after: stated ?? first.lastNumber)
                return Response(
                    status: .ok,
                    headers: [
                        .contentType: "text/event-stream", .cacheControl: "private, no-store",
                    ],
                    body: ResponseBody(stream: { writer in
                        try await request.whileConnected { presence in
                            try await stream.write(to: writer, while: presence)
                        }
                    }))
            })
    }
}

extension APIRequest {
    /// Returns the number that a client read last, from the header of its new attempt.
    fileprivate func lastEventID() throws(Failure) -> Int64? {
        guard let text = try headerField(.lastEventID), !text.isEmpty else { return nil }
        guard let number = Int64(text), number >= 0 else {
            throw Failure(
                .invalidRequest, "Last-Event-ID must be the id of an event of this stream.")
        }
        return number
    }
}
