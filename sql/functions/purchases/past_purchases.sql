-- What a person owned in one environment at a moment of the past: the fold over the evidence up to
-- then, which is why no history table exists.
--
-- internal: called by owned_purchases.
-- Locks: none.

create function api.past_purchases(app_user_id text, environment text, as_of timestamptz)
returns setof entitlements.purchases
language plpgsql stable security invoker rows 4
set search_path = ''
as $$
#variable_conflict use_column
declare
    _tenant_id constant uuid := entitlements.current_tenant_id();
    _related constant text[] := api.related_app_user_ids(array[past_purchases.app_user_id]);
begin
    return query
    select (past.purchase).*
      from (select api.folded_purchase(candidate.purchase_id, past_purchases.as_of) as purchase
              from (select distinct told.purchase_id
                      from entitlements.evidence told
                     where told.tenant_id = _tenant_id
                       and told.app_user_id = any (_related)
                       and told.environment = past_purchases.environment) as candidate
            offset 0) as past
      join entitlements.app_user_ids own
        on own.tenant_id = _tenant_id and own.app_user_id = (past.purchase).owner_app_user_id
      join entitlements.app_user_ids known
        on known.tenant_id = _tenant_id and known.app_user_uuid = own.app_user_uuid
     where known.app_user_id = past_purchases.app_user_id;
end
$$;

grant execute on function api.past_purchases(text, text, timestamptz) to hearth_server;
comment on function api.past_purchases(text, text, timestamptz) is
    'What a person owned in one environment at a moment of the past.';
