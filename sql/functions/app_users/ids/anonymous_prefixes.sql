-- Returns the prefixes of the tenant's patterns `people.anonymous_ids`.
--
-- A pattern is a prefix and an asterisk: an id matches with `id ^@ any (prefixes)`.

create function api.anonymous_prefixes() returns text[]
language plpgsql stable
as $$
begin
    return array(
        select rtrim(allowed.pattern, '*')
          from entitlements.people_rules rules
         cross join lateral unnest(rules.anonymous_ids) as allowed (pattern)
         where rules.tenant_id = entitlements.current_tenant_id());
end
$$;
