-- Locks everybody whom snapshots name, and the transactions that they list, before they are applied
-- in parts: a part must not wait for people while another part of the same call holds some.
--
-- internal: called by add_snapshots, where snapshots cannot be applied together.
-- An id that nobody has yet is locked like a transaction, so that calls that name it wait for each
-- other in one order.
-- Idempotent: locks that are held stay held.
-- Locks: ids and transactions → app users by uuid.

create function api.lock_snapshots(snapshots jsonb[]) returns void
language plpgsql volatile security invoker
set search_path = ''
as $$
declare
    _ids constant text[] := array(
        select named.id #>> '{}'
          from unnest(snapshots) as told (snapshot)
         cross join lateral (
               select jsonb_path_query(told.snapshot, '$.app_user_id')
                union all
               select jsonb_path_query(told.snapshot, '$.app_user_ids[*]')) as named (id));
begin
    perform api.lock_transactions(_ids || array(
        select named.id #>> '{}'
          from unnest(snapshots) as told (snapshot)
         cross join lateral jsonb_path_query(
               told.snapshot, '$.purchases[*].transaction_id') as named (id)));
    perform api.lock_related_app_users(_ids);
end
$$;
