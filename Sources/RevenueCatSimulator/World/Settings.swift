extension World {
    /// A project's dashboard settings, and differences between stores and API versions.
    package struct Settings: Sendable, Equatable {
        package var restoreBehavior = RestoreBehavior.transfer

        /// Whether merged ids cause SUBSCRIBER_ALIAS, as in old projects.
        package var sendsSubscriberAlias = false

        /// How long before a period's end its renewal is charged and announced.
        package var renewalLeadSeconds: Int64 = 0

        /// Stripe's "past due": while a charge fails, a subscription renews at a price of zero.
        package var staysPastDue = false

        package var pageLinks = PageLinks.absolute
        package var projectID = "proj1simulated"

        package init() {}
    }

    /// What happens if a customer shows a receipt whose purchases another owns.
    ///
    /// If the owner is anonymous, every behavior merges the two customers.
    package enum RestoreBehavior: String, Sendable, CaseIterable {
        case transfer
        case transferIfNoActiveSubscriptions = "transfer_if_no_active_subscriptions"
        case keepWithOriginal = "keep_with_original"
        /// Of old projects: merges the two customers.
        case share
    }

    /// The format of v2's links to the next page.
    package enum PageLinks: String, Sendable, CaseIterable {
        /// As recorded from the live service: with host, and null at the end.
        case absolute
        /// As specified: without host, and absent at the end.
        case relative
    }

    package enum Store: String, Sendable, CaseIterable {
        case appStore = "app_store"
        case playStore = "play_store"
        case stripe
        case webBilling = "rc_billing"
        case promotional
        case testStore = "test_store"
    }

    package enum Environment: String, Sendable, CaseIterable {
        case production
        case sandbox
    }

    package enum PeriodType: String, Sendable, CaseIterable {
        case normal
        case trial
        case intro
        case promotional
    }
}
