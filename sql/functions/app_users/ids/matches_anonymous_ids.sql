-- Whether an id matches a pattern of the tenant's `people.anonymous_ids`.
--
-- A pattern is a prefix and an asterisk.
-- Locks: none.

create function api.matches_anonymous_ids(app_user_id text) returns boolean
language plpgsql stable security invoker
set search_path = ''
as $$
begin
    return exists (
        select from entitlements.people_rules rules
         cross join lateral unnest(rules.anonymous_ids) as allowed (pattern)
         where rules.tenant_id = entitlements.current_tenant_id()
           and starts_with(matches_anonymous_ids.app_user_id, rtrim(allowed.pattern, '*')));
end
$$;
