-- Creates app users, each with the row for its stored answer.
--
-- `created_at` has a place for each app user; null, or no place: now.
-- Idempotent: existing app users do not change.
-- Locks: the new rows, by uuid.

create function api.insert_app_users(
    app_user_uuids uuid[], created_at timestamptz[] default '{}')
returns void
language plpgsql volatile
as $$
declare
    _tenant_id constant uuid := entitlements.current_tenant_id();
begin
    insert into entitlements.app_users (tenant_id, app_user_uuid, created_at)
    select _tenant_id, app_user.app_user_uuid, coalesce(min(app_user.created_at), now())
      from unnest(insert_app_users.app_user_uuids, insert_app_users.created_at)
           as app_user (app_user_uuid, created_at)
     group by app_user.app_user_uuid
     order by app_user.app_user_uuid
        on conflict do nothing;
    insert into entitlements.stored_answers (tenant_id, app_user_uuid)
    select distinct _tenant_id, app_user.app_user_uuid
      from unnest(insert_app_users.app_user_uuids) as app_user (app_user_uuid)
     order by app_user.app_user_uuid
        on conflict do nothing;
end
$$;
