-- What a person owns in one environment at a moment: the purchases whose owner is one of their ids.
--
-- internal: called by entitlement_answers and purchase_answers.
-- Now and later is the stored state, and the clock does the rest; earlier is folded anew.
-- Locks: none.

create function api.owned_purchases(app_user_id text, environment text, as_of timestamptz)
returns setof entitlements.purchases
language plpgsql stable security invoker rows 4
set search_path = ''
as $$
#variable_conflict use_column
declare
    _tenant_id constant uuid := entitlements.current_tenant_id();
begin
    return query
    select purchase.*
      from entitlements.app_user_ids known
      join entitlements.app_user_ids own
        on own.tenant_id = _tenant_id and own.app_user_uuid = known.app_user_uuid
      join entitlements.purchases purchase
        on purchase.tenant_id = _tenant_id and purchase.owner_app_user_id = own.app_user_id
     where owned_purchases.as_of >= now()
       and known.tenant_id = _tenant_id
       and known.app_user_id = owned_purchases.app_user_id
       and purchase.environment = owned_purchases.environment
     union all
    select past.*
      from api.past_purchases(
               owned_purchases.app_user_id, owned_purchases.environment, owned_purchases.as_of)
               as past
     where owned_purchases.as_of < now();
end
$$;

grant execute on function api.owned_purchases(text, text, timestamptz) to hearth_server;
comment on function api.owned_purchases(text, text, timestamptz) is
    'What a person owns in one environment at a moment.';
