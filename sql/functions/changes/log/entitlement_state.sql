-- Returns what the change log keeps of an entitlement of an answer; null if there is none.
--
-- If nothing but its end differs, that is its end. It names no other app user.
-- Pure: reads only its arguments.

create function api.entitlement_state(entitlement jsonb, differs boolean) returns json
language sql stable
return case
    when entitlement is null then null
    when differs then json_build_object(
        'is_active', entitlement -> 'is_active',
        'status', entitlement -> 'status',
        'expires_at', entitlement -> 'expires_at',
        'will_renew', entitlement -> 'will_renew',
        'ended_reason', entitlement -> 'ended_reason',
        'source', entitlement #> '{source,kind}',
        'product_id', entitlement #> '{source,product_id}')
    else json_build_object('expires_at', entitlement -> 'expires_at') end;
