/// Where purchases are made, as SQL and the API name it.
package enum PurchaseEnvironment: String, CaseIterable, Hashable, Sendable {
    case production
    case sandbox
}
