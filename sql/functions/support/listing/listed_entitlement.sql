-- Returns the first entitlement of an answer that matches a filter, active ones first.
--
-- No row if none does. See listed_app_user; it inlines this function (plans: rule 6).

create function api.listed_entitlement(
    answer json, filter jsonb, end_of_purchase timestamptz, end_of_product text,
    end_of_store text)
returns table (entitlement_id text, value json)
language sql stable rows 1
begin atomic
    select entitlement.key, entitlement.value
      from json_each(listed_entitlement.answer -> 'entitlements')
           with ordinality as entitlement (key, value, place)
     where (listed_entitlement.filter ? 'status'
            or (entitlement.value ->> 'is_active')::boolean)
       and coalesce(entitlement.key = listed_entitlement.filter ->> 'entitlement_id', true)
       and coalesce(entitlement.value ->> 'status' = listed_entitlement.filter ->> 'status', true)
       and coalesce(entitlement.value ->> 'will_renew'
                        = listed_entitlement.filter ->> 'will_renew', true)
       and coalesce(entitlement.value -> 'source' ->> 'kind'
                        = listed_entitlement.filter ->> 'source', true)
       and (not listed_entitlement.filter ? 'product_id'
            or coalesce(entitlement.value -> 'source' ->> 'product_id'
                            = listed_entitlement.filter ->> 'product_id', false))
       and coalesce(entitlement.value -> 'source' ->> 'store'
                        = listed_entitlement.filter ->> 'store', true)
       and (listed_entitlement.end_of_purchase is null
            or entitlement.value ->> 'expires_at'
                   = api.rfc3339(listed_entitlement.end_of_purchase)
               and entitlement.value -> 'source' ->> 'kind' in ('own', 'grant')
               and entitlement.value -> 'source' ->> 'product_id'
                   is not distinct from listed_entitlement.end_of_product
               and entitlement.value -> 'source' ->> 'store' = listed_entitlement.end_of_store)
     order by (entitlement.value ->> 'is_active')::boolean desc, entitlement.place
     limit 1;
end;
