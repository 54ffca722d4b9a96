-- Returns how fresh the knowledge about an app user is: snapshots and webhooks, each with a code.
--
-- Codes of snapshots: `snapshot_fresh` (within 24 hours), `snapshot_old`, `never_read`,
-- `revenuecat_unreadable` (the last attempt failed), `no_revenuecat_key`, `customer_missing` (at
-- the last attempt RevenueCat had no such customer, though a purchase gives access).
-- Codes of webhooks: `webhooks_arrive`, `webhooks_quiet` (none for 24 hours), `webhooks_refused`,
-- `no_webhook_yet`. `last_event_of_app_user_at` is when the last webhook came that named one of
-- their ids, also one that changed nothing; snapshots, imports and grants are no webhooks.

create function api.knowledge_of(app_user_uuid uuid, app_user_id text, as_of timestamptz)
returns table (code text, facts jsonb)
language plpgsql stable rows 2
as $$
declare
    _tenant_id constant uuid := entitlements.current_tenant_id();
    _read_at timestamptz;
    _missing_at timestamptz;
    _queued constant entitlements.snapshot_queue := (
        select queued from entitlements.snapshot_queue queued
         where queued.tenant_id = _tenant_id
           and queued.app_user_uuid = knowledge_of.app_user_uuid);
    _status constant json := (
        select found.answer from api.get_status(knowledge_of.as_of) as found);
    _webhooks constant json := (
        select found.answer from api.get_webhook_status(knowledge_of.as_of) as found);
begin
    select app_user.confirmed_at, app_user.missing_at into _read_at, _missing_at
      from entitlements.app_users app_user
     where app_user.tenant_id = _tenant_id
       and app_user.app_user_uuid = knowledge_of.app_user_uuid;
    return query
    select case when _status #>> '{revenuecat,status}' = 'not_configured' then 'no_revenuecat_key'
                when _queued.setback is not null then 'revenuecat_unreadable'
                when _missing_at > coalesce(_read_at, '-infinity') then 'customer_missing'
                when _read_at is null then 'never_read'
                when _read_at < knowledge_of.as_of - interval '24 hours' then 'snapshot_old'
                else 'snapshot_fresh' end,
           jsonb_build_object(
               'last_snapshot_at', api.rfc3339(_read_at),
               'missing_at', api.rfc3339(_missing_at),
               'queued_at', api.rfc3339(_queued.queued_at),
               'setback', _queued.setback);
    return query
    select case _status #>> '{webhooks,status}'
                when 'refused' then 'webhooks_refused'
                when 'arriving' then 'webhooks_arrive'
                else case when _webhooks ->> 'last_received_at' is null then 'no_webhook_yet'
                          else 'webhooks_quiet' end end,
           jsonb_build_object(
               'last_webhook_at', _webhooks -> 'last_received_at',
               'last_event_of_app_user_at', (
                   select api.rfc3339(max(event.received_at))
                     from api.events_of_ids(
                              api.ids_of_app_user(knowledge_of.app_user_id)
                                  || knowledge_of.app_user_id) as event
                    where event.kind <> 'import'),
               'refused', _webhooks #> '{refused,count}',
               'refusal', _webhooks #> '{refused,reason}');
end
$$;
