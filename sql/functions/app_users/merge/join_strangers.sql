-- Makes app users of unknown ids: one of all ids that were named together.
--
-- `named` has the ids of each app user, at most one of them identified; `linked_at` and
-- `evidence_ids` have the evidence of each at its place. Returns the changes for derive.
-- If a concurrent writer added one of the ids, or two of the app users share one, each is joined
-- alone (see join_app_user_ids).
-- Idempotent: a link keeps its earliest evidence, and an id has one row.
-- Locks: the new rows, by id; otherwise as join_app_user_ids.

create function api.join_strangers(
    named jsonb[], linked_at timestamptz[], evidence_ids text[])
returns entitlements.changes
language plpgsql volatile
as $$
declare
    _tenant_id constant uuid := entitlements.current_tenant_id();
    _uuids constant uuid[] := array(select gen_random_uuid() from unnest(named));
    _ids text[];
    _app_users uuid[];
    _changes entitlements.changes := api.changes_of(app_user_uuids => _uuids);
begin
    select array_agg(stranger.id order by stranger.id),
           array_agg(_uuids[item.place] order by stranger.id)
      into strict _ids, _app_users
      from unnest(named) with ordinality as item (ids, place)
     cross join lateral jsonb_array_elements_text(item.ids) as stranger (id);
    if api.insert_app_user_ids(_ids, _app_users) then
        insert into entitlements.app_user_id_links
               (tenant_id, app_user_id, linked_app_user_id, linked_at, evidence_id)
        select _tenant_id, link.app_user_id, link.linked_app_user_id,
               join_strangers.linked_at[item.place], join_strangers.evidence_ids[item.place]
          from unnest(named) with ordinality as item (ids, place)
         cross join lateral api.named_links(
                   array(select jsonb_array_elements_text(item.ids))) as link
         order by 2, 3;
        return _changes;
    end if;
    for _place in 1..cardinality(named) loop
        _changes := api.all_changes(_changes, api.join_app_user_ids(
            array(select jsonb_array_elements_text(named[_place])),
            join_strangers.linked_at[_place], join_strangers.evidence_ids[_place]));
    end loop;
    return _changes;
end
$$;
