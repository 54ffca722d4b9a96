-- Returns the violated invariants of a tenant's wings; no rows unless there is a defect.
--
-- The question that list_invariant_violations asks every wing.

create function api.violations_of_wings() returns table (violation text, subject uuid)
language sql stable rows 1
begin atomic
    select * from api.device_violations();
end;
