import Prometheus

/// The description of each metric, for the `# HELP` lines and the operator's handbook.
package enum MetricDescriptions {
    package static let all = ProcessMetrics.descriptions.merging(own) { own, _ in own }

    /// Seconds, from an event that comes at once to one that a worker applies days later.
    ///
    /// RevenueCat repeats a webhook for 155 minutes, which are 9,300 seconds.
    package static let bounds: [String: [Double]] = [
        "hearth_webhook_event_effect_seconds": [
            1, 2.5, 5, 10, 30, 60, 300, 900, 3_600, 9_300, 86_400,
        ]
    ]

    private static let own: [String: String] = [
        "hearth_build_info": "Always 1; the label is the version of this binary.",
        "hearth_http_requests_total":
            "Requests answered, by route, method and status; refused before routing: route none.",
        "hearth_http_request_duration_seconds":
            "Time from a request's head to its answer, by kind of route.",
        "hearth_console_sign_ins_total":
            "Sign-ins to the console, by outcome: signed_in, refused, limited.",
        "hearth_webhook_events_total":
            "Webhook events received, by type and outcome.",
        "hearth_webhook_signature_failures_total":
            "Webhook deliveries whose credential or signature was missing or wrong, by tenant.",
        "hearth_token_refusals_total":
            "End users' tokens that were refused, by the rule that refused them.",
        "hearth_webhook_receive_seconds":
            "Time the database took to store one webhook event, fold it and commit.",
        "hearth_webhook_last_received_timestamp_seconds":
            "When the latest webhook event arrived, in seconds since 1970, by tenant.",
        "hearth_webhook_event_effect_seconds":
            "Time from an event's own timestamp to the commit that applied it, by tenant.",
        "hearth_webhook_events_failed":
            "Webhook events that failed, and wait for a retry or an operator.",
        "hearth_webhook_events_failed_oldest_seconds":
            "How long the oldest failed webhook event has waited.",
        "hearth_webhook_event_retries_total":
            "Attempts to apply a webhook event again, by outcome.",
        "hearth_upstream_reads_total":
            "Reads of app users from RevenueCat, by outcome.",
        "hearth_drift_total":
            "Differences from RevenueCat that were found and corrected, by cause.",
        "hearth_confirmations_waiting":
            "App users in the snapshot queue, after an event.",
        "hearth_confirmations_oldest_seconds":
            "How long the oldest entry of the snapshot queue has waited.",
        "hearth_coverage_ratio":
            "The share of app users with a snapshot within this time.",
        "hearth_run_coverage_tenants":
            "Tenants with a key, by the coverage of their runs over all app users.",
        "hearth_referrals_reviewed_total": "Referrals whose rewards were derived again.",
        "hearth_answers_refreshed_total":
            "Stored answers that the worker derived again because they were stale.",
        "hearth_changes_numbered_total":
            "Changes that were given their number in the change log.",
        "hearth_changes_delay_seconds":
            "How long a committed change waits for its number; more than a second is a defect.",
        "hearth_deliveries_total":
            "Attempts to deliver a change to an endpoint, by outcome.",
        "hearth_delivery_duration_seconds":
            "Time from sending a delivery to the endpoint's answer, or to giving up.",
        "hearth_household_members_downgraded_total":
            "Members removed from households that had lost seats.",
        "hearth_invariant_violations":
            "Violated invariants in the database; any value but zero is a defect.",
        "hearth_findings":
            "Findings for an operator, by tenant and kind; GET /v1/admin/findings lists them.",
        "hearth_database_bytes": "The bytes that the database takes on its disk.",
        "hearth_revenuecat_clock_seconds":
            "How far RevenueCat's clock is ahead of the database's, by events and by answers.",
        "hearth_spans_total":
            "Spans recorded, by what became of them; only if there is a collector of traces.",
        "hearth_purchases_active":
            "Active purchases by tenant and kind, as their figures were last computed.",
        "hearth_lookup_calls_total":
            "Calls for lookups, by where they were answered. A call may carry many lookups.",
        "hearth_replicas_usable": "Replicas that answer lookups.",
        "hearth_replica_lag_bytes":
            "Bytes of the log that a replica has not replayed, by its number in the setting.",
        "hearth_postgres_connections_lost_total":
            "Connections to Postgres that were lost, by what they are for.",
        "hearth_postgres_connections_open": "Connections to Postgres, by what they are for.",
        "hearth_postgres_calls_in_flight": "Calls that Postgres has not answered yet.",
        "hearth_postgres_calls_waiting": "Calls that wait for a connection.",
    ]
}
