-- Returns what an operator should know of a tenant's wings, a row for each finding.
--
-- The question that findings asks every wing.

create function api.findings_of_wings()
returns table (
    kind text, subject text, count bigint, first_seen_at timestamptz, last_seen_at timestamptz)
language sql stable rows 10
begin atomic
    select * from api.fair_use_findings()
     union all
    select * from api.credit_findings()
     union all
    select * from api.endpoint_findings();
end;
