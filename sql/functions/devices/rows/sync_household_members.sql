-- Updates the rows sent to devices for app users' memberships to what is derived, and logs changes.
--
-- The caller has locked the app users.
-- Idempotent: correct rows are not written.
-- Locks: the rows.

create function api.sync_household_members(
    app_user_uuids uuid[], cause text, cause_id text) returns void
language plpgsql volatile
as $$
declare
    _tenant_id constant uuid := entitlements.current_tenant_id();
    -- A constant, so that derived_household_members is inlined (plans: rule 6).
    _now constant timestamptz := clock_timestamp();
    _derived constant entitlements.synced_household_members[] := array(
        select derived
          from unnest(sync_household_members.app_user_uuids) as named (app_user_uuid)
         cross join lateral api.derived_household_members(named.app_user_uuid, _now) as derived);
    _possible constant uuid[] := array(
        select member.member_id
          from unnest(sync_household_members.app_user_uuids) as named (app_user_uuid)
         cross join lateral api.memberships_of(named.app_user_uuid) as member);
    _former constant entitlements.synced_household_members[] := array(
        select stored.whole
          from unnest(_possible) as possible (id)
         cross join lateral (
               select synced as whole from entitlements.synced_household_members synced
                where synced.tenant_id = _tenant_id and synced.id = possible.id
               offset 0) as stored);
begin
    insert into entitlements.pending_changes
           (tenant_id, kind, app_user_id, before, after, cause, cause_id, happened_at, recorded_at)
    select _tenant_id, 'household_changed',
           coalesce(shown.app_user_id, member.app_user_id),
           api.membership_state(was), api.membership_state(now),
           sync_household_members.cause, sync_household_members.cause_id, _now, _now
      from unnest(_former) as was
      -- A full join hashes; others would compare each of one list with each of the other.
      full join unnest(_derived) as now on now.id = was.id
     cross join lateral (
           select coalesce(now.household_id, was.household_id), coalesce(now.id, was.id)
           offset 0) as changed (household_id, member_id)
     cross join lateral api.membership(changed.household_id, changed.member_id) as member
      left join lateral api.shown_id(member.app_user_uuid) as shown on true
     where (was.household_id, was.role, was.access_ends_at_ms)
           is distinct from (now.household_id, now.role, now.access_ends_at_ms)
     order by member.joined_at, member.member_id;
    delete from entitlements.synced_household_members stored
     where stored.tenant_id = _tenant_id
       and stored.id = any (_possible)
       and stored.id <> all (array(select derived.id from unnest(_derived) as derived));
    insert into entitlements.synced_household_members as stored
    select derived.* from unnest(_derived) as derived
        on conflict on constraint synced_household_members_pkey do update
       set household_id = excluded.household_id,
           user_id = excluded.user_id,
           role = excluded.role,
           joined_at_ms = excluded.joined_at_ms,
           access_ends_at_ms = excluded.access_ends_at_ms
     where stored.* is distinct from excluded.*;
end
$$;
