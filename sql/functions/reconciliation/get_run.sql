-- Answers a run: its task and its progress.
--
-- No row: the tenant has no run of this id.

create function api.get_run(run_id uuid, as_of timestamptz default null)
returns table (answered_as_of timestamptz, answer json)
language plpgsql stable rows 1
as $$
declare
    _as_of constant timestamptz := coalesce(get_run.as_of, now());
begin
    return query
    select _as_of, api.run_json(run, _as_of)
      from entitlements.runs run
     where run.tenant_id = entitlements.current_tenant_id() and run.run_id = get_run.run_id;
end
$$;
