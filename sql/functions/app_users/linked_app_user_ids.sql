-- The named ids and every id that links connect with them, however far.
--
-- internal: called by rejoin_app_user_ids.
-- Locks: none.

create function api.linked_app_user_ids(app_user_ids text[]) returns text[]
language plpgsql stable security invoker
set search_path = ''
as $$
declare
    _tenant_id constant uuid := entitlements.current_tenant_id();
begin
    return array(
        with recursive component (id) as (
            select unnest(linked_app_user_ids.app_user_ids) collate "C"
            union
            select next.id
              from component
             cross join lateral (
                   select link.linked_app_user_id from entitlements.app_user_id_links link
                    where link.tenant_id = _tenant_id and link.app_user_id = component.id
                    union all
                   select link.app_user_id from entitlements.app_user_id_links link
                    where link.tenant_id = _tenant_id and link.linked_app_user_id = component.id)
                   as next (id)
        )
        select component.id from component);
end
$$;

grant execute on function api.linked_app_user_ids(text[]) to hearth_server;
comment on function api.linked_app_user_ids(text[]) is
    'The named ids and every id that links connect with them.';
