/// The kinds of changes that the change log has.
package enum ChangeKind: String, CaseIterable, Sendable {
    case entitlementsChanged = "entitlements_changed"
    case periodChanged = "period_changed"
    case limitReached = "limit_reached"
    case householdChanged = "household_changed"
    case creditOrderPaid = "credit_order_paid"
    case creditsChanged = "credits_changed"
    case notice = "notice"
}
