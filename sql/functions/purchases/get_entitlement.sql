-- One entitlement of a person, by its name in the catalog.
--
-- Called with any key of the tenant. An entitlement that the person never had, or that has not
-- begun, is answered as not active.
-- Locks: none.
-- Raises: entitlement_not_in_catalog 404.

create function api.get_entitlement(
    app_user_id text, entitlement_id text, environment text default 'production',
    as_of timestamptz default null)
returns table (answered_as_of timestamptz, answer json)
language plpgsql stable security invoker rows 1
set search_path = ''
as $$
#variable_conflict use_column
declare
    _as_of constant timestamptz := coalesce(get_entitlement.as_of, now());
begin
    perform api.require_entitlements(array[get_entitlement.entitlement_id]);
    return query
    select _as_of,
           api.entitlement_json(
               get_entitlement.entitlement_id, found.is_active, found.status, found.expires_at,
               found.will_renew, found.source_kind, found.source_app_user_id, found.household_id,
               found.product_id, found.store, get_entitlement.environment, found.period_type,
               found.implied_by)
      from (select) as always
      left join api.entitlement_answers(
               get_entitlement.app_user_id, get_entitlement.environment, _as_of) as found
        on found.entitlement_id = get_entitlement.entitlement_id and found.has_begun;
end
$$;

grant execute on function api.get_entitlement(text, text, text, timestamptz) to hearth_server;
comment on function api.get_entitlement(text, text, text, timestamptz) is
    'One entitlement of a person, by its name in the catalog.';
