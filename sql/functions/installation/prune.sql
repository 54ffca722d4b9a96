-- Deletes or empties what is no longer needed, area by area; returns how many rows.
--
-- Called by the worker, until a call returns fewer than `maximum`. An area deletes at most what the
-- areas before it left of `maximum`, so that locks are short; proofs and codes delete as many of
-- each of their tables. How long rows are kept is an argument where no rule of a tenant says it.
-- No area takes what an answer, an explanation or a figure is derived from.
-- An area that fails holds up no other: `failure` names the first, with its SQLSTATE.
-- security definer because it prunes every tenant; it returns only a number.
-- Null: failure.
-- Locks: the rows that each area deletes, in the order of the areas; skips locked ones, except the
-- heads of changes.

create function api.prune(
    answers_kept_hours integer, runs_kept_days integer, reservations_kept_days integer,
    uses_kept_days integer, maximum integer, as_of timestamptz default null)
returns table (pruned bigint, failure text)
language plpgsql volatile security definer rows 1
as $$
declare
    _area text;
    _left integer := prune.maximum;
begin
    foreach _area in array array['idempotent_answers', 'runs', 'proofs', 'reservations', 'uses',
                                 'code_attempts', 'notices', 'changes', 'deliveries', 'old_runs',
                                 'event_bodies'] loop
        begin
            _left := greatest(_left - case _area
                when 'idempotent_answers' then api.prune_idempotent_answers(
                    prune.answers_kept_hours, _left, prune.as_of)
                when 'runs' then api.prune_runs(prune.runs_kept_days, _left, prune.as_of)
                when 'proofs' then api.prune_proofs(_left, prune.as_of)
                when 'reservations' then api.prune_reservations(
                    prune.reservations_kept_days, _left, prune.as_of)
                when 'uses' then api.prune_uses(prune.uses_kept_days, _left, prune.as_of)
                when 'code_attempts' then api.prune_code_attempts(_left, prune.as_of)
                when 'notices' then api.prune_notices(_left, prune.as_of)
                when 'changes' then api.prune_changes(_left, prune.as_of)
                when 'deliveries' then api.prune_deliveries(_left, prune.as_of)
                when 'old_runs' then api.prune_old_runs(_left, prune.as_of)
                when 'event_bodies' then api.prune_event_bodies(_left, prune.as_of) end, 0);
        exception when others then
            failure := coalesce(failure, format('%s (%s)', _area, sqlstate));
        end;
    end loop;
    pruned := prune.maximum - _left;
    return next;
end
$$;
