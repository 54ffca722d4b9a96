-- Lists the products of which version 1 may have left out purchases that go on.
--
-- They are the products of its subscriptions, also of those that the tenant's sandbox policy
-- ignores, and those through which an entitlement is active. For a product bought once, the list of
-- purchases is complete. Version 2 lists everything, and says whether it gives access.

create function api.silent_products(body jsonb) returns text[]
language sql immutable
return array(
    select split_part(entry.value ->> 'product_id', ':', 1)
      from jsonb_array_elements(body -> 'purchases') as entry (value)
     where entry.value ->> 'product_id' is not null
       and entry.value ->> 'gives_access' is null
       and entry.value -> 'is_one_time' is distinct from 'true'
     union
    select split_part(active.product_id, ':', 1)
      from jsonb_array_elements_text(
               coalesce(nullif(body -> 'active_product_ids', 'null'), '[]')) as active (product_id)
     where not exists (
           select from jsonb_array_elements(body -> 'purchases') as entry (value)
            where entry.value -> 'is_one_time' = 'true'
              and entry.value ->> 'product_id' = active.product_id));
