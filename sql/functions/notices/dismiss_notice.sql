-- Puts a notice away for an app user, with all their ids.
--
-- Called with a secret key, or with an end user's token.
-- Idempotent: a dismissed notice stays dismissed.
-- Locks: the app user.
-- Raises: notice_not_found 404.

create function api.dismiss_notice(
    app_user_id text, notice_id text, environment text default 'production',
    as_of timestamptz default null)
returns void
language plpgsql volatile
as $$
declare
    _tenant_id constant uuid := entitlements.current_tenant_id();
    _as_of timestamptz;
begin
    perform api.lock_app_users(array(
        select known.app_user_id from entitlements.app_user_ids known
         where known.tenant_id = _tenant_id and known.app_user_id = dismiss_notice.app_user_id));
    _as_of := coalesce(dismiss_notice.as_of, clock_timestamp());
    perform from entitlements.dismissed_notices dismissed
      where dismissed.tenant_id = _tenant_id
        and dismissed.app_user_id = any (api.ids_of_app_user(dismiss_notice.app_user_id))
        and dismissed.notice_id = dismiss_notice.notice_id;
    if found then
        return;
    end if;
    insert into entitlements.dismissed_notices (tenant_id, app_user_id, notice_id, dismissed_at)
    select _tenant_id, dismiss_notice.app_user_id, notice.notice_id, _as_of
      from api.notices(dismiss_notice.app_user_id, dismiss_notice.environment, _as_of) as notice
     where notice.notice_id = dismiss_notice.notice_id
     limit 1;
    if not found then
        raise sqlstate 'PT404' using message = 'notice_not_found',
            detail = 'The app user has no notice with this id now.';
    end if;
end
$$;
