-- Returns a page of a tenant's findings, by kind and subject.
--
-- Called with a secret or an admin key, and after a tenant file is applied. `after_kind` and
-- `after_subject` are the last row of the previous page, null for the first page.
-- Null: after_kind, after_subject.

create function api.list_findings(page_limit integer, after_kind text, after_subject text)
returns table (
    kind text, subject text, count bigint, first_seen_at timestamptz, last_seen_at timestamptz)
language plpgsql stable rows 100
as $$
begin
    return query
    select found.kind, found.subject, found.count, found.first_seen_at, found.last_seen_at
      from api.findings() as found
     where list_findings.after_kind is null
        or (found.kind collate "C", found.subject collate "C")
           > (list_findings.after_kind, list_findings.after_subject)
     order by found.kind collate "C", found.subject collate "C"
     limit list_findings.page_limit;
end
$$;
