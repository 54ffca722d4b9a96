import Entitlements
package import EntitlementsDatabase
import RevenueCat

extension SnapshotReader {
    /// Reads the next page of the ids of a run's project and stores it, or why that failed.
    ///
    /// Does nothing without a budget: the run's turn comes again. Throws if the database cannot be
    /// called.
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
                runID: run.runID, page: page,
                appUserIDs: listed.appUserIDs.map(AppUserID.init(unchecked:)),
                nextPage: listed.nextPage)
        } catch {
            call = AddListedPage(
                runID: run.runID, page: page, appUserIDs: [],
                failure: SnapshotFailure.upstream(error).reason)
        }
        _ = try await database.call(call, in: run.tenantID)
    }
}
