-- Returns ids as they were at a moment, with what had been heard of them: links and merges.
--
-- Lists of rows by name: `app_users`, `app_user_ids`, `links` and `merges`.

create function api.heard_app_users(app_user_ids text[], known_at timestamptz) returns jsonb
language plpgsql stable
as $$
declare
    _tenant_id constant uuid := entitlements.current_tenant_id();
    _owned constant jsonb[] := array(
        select to_jsonb(known) || coalesce(former.state, '{}')
          from unnest(heard_app_users.app_user_ids) as named (id)
         cross join lateral (
               select * from entitlements.app_user_ids one
                where one.tenant_id = _tenant_id and one.app_user_id = named.id
               offset 0) as known
          left join lateral (
               select to_jsonb(one) as state from entitlements.former_app_user_ids one
                where one.tenant_id = _tenant_id and one.app_user_id = named.id
                  and one.replaced_at > heard_app_users.known_at
                order by one.replaced_at
                limit 1) as former on true);
begin
    return jsonb_build_object(
        'app_user_ids', to_jsonb(_owned),
        'app_users', (
            select coalesce(
                       jsonb_agg(
                           to_jsonb(app_user) || case
                               when app_user.erased_at > heard_app_users.known_at
                               then '{"erased_at": null}'::jsonb else '{}' end),
                       '[]')
              from (select distinct (own ->> 'app_user_uuid')::uuid as app_user_uuid
                      from unnest(_owned) as own) as named
              join entitlements.app_users app_user
                on app_user.tenant_id = _tenant_id
               and app_user.app_user_uuid = named.app_user_uuid),
        'links', (
            select coalesce(jsonb_agg(to_jsonb(link)), '[]')
              from unnest(heard_app_users.app_user_ids) as named (id)
             cross join lateral (
                   select * from entitlements.app_user_id_links one
                    where one.tenant_id = _tenant_id and one.app_user_id = named.id
                   offset 0) as link
             where link.recorded_at <= heard_app_users.known_at
               and link.linked_app_user_id = any (heard_app_users.app_user_ids)),
        'merges', (
            select coalesce(
                       jsonb_agg(
                           to_jsonb(merge) || case
                               when merge.undone_at > heard_app_users.known_at
                               then '{"undone_at": null}'::jsonb else '{}' end
                           order by merge.merged_at),
                       '[]')
              from unnest(heard_app_users.app_user_ids) as named (id)
             cross join lateral (
                   select * from entitlements.merges one
                    where one.tenant_id = _tenant_id and one.app_user_id = named.id
                   offset 0) as merge
             where merge.merged_at <= heard_app_users.known_at
               and merge.moved_app_user_ids <@ heard_app_users.app_user_ids));
end
$$;
