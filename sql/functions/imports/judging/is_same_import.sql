-- Returns whether imported evidence of a purchase says what a row says.
--
-- Pure: reads only its arguments.

create function api.is_same_import(known entitlements.evidence, told entitlements.import_row)
returns boolean
language sql immutable security invoker
return (known.app_user_id, known.product_id, known.period_type, known.purchased_at,
        known.original_purchased_at, known.expires_at, known.grace_expires_at, known.will_renew,
        known.cancelled_at, known.billing_issue_at, known.refunded_at)
       is not distinct from
       (told.app_user_id, told.product_id, told.period_type, told.purchased_at,
        told.original_purchased_at, told.expires_at, told.grace_expires_at, told.will_renew,
        told.cancelled_at, told.billing_issue_at, told.refunded_at);
