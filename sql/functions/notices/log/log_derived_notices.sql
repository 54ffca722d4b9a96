-- Logs what is new among the notices of app users, and notes when the clock brings the next one.
--
-- The caller has locked the rows of their answers, which are derived.
-- Without a `cause` it was the cause of one of `marks`, or the clock.
-- Idempotent: a notice is logged once.
-- Locks: none beyond the caller's.

create function api.log_derived_notices(
    app_user_uuids uuid[], cause text, cause_ids text[], marks entitlements.stale_answers[],
    as_of timestamptz)
returns void
language plpgsql volatile
as $$
declare
    _found constant entitlements.notice[] := array(
        select notice from api.derived_notices(
                   log_derived_notices.app_user_uuids, 'production', log_derived_notices.as_of)
               as notice);
begin
    perform api.log_notices(
                array_agg(notice), why.cause, why.cause_ids, log_derived_notices.as_of)
       from unnest(_found) as notice
       left join lateral (
            select mark.cause, mark.cause_id from unnest(log_derived_notices.marks) as mark
             where mark.app_user_uuid = notice.app_user_uuid limit 1) as mark
         on log_derived_notices.cause is null
      cross join lateral (
            select coalesce(log_derived_notices.cause, mark.cause, 'clock'),
                   case when log_derived_notices.cause is null then array[mark.cause_id]
                        else log_derived_notices.cause_ids end) as why (cause, cause_ids)
      group by why.cause, why.cause_ids;
    update entitlements.stored_answers stored
       set notice_at = next.begins_at
      from (select notice.app_user_uuid, min(notice.since) as begins_at
              from unnest(_found) as notice
             where notice.since > log_derived_notices.as_of
             group by notice.app_user_uuid) as next
     where stored.tenant_id = entitlements.current_tenant_id()
       and stored.app_user_uuid = next.app_user_uuid;
end
$$;
