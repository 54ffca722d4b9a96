-- Returns the key of a product in RevenueCat's v1: without Play's plan, and a name for a grant.

create function api.subscriber_product(product_id text, store text, entitlement_id text)
returns text
language sql immutable
return case when product_id is null then 'rc_promo_' || entitlement_id || '_custom'
            when store = 'play_store' then split_part(product_id, ':', 1)
            else product_id end;
