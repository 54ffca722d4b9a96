extension Services {
    /// The routes of app users, their ids, their notices, notes and the audit.
    var routesOfAppUsers: RouteTable {
        RouteTable(routes: [
            .createAppUser(database, codes),
            .identifyAppUser(database, endUsers),
            .identifyMe(database, endUsers),
            .createMergeTicket(database, codes),
            .undoMerge(database),
            .getAppUser(database),
            .getProfile(database),
            .getMe(database),
            .eraseAppUser(database, changes.feed),
            .exportAppUser(database),
            .getNotices(database),
            .dismissNotice(database),
            .listAuditEntries(database),
            .findAppUsers(database),
            .listAppUsers(database),
            .listTimeline(database),
            .createNote(database),
            .listNotes(database),
        ])
    }
}
