-- Lists a page of the drift that a run found, oldest first.
--
-- `after_found_at` and `after_drift_id` are the last row of the page before, null for the first
-- page.
-- Null: after_found_at, after_drift_id, purchase_id, environment, product_id, before, after.
-- Raises: run_not_found 404.

create function api.list_drift(
    run_id uuid, page_limit integer, after_found_at timestamptz, after_drift_id uuid)
returns table (
    drift_id uuid, app_user_id text, purchase_id uuid, environment text, product_id text,
    before json, after json, access_affected boolean, cause text, found_at timestamptz)
language plpgsql stable rows 100
as $$
declare
    _tenant_id constant uuid := entitlements.current_tenant_id();
begin
    perform from entitlements.runs run
      where run.tenant_id = _tenant_id and run.run_id = list_drift.run_id;
    if not found then
        raise sqlstate 'PT404' using message = 'run_not_found',
            detail = 'The tenant has no run with this id.';
    end if;
    return query
    select drift.drift_id, drift.app_user_id, drift.purchase_id, drift.environment,
           drift.product_id, drift.before::json, drift.after::json, drift.access_affected,
           drift.cause, drift.found_at
      from entitlements.drift drift
     where drift.tenant_id = _tenant_id and drift.run_id = list_drift.run_id
       and (list_drift.after_found_at is null
            or (drift.found_at, drift.drift_id)
               > (list_drift.after_found_at, list_drift.after_drift_id))
     order by drift.found_at, drift.drift_id
     limit list_drift.page_limit;
end
$$;
