-- Translates an event's reason into the contract's reason why a period ends; null if unknown.

create function api.end_reason(reason text) returns text
language sql immutable
return case reason
    when 'unsubscribe' then 'unsubscribed'
    when 'billing_error' then 'billing_error'
    when 'customer_support' then 'refunded'
    when 'price_increase' then 'price_increase_declined'
    when 'developer_initiated' then 'developer_initiated'
    when 'subscription_paused' then 'paused' end;
