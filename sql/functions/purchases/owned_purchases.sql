-- What a person owns in one environment at a moment: the purchases whose owner is one of their ids.
--
-- internal: called by usable_purchases and purchase_answers.
-- Now and later is the stored state, and the clock does the rest; earlier is folded anew.
-- Locks: none.

create function api.owned_purchases(app_user_uuid uuid, environment text, as_of timestamptz)
returns setof entitlements.purchases
language plpgsql stable security invoker rows 4
set search_path = ''
as $$
declare
    _tenant_id constant uuid := entitlements.current_tenant_id();
begin
    if owned_purchases.as_of >= now() then
        return query
        select purchase.*
          from entitlements.purchases purchase
         where purchase.tenant_id = _tenant_id
           and purchase.owner_uuid = owned_purchases.app_user_uuid
           and purchase.environment = owned_purchases.environment;
    else
        return query
        select past.*
          from api.past_purchases(
                   owned_purchases.app_user_uuid, owned_purchases.environment,
                   owned_purchases.as_of) as past
         where past.owner_uuid = owned_purchases.app_user_uuid;
    end if;
end
$$;

grant execute on function api.owned_purchases(uuid, text, timestamptz) to hearth_server;
comment on function api.owned_purchases(uuid, text, timestamptz) is
    'What a person owns in one environment at a moment.';
