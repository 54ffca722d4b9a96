-- Version 2 of the API says that a subscription is cancelled or unpaid, and not since when.
alter table entitlements.evidence
    add column is_cancelled boolean,
    add column has_billing_issue boolean;
