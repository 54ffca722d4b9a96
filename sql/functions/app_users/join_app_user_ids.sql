-- Records that ids were named as one person, and makes them one where that is allowed.
--
-- internal: called by apply_evidence and join_snapshot_ids.
-- The first identified id, else the first id, is the one that the others are linked to. Ids that
-- nobody has seen become people. Usually all ids are one person already and nothing is written.
-- A link between ids of one person changes nothing; but another transaction may be parting them at
-- this moment, and does not see it: whoever parts people holds the tenant, and all their ids.
-- Idempotent: a link keeps its earliest evidence, an id has one row.
-- Locks: the tenant (only where known ids are linked, or must be joined anew) → the app user that
-- gains ids.

create function api.join_app_user_ids(app_user_ids text[], linked_at timestamptz, evidence_id text)
returns void
language plpgsql volatile security invoker
set search_path = ''
as $$
declare
    _tenant_id constant uuid := entitlements.current_tenant_id();
    _are_added boolean;
    _hub text;
    _people uuid[];
begin
    select coalesce(min(named.id) filter (where named.position = named.first_identified),
                    join_app_user_ids.app_user_ids[1])
      into _hub
      from (select id, position,
                   min(position) filter (where not starts_with(id, '$RCAnonymousID:')) over ()
              from unnest(join_app_user_ids.app_user_ids) with ordinality as named (id, position))
           as named (id, position, first_identified);

    -- Adding ids is tried again from the top when somebody else added one of them meanwhile.
    loop
        _are_added := api.add_app_user_ids(join_app_user_ids.app_user_ids);
        exit when _are_added is not false;
    end loop;
    if cardinality(join_app_user_ids.app_user_ids) = 1 then
        return;
    end if;

    insert into entitlements.app_user_id_links as link
           (tenant_id, app_user_id, linked_app_user_id, linked_at, evidence_id)
    select _tenant_id, least(named.id, _hub), greatest(named.id, _hub),
           join_app_user_ids.linked_at, join_app_user_ids.evidence_id
      from unnest(join_app_user_ids.app_user_ids) as named (id)
     where named.id <> _hub
       -- An upsert would lock the row even where it changes nothing, which is nearly always.
       and not exists (
           select from entitlements.app_user_id_links earlier
            where earlier.tenant_id = _tenant_id
              and earlier.app_user_id = least(named.id, _hub)
              and earlier.linked_app_user_id = greatest(named.id, _hub)
              and (earlier.linked_at, earlier.evidence_id)
                  <= (join_app_user_ids.linked_at, join_app_user_ids.evidence_id))
     order by 2, 3
        on conflict on constraint app_user_id_links_pkey do update
       set linked_at = excluded.linked_at, evidence_id = excluded.evidence_id
     where (excluded.linked_at, excluded.evidence_id) < (link.linked_at, link.evidence_id);
    if found and _are_added is null then
        perform from entitlements.tenants
          where tenants.tenant_id = _tenant_id for no key update;
    end if;

    select array_agg(distinct known.app_user_uuid) into _people
      from entitlements.app_user_ids known
     where known.tenant_id = _tenant_id
       and known.app_user_id = any (join_app_user_ids.app_user_ids);
    if cardinality(_people) > 1 then
        perform api.rejoin_app_user_ids(join_app_user_ids.app_user_ids);
    end if;
end
$$;

grant execute on function api.join_app_user_ids(text[], timestamptz, text) to hearth_server;
comment on function api.join_app_user_ids(text[], timestamptz, text) is
    'Records that ids were named as one person, and makes them one where that is allowed.';
