-- Why a period ends, in the words of the answer, of the reason that an event names. Null: the event
-- names none that is known.
--
-- internal: called by fold_mark.
-- Pure: reads nothing but its arguments.

create function api.end_reason(reason text) returns text
language sql immutable security invoker
return case reason
    when 'unsubscribe' then 'unsubscribed'
    when 'billing_error' then 'billing_error'
    when 'customer_support' then 'refunded'
    when 'price_increase' then 'price_increase_declined'
    when 'developer_initiated' then 'developer_initiated'
    when 'subscription_paused' then 'paused' end;
