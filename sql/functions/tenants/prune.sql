-- Deletes what is no longer needed, area by area; returns how many rows.
--
-- Called by the worker, until a call deletes fewer than `maximum`. An area deletes at most what the
-- areas before it left of `maximum`, so that locks are short; proofs and codes delete as many of
-- each of their tables. How long rows are kept is an argument where no rule of a tenant says it.
-- security definer because it prunes every tenant; it returns only a number.
-- Locks: the rows that each area deletes, in the order of the areas; skips locked ones, except the
-- heads of changes.

create function api.prune(
    answers_kept_hours integer, runs_kept_days integer, reservations_kept_days integer,
    uses_kept_days integer, maximum integer, as_of timestamptz default null)
returns table (pruned bigint)
language plpgsql volatile security definer rows 1
as $$
declare
    _left integer := prune.maximum;
begin
    _left := _left - api.prune_idempotent_answers(prune.answers_kept_hours, _left, prune.as_of);
    _left := _left - api.prune_runs(prune.runs_kept_days, greatest(_left, 0), prune.as_of);
    _left := _left - api.prune_proofs(greatest(_left, 0), prune.as_of);
    _left := _left - api.prune_reservations(
        prune.reservations_kept_days, greatest(_left, 0), prune.as_of);
    _left := _left - api.prune_uses(prune.uses_kept_days, greatest(_left, 0), prune.as_of);
    _left := _left - api.prune_code_attempts(greatest(_left, 0), prune.as_of);
    _left := _left - api.prune_notices(greatest(_left, 0), prune.as_of);
    _left := _left - api.prune_changes(greatest(_left, 0), prune.as_of);
    _left := _left - api.prune_deliveries(greatest(_left, 0), prune.as_of);
    pruned := prune.maximum - _left;
    return next;
end
$$;
