-- Lists a page of a tenant's runs, newest first.
--
-- `before_started_at` and `before_run_id` are the last row of the page before, null for the first
-- page.
-- Null: before_started_at, before_run_id.

create function api.list_runs(
    page_limit integer, before_started_at timestamptz, before_run_id uuid,
    as_of timestamptz default null)
returns table (run_id uuid, started_at timestamptz, answer json)
language plpgsql stable rows 100
as $$
begin
    return query
    select run.run_id, run.started_at, api.run_json(run, coalesce(list_runs.as_of, now()))
      from entitlements.runs run
     where run.tenant_id = entitlements.current_tenant_id()
       and (list_runs.before_started_at is null
            or (run.started_at, run.run_id)
               < (list_runs.before_started_at, list_runs.before_run_id))
     order by run.started_at desc, run.run_id desc
     limit list_runs.page_limit;
end
$$;
