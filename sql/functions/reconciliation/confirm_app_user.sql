-- Records that RevenueCat has no customer for an id, or only a stranger.
--
-- No purchase changes: a deleted customer's purchases still count. If one gives access now, the
-- answer says the opposite of what is stored: it confirms nothing, and `is_conflicting` says so.
-- Grants of the tenant are no purchases of RevenueCat's. A dry run records it for the run only.
-- Idempotent: the latest time stays; in a run, an app user counts once.
-- Locks: the run's row → the app user.

create function api.confirm_app_user(
    app_user_id text, as_of timestamptz default null, is_dry_run boolean default false,
    run_id uuid default null)
returns table (is_conflicting boolean)
language plpgsql volatile rows 1
as $$
declare
    _tenant_id constant uuid := entitlements.current_tenant_id();
    _as_of constant timestamptz := coalesce(confirm_app_user.as_of, now());
    _app_user_uuid constant uuid := (
        select own.app_user_uuid from entitlements.app_user_ids own
         where own.tenant_id = _tenant_id and own.app_user_id = confirm_app_user.app_user_id);
begin
    is_conflicting := exists (
        select from entitlements.purchases bought
         where bought.tenant_id = _tenant_id and bought.owner_uuid = _app_user_uuid
           and bought.store <> 'hearth' and bought.access_starts_at <= _as_of
           and bought.access_ends_at > _as_of);
    perform from api.finish_run_app_users(
        confirm_app_user.run_id, array[confirm_app_user.app_user_id], 'unknown');
    if found then
        update entitlements.run_app_users app_user
           set is_lost = true
         where app_user.tenant_id = _tenant_id and app_user.run_id = confirm_app_user.run_id
           and app_user.app_user_id = confirm_app_user.app_user_id
           and confirm_app_user.is_conflicting;
        update entitlements.app_users app_user
           set confirmed_at = case
                   when confirm_app_user.is_conflicting then app_user.confirmed_at
                   else greatest(app_user.confirmed_at, _as_of) end,
               missing_at = case
                   when confirm_app_user.is_conflicting
                   then greatest(app_user.missing_at, _as_of) end
         where app_user.tenant_id = _tenant_id and app_user.app_user_uuid = _app_user_uuid
           and not confirm_app_user.is_dry_run;
    end if;
    return next;
end
$$;
