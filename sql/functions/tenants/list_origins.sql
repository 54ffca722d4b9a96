-- Returns the origins of all tenants' pages, each once.
--
-- Called for a browser's preflight, which names no tenant.
-- security definer because it reads the origins of every tenant; it does not say whose they are.

create function api.list_origins() returns table (origin text)
language plpgsql stable security definer
as $$
begin
    return query
    select distinct item.origin
      from entitlements.tenants tenant
     cross join lateral jsonb_array_elements_text(
               coalesce(tenant.definition #> '{end_users,origins}', '[]')) as item (origin);
end
$$;
