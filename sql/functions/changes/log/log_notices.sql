-- Logs the notices that are new for their app users.
--
-- What the change log had under any id of the app user is not new, nor is what they dismissed. The
-- entry has the facts without names: no other app user's id, no household's name. It happened when
-- the notice began, but not before its cause: an event, or an act of the moment. The clock, a new
-- definition, a snapshot and an import tell what began before them.
-- Idempotent: a notice is logged once.
-- The caller has locked the stored answers, or for limits the app users.
-- Locks: none beyond the caller's.

create function api.log_notices(
    notices entitlements.notice[], cause text, cause_ids text[], as_of timestamptz,
    environment text default 'production')
returns void
language plpgsql volatile
as $$
declare
    _tenant_id constant uuid := entitlements.current_tenant_id();
    _as_of constant timestamptz := log_notices.as_of;
begin
    with new as materialized (
        select notice.*, named.key from unnest(log_notices.notices) as notice
         cross join lateral (
               -- Some notices are named by product and day, in both environments.
               select case log_notices.environment
                          when 'sandbox' then api.notice_id('sandbox', notice.notice_id)
                          else notice.notice_id end) as named (key)
         where (notice.since is null or notice.since <= _as_of)
           and (notice.until is null or _as_of < notice.until)
           and not exists (
               select from entitlements.app_user_ids own
                 join entitlements.logged_notices logged
                   on logged.tenant_id = _tenant_id and logged.app_user_id = own.app_user_id
                  and logged.notice_id = named.key
                where own.tenant_id = _tenant_id and own.app_user_uuid = notice.app_user_uuid)
           and not exists (
               select from entitlements.app_user_ids own
                 join entitlements.dismissed_notices dismissed
                   on dismissed.tenant_id = _tenant_id
                  and dismissed.app_user_id = own.app_user_id
                  and dismissed.notice_id = notice.notice_id
                where own.tenant_id = _tenant_id and own.app_user_uuid = notice.app_user_uuid)
    ), causing as materialized (
        select event.* from api.causing_events(log_notices.cause_ids) as event
         where log_notices.cause = 'event'
    ), kept as (
        insert into entitlements.logged_notices
               (tenant_id, app_user_id, notice_id, until, logged_at)
        select _tenant_id, own.app_user_id, new.key, new.until, _as_of
          from new
          join entitlements.app_user_ids own
            on own.tenant_id = _tenant_id and own.app_user_uuid = new.app_user_uuid
            on conflict do nothing)
    insert into entitlements.pending_changes
           (tenant_id, kind, app_user_id, after, cause, cause_id, happened_at, recorded_at,
            environment)
    select _tenant_id, 'notice', named.app_user_id,
           json_build_object(
               'notice_id', new.notice_id, 'kind', new.kind, 'severity', new.severity,
               'since', api.rfc3339(new.since), 'until', api.rfc3339(new.until),
               'data', new.data - 'name' - 'purchases'),
           log_notices.cause,
           coalesce(causing.event_id, case when cardinality(log_notices.cause_ids) = 1
                                           then log_notices.cause_ids[1] end),
           greatest(
               coalesce(new.since, _as_of), causing.order_at,
               case when log_notices.cause not in (
                             'event', 'clock', 'definition', 'snapshot', 'run', 'import')
                    then _as_of end),
           _as_of, log_notices.environment
      from new
     cross join lateral api.shown_app_user_id(new.app_user_uuid) as named (app_user_id)
      left join causing on causing.app_user_uuid = new.app_user_uuid;
end
$$;
