package import EntitlementsDatabase
import RevenueCat

extension ReadBack {
    /// Reads the next page of the ids of a run's project and writes it down, or why it could not be
    /// read.
    ///
    /// Nothing is done where the tenant may not ask now: the run's turn comes again. Throws where
    /// the database could not be called.
    package func listProject(of run: NextRun.Row) async throws {
        guard let client = try await upstreams.client(of: run.tenantID) else { return }
        let paid = try await database.call(
            TakeUpstreamRequests(requests: 1, atLeast: 1, isUrgent: false), in: run.tenantID)
        guard paid.first?.granted == 1 else { return }
        let page = run.projectPage
        let call: AddListedPage
        do throws(RevenueCatError) {
            let listed = try await client.listedIDs(page: page)
            call = AddListedPage(
                runID: run.runID, page: page, appUserIDs: listed.appUserIDs,
                nextPage: listed.nextPage)
        } catch {
            call = AddListedPage(
                runID: run.runID, page: page, failure: Obstacle.upstream(error).reason)
        }
        _ = try await database.call(call, in: run.tenantID)
    }
}
