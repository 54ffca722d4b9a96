/// What each metric of Hearth counts, for the `# HELP` lines and the operator's handbook.
package enum MetricDescriptions {
    package static let all: [String: String] = [
        "hearth_http_requests_total":
            "Requests answered, by route, method and status; refused before routing: route none.",
        "hearth_http_request_duration_seconds":
            "Time from a request's head to its answer, by route.",
        "hearth_webhook_events_total":
            "Webhook events received, by type and by what became of them.",
        "hearth_webhook_signature_failures_total":
            "Webhook deliveries whose credential or signature was missing or wrong, by tenant.",
        "hearth_webhook_receive_seconds":
            "Time the database took to store one webhook event, fold it and commit.",
        "hearth_webhook_events_failed":
            "Webhook events stored and not yet applied, waiting for a retry or an operator.",
        "hearth_webhook_events_failed_oldest_seconds":
            "How long the oldest of the failed webhook events has been waiting.",
        "hearth_webhook_event_retries_total":
            "Attempts to apply a webhook event again, by what became of them.",
        "hearth_upstream_reads_total":
            "People read back from RevenueCat, or why they could not be.",
        "hearth_drift_total":
            "Differences from RevenueCat that were found and put right, by cause.",
        "hearth_confirmations_waiting":
            "People who wait to be read back from RevenueCat after an event.",
        "hearth_confirmations_oldest_seconds":
            "How long the first of those has been waiting.",
        "hearth_coverage_ratio":
            "The share of people whom RevenueCat confirmed within so long.",
        "hearth_run_coverage_tenants":
            "Tenants with a key, by what their runs over everybody cover.",
        "hearth_answers_refreshed_total":
            "Stored answers that the worker derived anew, because they were not to be used.",
        "hearth_household_members_downgraded_total":
            "Members who left a household because it had lost the seats for them.",
        "hearth_invariant_violations":
            "What there is in the database that must never be; anything but zero is a defect.",
        "hearth_findings":
            "What an operator should look at, by tenant and kind; GET /v1/admin/findings names it.",
        "hearth_postgres_connections_lost_total":
            "Connections to Postgres that were lost, by what they are for.",
        "hearth_postgres_connections_open": "Connections to Postgres, by what they are for.",
        "hearth_postgres_calls_in_flight": "Calls that Postgres has not answered yet.",
        "hearth_postgres_calls_waiting": "Calls that wait for a connection.",
    ]
}
