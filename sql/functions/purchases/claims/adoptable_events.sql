-- Returns the events that may name a purchase known only from snapshots, with their chain ids.
--
-- These are all events if one of their app users, or of those that transfers connect with them,
-- owns such a purchase; else the events whose transaction a snapshot named.

create function api.adoptable_events(entries entitlements.evidence[])
returns table (evidence entitlements.evidence, chain_id text)
language plpgsql stable rows 8
as $$
declare
    _tenant_id constant uuid := entitlements.current_tenant_id();
    _ids constant text[] := api.related_app_user_ids(array(
        select distinct event.app_user_id from unnest(entries) as event));
    _are_owners constant boolean := exists (
        select from entitlements.app_user_ids known
         cross join lateral (
               select own.chain_id from entitlements.purchases own
                where own.tenant_id = _tenant_id and own.owner_uuid = known.app_user_uuid
               offset 0) as owned
         where known.tenant_id = _tenant_id and known.app_user_id = any (_ids)
           and starts_with(owned.chain_id, 'snapshot:'));
begin
    return query
    select event.evidence, event.chain_id
      from api.event_chains(entries) as event
     where _are_owners or exists (
           select from (values ('snapshot:' || (event.evidence).transaction_id),
                               ('snapshot:' || event.chain_id)) as key (chain_id)
             join entitlements.purchases named
               on named.tenant_id = _tenant_id and named.chain_id = key.chain_id);
end
$$;
