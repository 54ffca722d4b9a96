-- Figures of the business by day, computed from evidence, and when limits were reached.

-- A derivation: api.compute_figures makes it again from nothing. Purchases are spread over buckets
-- by their id, so that each computation is short. Texts are empty where evidence says nothing.
create table entitlements.figures (
    tenant_id uuid not null references entitlements.tenants,
    bucket smallint not null check (bucket between 0 and 15),
    -- In the tenant's time zone.
    day date not null,
    product_id text collate "C" not null,
    store text not null,
    country_code text not null,
    currency text not null,
    figure text not null,
    number bigint not null,
    -- In the currency; 0 for figures that are no money.
    amount numeric not null,
    primary key (tenant_id, bucket, day, product_id, store, country_code, currency, figure)
);
comment on table entitlements.figures is
    'Numbers and amounts of the business by day. Always equal to their derivation.';
grant select, insert, update, delete on entitlements.figures to hearth_server;
call entitlements.secure_table('entitlements.figures');

create table entitlements.figure_buckets (
    tenant_id uuid not null references entitlements.tenants,
    bucket smallint not null check (bucket between 0 and 15),
    computed_at timestamptz not null,
    due_at timestamptz not null,
    primary key (tenant_id, bucket)
);
comment on table entitlements.figure_buckets is
    'When the figures of a bucket were computed, and when they will be again.';
grant select, insert, update on entitlements.figure_buckets to hearth_server;
call entitlements.secure_table('entitlements.figure_buckets', is_crossed_by_doors => true);

-- Names no app user, so nothing of it is erased or merged. The change log has the app user, for as
-- long as it is kept.
create table entitlements.reached_limits (
    tenant_id uuid not null references entitlements.tenants,
    reached_at timestamptz not null,
    reached_id uuid not null default gen_random_uuid(),
    limit_id text collate "C" not null check (octet_length(limit_id) between 1 and 200),
    primary key (tenant_id, reached_at, reached_id)
);
comment on table entitlements.reached_limits is
    'Each time that a use left nothing of a limit. Never edited.';
grant select, insert on entitlements.reached_limits to hearth_server;
call entitlements.secure_table('entitlements.reached_limits');

-- What the change log still has.
do $$
declare
    _tenant_id uuid;
begin
    set local role hearth_owner;
    for _tenant_id in select tenant.tenant_id from entitlements.tenants tenant loop
        perform set_config('hearth.tenant_id', _tenant_id::text, true);
        insert into entitlements.reached_limits (tenant_id, reached_at, limit_id)
        select entry.tenant_id, entry.happened_at, entry.after ->> 'limit_id'
          from entitlements.change_entries entry
         where entry.tenant_id = _tenant_id and entry.kind = 'limit_reached'
           and entry.after ->> 'limit_id' is not null;
    end loop;
    perform set_config('hearth.tenant_id', '', true);
end
$$;
