-- Decides anew which ids are one person, for everybody whom links connect with the named ids.
--
-- internal: called by join_app_user_ids.
-- Kruskal's algorithm over the links in the order of their evidence, under one rule: two people who
-- both have an identified id are never joined (the link stays, as a conflict). The outcome depends
-- on the set of links alone, so the order in which events arrive cannot matter. An identified id
-- keeps its person; anonymous ids move to it. People are then right, so purchases that a transfer
-- may have moved between them are folded again.
-- Where people who become one are in two households, one of them stays (see settle_memberships).
-- Idempotent: the same links give the same people.
-- Locks: tenant → households by id → app users by uuid → purchases by id.

create function api.rejoin_app_user_ids(app_user_ids text[]) returns void
language plpgsql volatile security invoker
set search_path = ''
as $$
declare
    _tenant_id constant uuid := entitlements.current_tenant_id();
    _component text[];
    _households uuid[];
    _ids text[];
    _parts integer[];
    _has_identified boolean[];
    _link record;
    _one integer;
    _other integer;
begin
    -- Joining is rare and touches people that nobody named: one at a time in a tenant.
    perform from entitlements.tenants
      where tenants.tenant_id = _tenant_id for no key update;
    loop
        _component := api.linked_app_user_ids(rejoin_app_user_ids.app_user_ids);
        _households := api.lock_households_of(_component);
        -- Whoever lives with them may come to own a household that one of them has to leave.
        perform api.lock_related_app_users(_component || array(
            select member.app_user_id from entitlements.household_members member
             where member.tenant_id = _tenant_id and member.left_at is null
               and member.household_id = any (_households)));
        -- Somebody may have gained an id, or joined, while we waited for them; now nobody can.
        exit when _component @> api.linked_app_user_ids(rejoin_app_user_ids.app_user_ids)
              and _households @> api.households_of(_component);
    end loop;

    select array_agg(known.app_user_id order by known.app_user_id),
           array_agg(known.part order by known.app_user_id),
           array_agg(not known.is_anonymous order by known.app_user_id)
      into _ids, _parts, _has_identified
      from (select own.*, row_number() over (order by own.app_user_id)::integer as part
              from entitlements.app_user_ids own
             where own.tenant_id = _tenant_id and own.app_user_id = any (_component)) as known;

    for _link in
        select link.app_user_id, link.linked_app_user_id
          from entitlements.app_user_id_links link
         where link.tenant_id = _tenant_id and link.app_user_id = any (_component)
         order by link.linked_at, link.evidence_id, link.app_user_id, link.linked_app_user_id
    loop
        _one := _parts[array_position(_ids, _link.app_user_id)];
        _other := _parts[array_position(_ids, _link.linked_app_user_id)];
        continue when _one = _other or (_has_identified[_one] and _has_identified[_other]);
        _has_identified[_one] := _has_identified[_one] or _has_identified[_other];
        _parts := array_replace(_parts, _other, _one);
    end loop;

    perform api.settle_memberships(_ids, _parts);
    perform api.move_app_user_ids(_ids, _parts);
    perform api.refold_related_purchases(_component);
    perform api.sync_app_users(array(
        select distinct own.app_user_uuid from entitlements.app_user_ids own
         where own.tenant_id = _tenant_id and own.app_user_id = any (_ids)));
end
$$;

grant execute on function api.rejoin_app_user_ids(text[]) to hearth_server;
comment on function api.rejoin_app_user_ids(text[]) is
    'Decides anew which ids are one person, from the links between them in the order of evidence.';
