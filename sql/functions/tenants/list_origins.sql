-- Returns the origins of all tenants' pages, each once.
--
-- Called for a browser's preflight, which names no tenant.
-- security definer because it reads the origins of every tenant; it does not say whose they are.
-- Locks: none.

create function api.list_origins() returns table (origin text)
language plpgsql stable security definer
set search_path = ''
as $$
#variable_conflict use_column
begin
    return query
    select distinct told.origin
      from entitlements.tenants tenant
     cross join lateral jsonb_array_elements_text(
               coalesce(tenant.definition #> '{end_users,origins}', '[]')) as told (origin);
end
$$;
