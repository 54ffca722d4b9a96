-- Returns the figures of some buckets by day and dimension, derived from evidence.
--
-- Those that begin with `active_` are changes: the sum up to a day is the number at its end.

create function api.bucket_figures(
    first_bucket integer, last_bucket integer, as_of timestamptz)
returns table (
    bucket integer, day date, product_id text, store text, country_code text, currency text,
    figure text, number bigint, amount numeric)
language plpgsql stable rows 10000
as $$
declare
    _time_zone constant text := (
        select tenant.time_zone from entitlements.tenants tenant
         where tenant.tenant_id = entitlements.current_tenant_id());
begin
    return query
    select counted.bucket, (counted.at at time zone _time_zone)::date as day,
           coalesce(counted.product_id, ''), counted.store, coalesce(counted.country_code, ''),
           counted.currency, counted.figure, sum(counted.number)::bigint,
           sum(counted.amount)
      from (select step.bucket, step.product_id, step.store, step.country_code, '' as currency,
                   made.at, made.figure, made.number, 0::numeric as amount
              from api.bucket_steps(first_bucket, last_bucket, bucket_figures.as_of) as step
             cross join lateral (
                   values (step.begins_at, case when step.gives and not step.is_joining
                              then 'active_' || step.class end, 1),
                          (step.ends_at, case when step.gives and not step.is_joined
                              then 'active_' || step.class end, -1),
                          (step.begins_at, api.begun_figure(
                              step.class, step.opens, step.gives, step.previous_class,
                              step.is_continued), 1),
                          (step.begins_at, case when step.opens and step.was_unpaid
                              and step.class = 'subscriptions' then 'payments_recovered' end, 1),
                          (step.begins_at, case when step.kind = 'billing_issue'
                              then 'payments_failed' end, 1),
                          (step.ends_at, case when step.gives and not step.is_followed
                                                   and step.class = 'subscriptions'
                              then case when step.is_unpaid then 'churned_involuntarily'
                                        else 'churned_voluntarily' end end, 1))
                   as made (at, figure, number)
             where made.figure is not null
            union all
            select mark.* from api.bucket_marks(
                   first_bucket, last_bucket, bucket_figures.as_of) as mark) as counted
     where counted.at <= bucket_figures.as_of
     group by 1, 2, 3, 4, 5, 6, 7
    having sum(counted.number) <> 0 or sum(counted.amount) <> 0;
end
$$;
