-- Returns a page of households with what an operator should know about each.
--
-- For the administration's list (see household_findings).
-- `after_household_id` is the last one of the previous page, null for the first page.
-- Each household is a row, most of them without findings, so that the cost of a page is bounded.
-- Null: after_household_id.

create function api.list_household_findings(
    page_limit integer, after_household_id uuid, as_of timestamptz default null)
returns table (household_id uuid, findings json)
language plpgsql stable rows 100
as $$
declare
    _tenant_id constant uuid := entitlements.current_tenant_id();
    _as_of constant timestamptz := coalesce(list_household_findings.as_of, now());
begin
    return query
    select household.household_id, (
           select coalesce(json_agg(finding.answer order by finding.kind, finding.entitlement_id),
                           '[]')
             from api.household_findings(household.household_id, _as_of) as finding)
      from entitlements.households household
     where household.tenant_id = _tenant_id and household.dissolved_at is null
       and (list_household_findings.after_household_id is null
            or household.household_id > list_household_findings.after_household_id)
     order by household.household_id
     limit list_household_findings.page_limit;
end
$$;
