-- Locks the app users of snapshots without newer evidence, and the purchases listed there.
--
-- `app_user_ids` and `read_at` name the snapshots, `number` is the place of one. Of two for one app
-- user, the first is answered. An app user is unchanged if:
-- - all ids in the snapshot are still theirs;
-- - their ids have no newer evidence or snapshot;
-- - the listed purchases are theirs, and folded up to the snapshot;
-- - they have no transfers: with transfers, purchases are always folded from the start.
-- The app users are locked before this is checked, so no evidence can arrive in between.
-- Looks rows up by key (plans: rule 3).
-- Locks: app users, then purchases, skipping locked ones: their holder is about to add evidence.

create function api.lock_unchanged_app_users(app_user_ids text[], read_at timestamptz[])
returns table (number integer, app_user_uuid uuid)
language plpgsql volatile rows 16
as $$
declare
    _tenant_id constant uuid := entitlements.current_tenant_id();
    _numbers integer[];
    _app_users uuid[];
    _listing integer[];
begin
    select array_agg(named.number::integer), array_agg(held.app_user_uuid)
      into _numbers, _app_users
      from unnest(lock_unchanged_app_users.app_user_ids) with ordinality
           as named (app_user_id, number)
     cross join lateral (
           select app_user.app_user_uuid
             from entitlements.app_user_ids own
             join entitlements.app_users app_user
               on app_user.tenant_id = _tenant_id and app_user.app_user_uuid = own.app_user_uuid
            where own.tenant_id = _tenant_id and own.app_user_id = named.app_user_id
           offset 0
              for no key update of app_user skip locked) as held;
    -- The place of the snapshot, once for each of its purchases that is unchanged.
    _listing := array(
        select held.number
          from unnest(_numbers, _app_users) as held (number, app_user_uuid)
         cross join lateral (
               select api.order_of(read.read_at, read.received_at) as place, read.purchase_ids
                 from entitlements.snapshots read
                where read.tenant_id = _tenant_id
                  and read.app_user_id = lock_unchanged_app_users.app_user_ids[held.number]
                  and read.read_at = lock_unchanged_app_users.read_at[held.number]
               offset 0) as last
         cross join lateral unnest(last.purchase_ids) as listed (purchase_id)
         cross join lateral (
               select from entitlements.purchases purchase
                where purchase.tenant_id = _tenant_id and purchase.purchase_id = listed.purchase_id
                  and purchase.owner_uuid = held.app_user_uuid
                  and purchase.folded_at = last.place
                  and purchase.folded_rank = entitlements.evidence_rank('snapshot')
               offset 0 for no key update skip locked) as unchanged);
    return query
    select distinct on (held.app_user_uuid) held.number, held.app_user_uuid
      from unnest(_numbers, _app_users) as held (number, app_user_uuid)
     cross join lateral (
           select api.order_of(read.read_at, read.received_at) as place, read.purchase_ids,
                  read.app_user_ids
             from entitlements.snapshots read
            where read.tenant_id = _tenant_id
              and read.app_user_id = lock_unchanged_app_users.app_user_ids[held.number]
              and read.read_at = lock_unchanged_app_users.read_at[held.number]
           offset 0) as last
     cross join lateral (
           select array_agg(own.app_user_id) as ids from entitlements.app_user_ids own
            where own.tenant_id = _tenant_id and own.app_user_uuid = held.app_user_uuid) as own
     cross join lateral api.has_newer_evidence(own.ids, last.place) as evidence
     where cardinality(last.purchase_ids) = cardinality(array_positions(_listing, held.number))
       and last.app_user_ids <@ own.ids
       and not evidence.has_newer
     order by held.app_user_uuid, held.number;
end
$$;
