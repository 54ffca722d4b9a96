-- Returns the moment of the oldest use before a time that upkeep deletes; null: there is none.
--
-- security definer because it looks at every tenant's rows.

create function api.oldest_overdue_use(before timestamptz) returns timestamptz
language plpgsql stable security definer
as $$
begin
    return (
        select use.used_at from entitlements.uses use
         where use.used_at < oldest_overdue_use.before
           and use.amount > 0 -- The condition of the index by age.
           and not exists (
               select from entitlements.limits pooled
                where pooled.tenant_id = use.tenant_id and pooled.limit_id = use.limit_id
                  and pooled.is_pooled and pooled.period is null
                  and pooled.rolling_hours is null)
         order by use.used_at
         limit 1);
end
$$;
