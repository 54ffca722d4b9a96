-- Returns the credits that were paid and not delivered for 15 minutes, for the findings.
--
-- The count is the number of purchases (see undelivered_credits).

create function api.credit_findings()
returns table (
    kind text, subject text, count bigint, first_seen_at timestamptz, last_seen_at timestamptz)
language plpgsql stable rows 4
as $$
begin
    return query
    select 'credits_not_delivered', late.credit_id, count(*), min(late.bought_at),
           max(late.bought_at)
      from api.undelivered_credits(interval '15 minutes', now()) as late
     group by late.credit_id;
end
$$;
