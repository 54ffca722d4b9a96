-- Writes down those of many snapshots that say what the last one of the same person said, where
-- nothing happened since that they could change. Answers their places among them, from 1.
--
-- Called by the worker that reads the people of a run, because nearly every reading is one of
-- these. Nothing is written of the others, which are for add_snapshot; and it comes to the same:
-- the purchases are those of the reading before, and are folded up to here.
-- Idempotent: a reading counts once, by the id that was asked about and the time it was read; and
-- of a run, a person does.
-- Locks: people, their purchases, the run's rows of them, none of which it waits for.

create function api.repeat_snapshots(
    snapshots jsonb, received_at timestamptz default null, run_id uuid default null)
returns table (place integer)
language plpgsql volatile security invoker rows 16
set search_path = ''
as $$
#variable_conflict use_column
declare
    _tenant_id constant uuid := entitlements.current_tenant_id();
    _received_at constant timestamptz := coalesce(repeat_snapshots.received_at, now());
    _said record;
    _held record;
    _finished text[];
begin
    select array_agg(said.place) as places, array_agg(said.app_user_id) as app_user_ids,
           array_agg(said.read_at) as read_at, array_agg(said.last_read_at) as last_read_at
      into _said
      from api.said_again(repeat_snapshots.snapshots, _received_at) as said;
    if _said.places is null then
        return;
    end if;
    select array_agg(held.number) as numbers, array_agg(held.app_user_uuid) as people,
           array_agg(_said.app_user_ids[held.number]) as app_user_ids
      into _held
      from api.hold_unchanged(_said.app_user_ids, _said.last_read_at) as held;
    _finished := array(
        select * from api.finish_run_people(repeat_snapshots.run_id, _held.app_user_ids));

    -- What a crash of the machine takes with it is read again: no need to wait for the disk.
    perform set_config('synchronous_commit', 'off', true);
    return query
    with added as (
        insert into entitlements.snapshots as reading
               (tenant_id, app_user_id, read_at, received_at, app_user_ids, run_id, content,
                purchase_ids, running_products)
        select _tenant_id, last.app_user_id, _said.read_at[held.number], _received_at,
               last.app_user_ids, repeat_snapshots.run_id, last.content, last.purchase_ids,
               last.running_products
          from unnest(_held.numbers) as held (number)
         cross join lateral (
               select read.* from entitlements.snapshots read
                where read.tenant_id = _tenant_id and read.app_user_id = any (_finished)
                  and read.app_user_id = _said.app_user_ids[held.number]
                  and read.read_at = _said.last_read_at[held.number] offset 0) as last
        returning reading.app_user_id, reading.read_at, reading.order_at, reading.purchase_ids,
               array_position(_held.app_user_ids, reading.app_user_id) as position),
    folded as (
        update entitlements.purchases purchase
           set (folded_at, folded_evidence_id) = (
               select added.order_at,
                      api.snapshot_evidence_id(added.app_user_id, added.read_at, '')
                 from added where purchase.purchase_id = any (added.purchase_ids))
         where purchase.tenant_id = _tenant_id and purchase.purchase_id = any (array(
               select unnest(added.purchase_ids) from added))),
    confirmed as (
        update entitlements.app_users person
           set confirmed_at = greatest(person.confirmed_at, (
               select added.order_at from added
                where _held.people[added.position] = person.app_user_uuid))
         where person.tenant_id = _tenant_id and person.app_user_uuid = any (array(
               select _held.people[added.position] from added)))
    select _said.places[_held.numbers[added.position]] from added;
end
$$;

grant execute on function api.repeat_snapshots(jsonb, timestamptz, uuid) to hearth_server;
comment on function api.repeat_snapshots(jsonb, timestamptz, uuid) is
    'Writes down those of many snapshots that say what the last one of the same person said.';
