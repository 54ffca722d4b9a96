-- Computes the figures of a bucket from its evidence, and stores what differs.
--
-- Idempotent: what is stored is a function of the evidence and of `as_of`. A bucket is due again
-- after a minute, or 2,000 times as long as it took: then a tenant takes at most a hundredth of a
-- processor. In the first ten minutes of a tenant it is ten seconds, or 200 times as long, so that
-- the figures of a new installation do not show nothing for minutes.
-- Locks: the bucket.

create function api.compute_figures(bucket integer, as_of timestamptz default null)
returns table (changed bigint)
language plpgsql volatile rows 1
set enable_hashjoin = on
set enable_nestloop = off
set enable_sort = off
set work_mem = '32MB'
as $$
declare
    _tenant_id constant uuid := entitlements.current_tenant_id();
    _as_of constant timestamptz := coalesce(compute_figures.as_of, now());
    _began_at constant timestamptz := clock_timestamp();
begin
    insert into entitlements.figure_buckets (tenant_id, bucket, computed_at, due_at)
    values (_tenant_id, compute_figures.bucket, _as_of, _as_of)
        on conflict (tenant_id, bucket) do update set computed_at = excluded.computed_at;
    with computed as materialized (
        select figures.* from api.bucket_figures(compute_figures.bucket, _as_of) as figures
    ),
    gone as (
        delete from entitlements.figures stored
         where stored.tenant_id = _tenant_id and stored.bucket = compute_figures.bucket
           and not exists (
               select from computed
                where (computed.day, computed.product_id, computed.store, computed.country_code,
                       computed.currency, computed.figure)
                    = (stored.day, stored.product_id, stored.store, stored.country_code,
                       stored.currency, stored.figure))
        returning 1
    ),
    put as (
        insert into entitlements.figures as stored
               (tenant_id, bucket, day, product_id, store, country_code, currency, figure, number,
                amount)
        select _tenant_id, compute_figures.bucket, computed.* from computed
            on conflict (tenant_id, bucket, day, product_id, store, country_code, currency, figure)
            do update set number = excluded.number, amount = excluded.amount
         where (stored.number, stored.amount) is distinct from (excluded.number, excluded.amount)
        returning 1
    )
    select (select count(*) from gone) + (select count(*) from put) into changed;
    update entitlements.figure_buckets computed
       set due_at = _as_of + case
               when exists (
                   select from entitlements.tenants tenant
                    where tenant.tenant_id = _tenant_id
                      and tenant.created_at between _as_of - interval '10 minutes' and _as_of)
               then greatest(interval '10 seconds', 200 * (clock_timestamp() - _began_at))
               else greatest(interval '1 minute', 2000 * (clock_timestamp() - _began_at)) end
     where computed.tenant_id = _tenant_id and computed.bucket = compute_figures.bucket;
    return next;
end
$$;
