-- Computes the figures of some buckets from their evidence, and stores what differs.
--
-- Idempotent: what is stored is a function of the evidence and of `as_of`.
-- Locks: the buckets.

create function api.compute_figures(
    first_bucket integer, last_bucket integer, as_of timestamptz default null)
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
begin
    insert into entitlements.figure_buckets (tenant_id, bucket, computed_at)
    select _tenant_id, number, _as_of from generate_series(first_bucket, last_bucket) as number
        on conflict (tenant_id, bucket) do update set computed_at = excluded.computed_at;
    with computed as materialized (
        select figures.* from api.bucket_figures(first_bucket, last_bucket, _as_of) as figures
    ),
    gone as (
        delete from entitlements.figures stored
         where stored.tenant_id = _tenant_id and stored.bucket between first_bucket and last_bucket
           and not exists (
               select from computed
                where (computed.bucket, computed.day, computed.product_id, computed.store,
                       computed.country_code, computed.currency, computed.figure)
                    = (stored.bucket, stored.day, stored.product_id, stored.store,
                       stored.country_code, stored.currency, stored.figure))
        returning 1
    ),
    put as (
        insert into entitlements.figures as stored
               (tenant_id, bucket, day, product_id, store, country_code, currency, figure, number,
                amount)
        select _tenant_id, computed.* from computed
            on conflict (tenant_id, bucket, day, product_id, store, country_code, currency, figure)
            do update set number = excluded.number, amount = excluded.amount
         where (stored.number, stored.amount) is distinct from (excluded.number, excluded.amount)
        returning 1
    )
    select (select count(*) from gone) + (select count(*) from put) into changed;
    return next;
end
$$;
