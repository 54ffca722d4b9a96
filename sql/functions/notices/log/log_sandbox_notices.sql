-- Logs the new notices about sandbox purchases, if the tenant logs notices.
--
-- The answers are due again when the clock begins the next one. Households have no environment:
-- their notices are logged with those of production.
-- Idempotent: a notice is logged once.
-- Locks: none beyond the caller's.

create function api.log_sandbox_notices(
    app_user_uuids uuid[], cause text, cause_ids text[], as_of timestamptz)
returns void
language plpgsql volatile
as $$
declare
    _tenant_id constant uuid := entitlements.current_tenant_id();
    _as_of constant timestamptz := log_sandbox_notices.as_of;
    _found entitlements.notice[];
begin
    if not exists (
        select from entitlements.notice_rules rules
         where rules.tenant_id = _tenant_id and rules.is_logged) then
        return;
    end if;
    _found := array(
        select notice from api.purchase_notices(
                   log_sandbox_notices.app_user_uuids, 'sandbox', _as_of) as notice
         union all
        select notice from api.expiring_notices(
                   log_sandbox_notices.app_user_uuids, 'sandbox', _as_of) as notice
         union all
        select notice from api.paid_twice_notices(
                   log_sandbox_notices.app_user_uuids, 'sandbox', _as_of) as notice);
    perform api.log_notices(
        _found, coalesce(log_sandbox_notices.cause, 'clock'), log_sandbox_notices.cause_ids,
        _as_of, 'sandbox');
    update entitlements.sandbox_answers stored
       set valid_until = least(stored.valid_until, next.begins_at)
      from (select notice.app_user_uuid, min(notice.since) as begins_at
              from unnest(_found) as notice
             where notice.since > _as_of
             group by notice.app_user_uuid) as next
     where stored.tenant_id = _tenant_id and stored.app_user_uuid = next.app_user_uuid;
end
$$;
