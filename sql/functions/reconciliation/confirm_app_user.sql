-- Records that RevenueCat has no customer for an id, or only a stranger.
--
-- No purchase changes: a deleted customer's purchases still count. A dry run records it for the run
-- only.
-- Idempotent: the latest time stays; in a run, an app user counts once.
-- Locks: the run's row → the app user.

create function api.confirm_app_user(
    app_user_id text, as_of timestamptz default null, is_dry_run boolean default false,
    run_id uuid default null)
returns void
language plpgsql volatile
as $$
declare
    _as_of constant timestamptz := coalesce(confirm_app_user.as_of, now());
begin
    perform from api.finish_run_app_users(
        confirm_app_user.run_id, array[confirm_app_user.app_user_id], 'unknown');
    if not found then
        return;
    end if;
    -- The app user has a purchase that gives access, but RevenueCat does not know the id.
    update entitlements.run_app_users app_user
       set is_lost = true
      from entitlements.app_user_ids own
     where own.tenant_id = entitlements.current_tenant_id()
       and own.app_user_id = confirm_app_user.app_user_id
       and app_user.tenant_id = own.tenant_id and app_user.run_id = confirm_app_user.run_id
       and app_user.app_user_id = own.app_user_id
       and exists (
           select from entitlements.purchases bought
            where bought.tenant_id = own.tenant_id and bought.owner_uuid = own.app_user_uuid
              and bought.access_ends_at > _as_of);
    update entitlements.app_users app_user
       set confirmed_at = greatest(app_user.confirmed_at, _as_of)
      from entitlements.app_user_ids own
     where own.tenant_id = entitlements.current_tenant_id()
       and own.app_user_id = confirm_app_user.app_user_id and not confirm_app_user.is_dry_run
       and app_user.tenant_id = own.tenant_id and app_user.app_user_uuid = own.app_user_uuid;
end
$$;
