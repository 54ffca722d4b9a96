-- Returns whether imported evidence of a purchase says what a row says.
--
-- Pure: reads only its arguments.

create function api.is_same_import(known entitlements.evidence, line entitlements.import_row)
returns boolean
language sql immutable
return (known.app_user_id, known.product_id, known.period_type, known.purchased_at,
        known.original_purchased_at, known.expires_at, known.grace_expires_at, known.will_renew,
        known.cancelled_at, known.billing_issue_at, known.refunded_at)
       is not distinct from
       (line.app_user_id, line.product_id, line.period_type, line.purchased_at,
        line.original_purchased_at, line.expires_at, line.grace_expires_at, line.will_renew,
        line.cancelled_at, line.billing_issue_at, line.refunded_at);
