-- Locks the app users and transactions of snapshots before they are applied in parts.
--
-- A part must not wait for app users while another part of the same call holds some. An unknown id
-- has no row, so ids are locked like transactions too: calls that name it wait in one order.
-- Idempotent: locks that are held stay held.
-- Locks: ids and transactions → app users by uuid.

create function api.lock_snapshots(snapshots jsonb[]) returns void
language plpgsql volatile
as $$
declare
    _ids constant text[] := array(
        select named.id #>> '{}'
          from unnest(snapshots) as item (snapshot)
         cross join lateral (
               select jsonb_path_query(item.snapshot, '$.app_user_id')
                union all
               select jsonb_path_query(item.snapshot, '$.app_user_ids[*]')) as named (id));
begin
    perform api.lock_transactions(_ids || array(
        select named.id #>> '{}'
          from unnest(snapshots) as item (snapshot)
         cross join lateral jsonb_path_query(
               item.snapshot, '$.purchases[*].transaction_id') as named (id)));
    perform api.lock_related_app_users(_ids);
end
$$;
