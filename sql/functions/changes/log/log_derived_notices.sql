-- Logs what is new among the notices of app users, and notes when the clock brings the next one.
--
-- The caller has locked the rows of their answers, which are derived. `ending` are the app users
-- whose answer has an entitlement that ends without a renewal.
-- Without a `cause` it was the cause of one of `marks`, or the clock.
-- Idempotent: a notice is logged once.
-- Locks: none beyond the caller's.

create function api.log_derived_notices(
    app_user_uuids uuid[], ending uuid[], cause text, cause_ids text[],
    marks entitlements.stale_answers[], as_of timestamptz) returns void
language plpgsql volatile security invoker
set search_path = ''
as $$
declare
    _rules constant entitlements.notice_rules := api.notice_rules();
    _possible uuid[];
    _found entitlements.notice[];
begin
    if not _rules.is_logged then
        return;
    end if;
    _possible := array(
        select possible from api.possible_notices(
                   log_derived_notices.app_user_uuids, log_derived_notices.ending, _rules,
                   log_derived_notices.as_of) as possible);
    if _possible = '{}' then
        return; -- The usual case.
    end if;
    _found := array(
        select told from api.derived_notices(
                   _possible, 'production', log_derived_notices.as_of) as told);
    perform api.log_notices(
                array_agg(told), why.cause, why.cause_ids, log_derived_notices.as_of)
       from unnest(_found) as told
       left join lateral (
            select mark.cause, mark.cause_id from unnest(log_derived_notices.marks) as mark
             where mark.app_user_uuid = told.app_user_uuid limit 1) as mark
         on log_derived_notices.cause is null
      cross join lateral (
            select coalesce(log_derived_notices.cause, mark.cause, 'clock'),
                   case when log_derived_notices.cause is null then array[mark.cause_id]
                        else log_derived_notices.cause_ids end) as why (cause, cause_ids)
      group by why.cause, why.cause_ids;
    update entitlements.stored_answers stored
       set notice_at = next.begins_at
      from (select told.app_user_uuid, min(told.since) as begins_at
              from unnest(_found) as told
             where told.since > log_derived_notices.as_of
             group by told.app_user_uuid) as next
     where stored.tenant_id = entitlements.current_tenant_id()
       and stored.app_user_uuid = next.app_user_uuid;
end
$$;
