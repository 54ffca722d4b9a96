import Entitlements
import RevenueCatSimulator

extension World.Catalog {
    /// The products of a stored definition.
    init(definition: JSONValue) {
        let products = definition["products"]?.array ?? []
        self.init(products: products.compactMap(World.Product.init(definition:)))
    }
}

extension World.Product {
    /// Nil without an id.
    fileprivate init?(definition: JSONValue) {
        guard let id = definition["id"]?.string else { return nil }
        self.init(
            id: id, kind: definition["kind"]?.string.flatMap(Kind.init) ?? .consumable,
            sells: definition["entitlements"]?.array?.compactMap(\.string) ?? [],
            every: definition["duration"]?.string, trial: definition["trial"]?.string)
    }
}
