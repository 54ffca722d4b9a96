-- Partitions linked ids into app users: ids with the same `part` are one app user.
--
-- Kruskal's algorithm: proofs first, then the links in the order of their evidence. A link is
-- skipped, and stays as a conflict, if it would join:
-- - two app users that both have an identified id;
-- - two that an undone merge keeps apart.
-- The result depends on the links alone, so the order of arrival cannot matter.
-- Locks: none beyond the caller's.

create function api.partition_app_user_ids(app_user_ids text[])
returns table (app_user_id text, part integer)
language plpgsql stable rows 4
as $$
declare
    _tenant_id constant uuid := entitlements.current_tenant_id();
    _ids text[];
    _parts integer[];
    _has_identified boolean[];
    _severed constant text[] := array( -- Pairs of ids that an undone merge keeps apart.
        select array[link.anonymous_app_user_id, link.app_user_id]
          from entitlements.merge_links link
         where link.tenant_id = _tenant_id and link.is_severed
           and link.anonymous_app_user_id = any (partition_app_user_ids.app_user_ids));
    _link record;
    _one integer;
    _other integer;
begin
    select array_agg(known.app_user_id order by known.app_user_id),
           array_agg(known.part order by known.app_user_id),
           array_agg(not known.is_anonymous order by known.app_user_id)
      into _ids, _parts, _has_identified
      from (select own.*, row_number() over (order by own.app_user_id)::integer as part
              from entitlements.app_user_ids own
             where own.tenant_id = _tenant_id
               and own.app_user_id = any (partition_app_user_ids.app_user_ids)) as known;

    for _link in
        select link.one, link.other
          from api.links_of(partition_app_user_ids.app_user_ids) as link
         order by link.is_proven desc, link.linked_at, link.evidence_id, link.one, link.other
    loop
        _one := _parts[array_position(_ids, _link.one)];
        _other := _parts[array_position(_ids, _link.other)];
        continue when _one = _other or (_has_identified[_one] and _has_identified[_other])
                   or exists (
                       select from generate_subscripts(_severed, 1) as place
                        where array[_parts[array_position(_ids, _severed[place][1])],
                                    _parts[array_position(_ids, _severed[place][2])]]
                              in (array[_one, _other], array[_other, _one]));
        _has_identified[_one] := _has_identified[_one] or _has_identified[_other];
        _parts := array_replace(_parts, _other, _one);
    end loop;
    return query
    select placed.id, placed.part from unnest(_ids, _parts) as placed (id, part);
end
$$;
