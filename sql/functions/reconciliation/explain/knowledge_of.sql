-- Returns how fresh the knowledge about an app user is: snapshots and webhooks, each with a code.
--
-- Codes of snapshots: `snapshot_fresh` (within 24 hours), `snapshot_old`, `never_read`,
-- `revenuecat_unreadable` (the last attempt failed), `no_revenuecat_key`.
-- Codes of webhooks: `webhooks_arrive`, `webhooks_quiet` (none for 24 hours), `webhooks_refused`,
-- `no_webhook_yet`.

create function api.knowledge_of(app_user_uuid uuid, as_of timestamptz)
returns table (code text, facts jsonb)
language plpgsql stable rows 2
as $$
declare
    _tenant_id constant uuid := entitlements.current_tenant_id();
    _read_at constant timestamptz := (
        select app_user.confirmed_at from entitlements.app_users app_user
         where app_user.tenant_id = _tenant_id
           and app_user.app_user_uuid = knowledge_of.app_user_uuid);
    _queued constant entitlements.snapshot_queue := (
        select queued from entitlements.snapshot_queue queued
         where queued.tenant_id = _tenant_id
           and queued.app_user_uuid = knowledge_of.app_user_uuid);
    _status constant json := (
        select found.answer from api.get_status(knowledge_of.as_of) as found);
    _webhooks constant json := (
        select found.answer from api.get_webhook_status(knowledge_of.as_of) as found);
begin
    return query
    select case when _status #>> '{revenuecat,status}' = 'not_configured' then 'no_revenuecat_key'
                when _queued.setback is not null then 'revenuecat_unreadable'
                when _read_at is null then 'never_read'
                when _read_at < knowledge_of.as_of - interval '24 hours' then 'snapshot_old'
                else 'snapshot_fresh' end,
           jsonb_build_object(
               'last_snapshot_at', api.rfc3339(_read_at),
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
                   select api.rfc3339(max(last.received_at))
                     from entitlements.app_user_ids own
                    cross join lateral (
                          select max(evidence.received_at) as received_at
                            from entitlements.evidence evidence
                           where evidence.tenant_id = _tenant_id
                             and evidence.app_user_id = own.app_user_id) as last
                    where own.tenant_id = _tenant_id
                      and own.app_user_uuid = knowledge_of.app_user_uuid),
               'refused', _webhooks #> '{refused,count}',
               'refusal', _webhooks #> '{refused,reason}');
end
$$;
