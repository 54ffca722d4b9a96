-- Holds the people of readings of whom nothing was told since, and their purchases; of each the
-- number of the reading. Of two readings of one person it answers the first.
--
-- internal: called by store_repeated_snapshots; a reading is the id that was asked about, and when.
-- Nothing was told: the ids that it names are one person's still, no evidence and no reading of any
-- of them is newer, and the purchases that it lists are theirs and are folded up to it. It says no
-- of people with transfers, whose purchases are always folded from the start.
-- What was told is looked at once the people are held, so that it is all there is.
-- `offset 0` has each looked up by its key, whatever the planner thinks of how large a table is.
-- Locks: the people, then the purchases, without waiting: whoever holds one is about to tell
-- something new.

create function api.lock_unchanged_people(app_user_ids text[], read_at timestamptz[])
returns table (number integer, app_user_uuid uuid)
language plpgsql volatile security invoker rows 16
set search_path = ''
as $$
#variable_conflict use_column
declare
    _tenant_id constant uuid := entitlements.current_tenant_id();
    _numbers integer[];
    _people uuid[];
    _listing integer[];
begin
    select array_agg(named.number::integer), array_agg(held.app_user_uuid)
      into _numbers, _people
      from unnest(lock_unchanged_people.app_user_ids) with ordinality as named (app_user_id, number)
     cross join lateral (
           select person.app_user_uuid
             from entitlements.app_user_ids own
             join entitlements.app_users person
               on person.tenant_id = _tenant_id and person.app_user_uuid = own.app_user_uuid
            where own.tenant_id = _tenant_id and own.app_user_id = named.app_user_id
           offset 0
              for no key update of person skip locked) as held;
    -- The number of the reading for each purchase that is as it left it.
    _listing := array(
        select held.number
          from unnest(_numbers, _people) as held (number, app_user_uuid)
         cross join lateral (
               select read.order_at, read.purchase_ids from entitlements.snapshots read
                where read.tenant_id = _tenant_id
                  and read.app_user_id = lock_unchanged_people.app_user_ids[held.number]
                  and read.read_at = lock_unchanged_people.read_at[held.number]
               offset 0) as last
         cross join lateral unnest(last.purchase_ids) as listed (purchase_id)
         cross join lateral (
               select from entitlements.purchases purchase
                where purchase.tenant_id = _tenant_id and purchase.purchase_id = listed.purchase_id
                  and purchase.owner_uuid = held.app_user_uuid
                  and purchase.folded_at = last.order_at
                  and purchase.folded_rank = entitlements.evidence_rank('snapshot')
               offset 0 for no key update skip locked) as unchanged);
    return query
    select distinct on (held.app_user_uuid) held.number, held.app_user_uuid
      from unnest(_numbers, _people) as held (number, app_user_uuid)
     cross join lateral (
           select read.order_at, read.purchase_ids, read.app_user_ids
             from entitlements.snapshots read
            where read.tenant_id = _tenant_id
              and read.app_user_id = lock_unchanged_people.app_user_ids[held.number]
              and read.read_at = lock_unchanged_people.read_at[held.number]
           offset 0) as last
     cross join lateral (
           select array_agg(own.app_user_id) as ids from entitlements.app_user_ids own
            where own.tenant_id = _tenant_id and own.app_user_uuid = held.app_user_uuid) as own
     where cardinality(last.purchase_ids) = cardinality(array_positions(_listing, held.number))
       and last.app_user_ids <@ own.ids
       and not api.has_newer_evidence(own.ids, last.order_at)
     order by held.app_user_uuid, held.number;
end
$$;
