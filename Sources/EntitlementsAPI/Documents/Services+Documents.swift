extension Services {
    /// The routes of the documentation, which any caller may read.
    var routesOfDocuments: RouteTable {
        RouteTable(routes: [
            .getHome(),
            .listDocuments(),
            .getDocument(),
            .getOperationDocument(),
            .getErrorDocument(),
            .getOpenAPI(),
            .listTexts(),
            .getPageFile(),
        ])
    }
}
