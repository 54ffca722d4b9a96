-- Returns a page of the grants of an app user at a moment, newest first, in both environments.
--
-- Called with a support key or more. Grants that RevenueCat's dashboard gave are not among them.
-- `before_granted_at` and `before_grant_id` are the last row of the previous page, null for the
-- first page. An unknown app user has none.
-- Null: before_granted_at, before_grant_id.

create function api.list_grants(
    app_user_id text, page_limit integer, before_granted_at timestamptz, before_grant_id uuid,
    as_of timestamptz default null)
returns table (granted_at timestamptz, grant_id uuid, answer json)
language plpgsql stable rows 100
as $$
declare
    _as_of constant timestamptz := coalesce(list_grants.as_of, now());
begin
    return query
    select granted.granted_at, granted.grant_id, api.grant_json(granted, _as_of)
      from entitlements.grants granted
     where granted.tenant_id = entitlements.current_tenant_id()
       and granted.app_user_id = any (api.ids_of_app_user(list_grants.app_user_id))
       and granted.granted_at <= _as_of
       and (list_grants.before_granted_at is null
            or (granted.granted_at, granted.grant_id)
               < (list_grants.before_granted_at, list_grants.before_grant_id))
     order by granted.granted_at desc, granted.grant_id desc
     limit list_grants.page_limit;
end
$$;
