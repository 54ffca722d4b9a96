-- Returns what is stored of an attribute of an app user id; no row if it has none of the name.
--
-- Inlined, with its fence (plans: rules 3 and 6).

create function api.attribute_of(id text, name text)
returns table (value text, updated_at timestamptz)
language sql stable rows 1
begin atomic
    select one.value, one.updated_at
      from entitlements.attributes one
     where one.tenant_id = entitlements.current_tenant_id()
       and one.app_user_id = attribute_of.id
       and one.name = attribute_of.name
    offset 0;
end;
