-- Returns the tenants that move, arrive or have moved, and the replication slots of moves.
--
-- Called by `hearth doctor`. A tenant whose rows were deleted here after it moved is not listed.
-- A slot keeps the write-ahead log from being deleted. Its name has the
-- tenant's id. Slots without a move under way have only their name.
-- Null: slug, state, other_database, started_at, slot_name, kept_bytes.
-- security definer because it lists every tenant of the installation.

create function api.list_tenant_moves()
returns table (
    slug text, state text, other_database text, started_at timestamptz, slot_name text,
    kept_bytes bigint)
language plpgsql stable security definer rows 4
as $$
begin
    return query
    select move.slug, move.state, move.other_database, move.started_at, slot.slot_name::text,
           case when not pg_is_in_recovery()
                then (pg_current_wal_lsn() - slot.restart_lsn)::bigint end
      from (select * from entitlements.tenant_moves one where one.cleared_at is null) as move
      full join (select own.slot_name, own.restart_lsn
                   from pg_catalog.pg_replication_slots own
                  where own.slot_name like 'hearth\_move\_%'
                    and own.database = current_database()) as slot
        on slot.slot_name = 'hearth_move_' || replace(move.tenant_id::text, '-', '')
     order by move.slug, slot.slot_name;
end
$$;
