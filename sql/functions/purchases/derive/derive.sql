-- Updates everything derived from what a write changed; the only function that does.
--
-- Updates device rows, redemptions, orphans, credit orders, reviews and stored answers, and logs
-- what changed with its `cause`; `cause_ids` names the cause, or the events. A write calls it once,
-- as its last step. Each step is one statement for all app users and purchases.
-- If another transaction is writing a stored answer, the answer is marked as stale: waiting for its
-- row could deadlock. Storing an answer deletes only the marks seen before it was derived. So no
-- answer that misses a change is used.
-- Idempotent: rows that are right are not written.
-- Locks: app users by uuid → purchases by id (if ids or memberships changed) → device rows of
-- memberships → rows of settle_wings → orphans, device rows, household reviews. Then unlocked rows
-- of answers → rows of sandbox answers.

create function api.derive(
    changed entitlements.changes, cause text, cause_ids text[] default '{}') returns void
language plpgsql volatile
as $$
declare
    _tenant_id constant uuid := entitlements.current_tenant_id();
    -- Several steps may have changed the same app user.
    _moved constant uuid[] := array(select distinct unnest(changed.app_user_uuids));
    _purchase_ids uuid[] := changed.purchase_ids;
    _app_users uuid[] := changed.app_user_uuids || changed.owner_uuids;
    _household_ids uuid[]; _held uuid[]; _settled entitlements.changes;
    _purchases entitlements.purchases[]; _has_sandbox boolean;
    _answers entitlements.stored_answers[]; _places tid[];
begin
    if cardinality(_app_users) + cardinality(_purchase_ids) = 0 then
        return;
    end if;
    if cardinality(_moved) > 0 then
        _purchase_ids := _purchase_ids || api.lock_owned_purchases(_moved);
        perform api.sync_household_members(_moved, derive.cause, derive.cause_ids[1]);
    end if;
    if exists (select from entitlements.product_credits one where one.tenant_id = _tenant_id)
       or exists (select from entitlements.code_redemptions one where one.tenant_id = _tenant_id)
       or exists (select from entitlements.referrals one where one.tenant_id = _tenant_id) then
        _settled := api.settle_wings(
            api.changes_of(_moved, changed.purchase_ids, _app_users), derive.cause,
            derive.cause_ids);
        _purchase_ids := _purchase_ids || _settled.purchase_ids;
        _app_users := _app_users || _settled.owner_uuids;
    end if;
    select coalesce(array_agg(purchase), '{}'), bool_or(purchase.environment = 'sandbox')
      into _purchases, _has_sandbox
      from entitlements.purchases purchase
     where purchase.tenant_id = _tenant_id and purchase.purchase_id = any (_purchase_ids);
    if exists (select from api.possible_orphans(_purchases)) then
        perform api.note_orphans(_purchase_ids);
    end if;
    perform api.sync_purchases(_purchases);
    select array_agg(distinct member.household_id), array_agg(member.household_id) filter (
               where member.left_at is null and member.app_user_uuid = any (changed.owner_uuids))
      into _household_ids, _held
      from (select distinct unnest(_app_users)) as named (app_user_uuid)
     cross join lateral api.memberships_of(named.app_user_uuid) as member
     where member.left_at is null or member.access_ends_at > now() - api.departure_listing();
    if _held is not null then
        perform api.queue_seat_review(_held, now());
    end if;
    _app_users := array_remove(_app_users, null);
    if _household_ids is not null then
        -- Their answers may list purchases of the household's members.
        _app_users := _app_users || array(
            select mate.app_user_uuid
              from unnest(_household_ids) as home (id)
             cross join lateral api.members_of(home.id) as mate
             where mate.left_at is null
                or mate.access_ends_at > now() - api.departure_listing());
    end if;
    if exists (select from entitlements.aliased_ids named where named.tenant_id = _tenant_id) then
        _app_users := api.with_aliases(_app_users);
    end if;
    select coalesce(array_agg(locked.app_user_uuid), '{}'),
           coalesce(array_agg(locked.stored), '{}'), array_agg(locked.place)
      into _held, _answers, _places
      from (select stored.app_user_uuid, stored, stored.ctid as place
              from entitlements.stored_answers stored
             where stored.tenant_id = _tenant_id and stored.app_user_uuid = any (_app_users)
               for update skip locked) as locked;
    if not _held @> _app_users then
        insert into entitlements.stale_answers (tenant_id, app_user_uuid, cause, cause_id)
        select distinct _tenant_id, app_user_uuid, derive.cause, derive.cause_ids[1]
          from unnest(_app_users) as named (app_user_uuid)
         where named.app_user_uuid <> all (_held);
    end if;
    perform api.store_answers(_answers, _places, derive.cause, derive.cause_ids);
    if _has_sandbox or exists ( -- Most tenants have none, and start no larger query.
        select from entitlements.sandbox_answers one where one.tenant_id = _tenant_id) then
        perform api.derive_sandbox(_app_users, _purchases, derive.cause, derive.cause_ids)
          where exists (select from api.sandbox_app_users(_app_users, _purchases));
    end if;
end
$$;
