-- Returns the bytes of the tables by kind, and how many there were some days ago.
--
-- Called by `hearth doctor`. The largest come first. Compared is the oldest sample of the last 30
-- days, but not of today.
-- Null: former_bytes, sampled_on.
-- security definer because tables belong to no tenant; it returns only kinds and numbers.

create function api.list_sizes(as_of timestamptz default null)
returns table (kind text, bytes bigint, former_bytes bigint, sampled_on text)
language plpgsql volatile security definer rows 8
as $$
declare
    _today constant date := (coalesce(list_sizes.as_of, now()) at time zone 'UTC')::date;
    _from constant date := (
        select min(sample.sampled_on) from entitlements.size_samples sample
         where sample.sampled_on between _today - 30 and _today - 1);
begin
    return query
    select sized.kind, sized.bytes, former.bytes, former.sampled_on::text
      from api.table_sizes() as sized
      left join entitlements.size_samples former
        on former.sampled_on = _from and former.kind = sized.kind
     order by sized.bytes desc, sized.kind;
end
$$;
