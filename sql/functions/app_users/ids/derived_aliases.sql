-- Returns the ids that are one RevenueCat customer and several app users.
--
-- `app_user_ids` are closed under links. `alias_uuid` is the lowest uuid of those app users.
-- Ids that an event or a snapshot named together are one RevenueCat customer. Exceptions:
-- - an anonymous id with a proof counts for the proven app user alone;
-- - ids that an undone merge keeps apart stay apart.
-- Locks: none beyond the caller's.

create function api.derived_aliases(app_user_ids text[])
returns table (app_user_id text, alias_uuid uuid)
language plpgsql stable rows 4
as $$
declare
    _tenant_id constant uuid := entitlements.current_tenant_id();
    _ones text[]; _others text[];
    _ids text[]; _app_users uuid[]; _first uuid[]; _next uuid[];
begin
    select array_agg(link.app_user_id), array_agg(link.linked_app_user_id)
      into _ones, _others
      from entitlements.app_user_id_links link
     where link.tenant_id = _tenant_id
       and link.app_user_id = any (derived_aliases.app_user_ids)
       and not exists (
           select from entitlements.merge_links proof
            where proof.tenant_id = _tenant_id
              and proof.anonymous_app_user_id in (link.app_user_id, link.linked_app_user_id));
    select array_agg(own.app_user_id order by own.app_user_id),
           array_agg(own.app_user_uuid order by own.app_user_id)
      into _ids, _app_users
      from entitlements.app_user_ids own
     where own.tenant_id = _tenant_id and own.app_user_id = any (_ones || _others);
    _next := _app_users;
    -- Each id takes the lowest uuid of the ids linked with it, until no id changes.
    while _next is distinct from _first loop
        _first := _next;
        _next := array(
            select (array_agg(near.app_user order by near.app_user))[1]
              from (select placed.id, placed.app_user
                      from unnest(_ids, _first) as placed (id, app_user)
                     union all
                    select link.one, placed.app_user
                      from unnest(_ones || _others, _others || _ones) as link (one, other)
                      join unnest(_ids, _first) as placed (id, app_user) on placed.id = link.other)
                   as near
             group by near.id
             order by near.id);
    end loop;
    return query
    select placed.id, placed.shared
      from (select named.*, min(named.app_user::text) over together
                            <> max(named.app_user::text) over together as is_shared
              from unnest(_ids, _first, _app_users) as named (id, shared, app_user)
            window together as (partition by named.shared)) as placed
     where placed.is_shared;
end
$$;
