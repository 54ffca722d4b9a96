import HTTPTypes

extension Route {
    /// Returns the stylesheet or the script of all pages, or what their search reads.
    static func getPageFile() -> Route {
        Route(
            "getPageFile", .get, "/assets/{file}",
            .unauthenticated { try DocumentPages.file(try $0.pathParameter(0)) })
    }
}
