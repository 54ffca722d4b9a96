-- Points ids at app users so that each part of the ids is exactly one app user.
--
-- Memberships and purchases go with the id under which they came.
-- A part keeps the app user of its identified id. Otherwise it keeps the oldest app user among its
-- ids that has no identified id. Otherwise it gets a new app user.
-- Idempotent: ids that already point at the right app user are not written.
-- Locks: none beyond the caller's.

create function api.move_app_user_ids(app_user_ids text[], parts integer[]) returns void
language plpgsql volatile
as $$
declare
    _tenant_id constant uuid := entitlements.current_tenant_id();
    _app_users constant uuid[] := array(
        select distinct own.app_user_uuid from entitlements.app_user_ids own
         where own.tenant_id = _tenant_id
           and own.app_user_id = any (move_app_user_ids.app_user_ids));
    _part record;
    _app_user_uuid uuid;
    _taken uuid[] := array[]::uuid[];
begin
    for _part in
        select array_agg(own.app_user_id) as ids,
               array_agg(own.app_user_uuid) filter (where not own.is_anonymous) as identified,
               array_agg(own.app_user_uuid order by app_user.created_at, own.app_user_id)
                   filter (where kept.app_user_id is null) as free
          from unnest(move_app_user_ids.app_user_ids, move_app_user_ids.parts) as placed (id, part)
          join entitlements.app_user_ids own
            on own.tenant_id = _tenant_id and own.app_user_id = placed.id
          join entitlements.app_users app_user
            on app_user.tenant_id = _tenant_id and app_user.app_user_uuid = own.app_user_uuid
          left join entitlements.app_user_ids kept
            on kept.tenant_id = _tenant_id and kept.app_user_uuid = own.app_user_uuid
           and not kept.is_anonymous
         group by placed.part
         order by placed.part
    loop
        _app_user_uuid := coalesce(
            _part.identified[1],
            (select free.app_user_uuid
               from unnest(_part.free) with ordinality as free (app_user_uuid, position)
              where free.app_user_uuid <> all (_taken)
              order by free.position
              limit 1));
        if _app_user_uuid is null then
            _app_user_uuid := gen_random_uuid();
            perform api.insert_app_users(array[_app_user_uuid]);
        end if;
        _taken := _taken || _app_user_uuid;
        update entitlements.app_user_ids own
           set app_user_uuid = _app_user_uuid
         where own.tenant_id = _tenant_id and own.app_user_id = any (_part.ids)
           and own.app_user_uuid <> _app_user_uuid;
    end loop;

    -- A cascading foreign key could do the same, but would put the app user into the id's key.
    -- Moving an id would then wait for every transaction that refers to it.
    update entitlements.household_members member
       set app_user_uuid = moved.app_user_uuid
      from unnest(move_app_user_ids.app_user_ids) as named (id)
     cross join lateral api.app_user_of(named.id) as moved
     cross join lateral (
           select lived.ctid as place from entitlements.household_members lived
            where lived.tenant_id = _tenant_id and lived.app_user_id = named.id
              and lived.app_user_uuid <> moved.app_user_uuid
           offset 0) as found
     where member.tenant_id = _tenant_id and member.ctid = found.place;
    update entitlements.purchases purchase
       set owner_uuid = own.app_user_uuid
      from entitlements.app_user_ids own
     where purchase.tenant_id = _tenant_id and purchase.owner_uuid = any (_app_users)
       and own.tenant_id = _tenant_id and own.app_user_id = purchase.owner_app_user_id
       and purchase.owner_uuid <> own.app_user_uuid;
    update entitlements.purchases purchase
       set previous_owner_uuid = own.app_user_uuid
      from entitlements.app_user_ids own
     where purchase.tenant_id = _tenant_id and purchase.previous_owner_uuid = any (_app_users)
       and own.tenant_id = _tenant_id and own.app_user_id = purchase.previous_owner_app_user_id
       and purchase.previous_owner_uuid <> own.app_user_uuid;
end
$$;
