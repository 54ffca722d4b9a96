-- What an app sells and what that allows: products grant entitlements, entitlements imply others,
-- features need one. The catalog is written as a whole by apply_tenant and only read otherwise.

create table entitlements.entitlements (
    tenant_id uuid not null references entitlements.tenants,
    entitlement_id text collate "C" not null check (octet_length(entitlement_id) between 1 and 200),
    rank integer not null,
    is_shared boolean not null,
    primary key (tenant_id, entitlement_id),
    unique (tenant_id, rank)
);
comment on table entitlements.entitlements is
    'A named right. The rank orders plans; is_shared says whether households share it.';
grant select, insert, update, delete on entitlements.entitlements to hearth_server;
call entitlements.secure_table('entitlements.entitlements');

-- The transitive closure of implication, so that a lookup joins once and never walks: having
-- `entitlement_id` gives `granted_entitlement_id`.
create table entitlements.entitlement_implications (
    tenant_id uuid not null,
    entitlement_id text collate "C" not null,
    granted_entitlement_id text collate "C" not null,
    primary key (tenant_id, entitlement_id, granted_entitlement_id),
    foreign key (tenant_id, entitlement_id)
        references entitlements.entitlements on delete cascade,
    foreign key (tenant_id, granted_entitlement_id)
        references entitlements.entitlements on delete cascade,
    check (entitlement_id <> granted_entitlement_id)
);
comment on table entitlements.entitlement_implications is
    'The transitive closure of "implies" over a tenant''s entitlements.';
grant select, insert, update, delete on entitlements.entitlement_implications to hearth_server;
call entitlements.secure_table('entitlements.entitlement_implications');

create table entitlements.products (
    tenant_id uuid not null references entitlements.tenants,
    product_id text collate "C" not null check (octet_length(product_id) between 1 and 200),
    kind text not null check (kind in ('subscription', 'one_time', 'non_consumable', 'consumable')),
    -- What is paid once may last for a time.
    duration text,
    trial text,
    -- The seats that a household has at least while one of its members has this product.
    seats integer check (seats between 1 and 100),
    primary key (tenant_id, product_id),
    check ((kind in ('subscription', 'one_time')) = (duration is not null))
);
comment on table entitlements.products is 'Products, by the store''s product id.';
grant select, insert, update, delete on entitlements.products to hearth_server;
call entitlements.secure_table('entitlements.products');

create table entitlements.product_entitlements (
    tenant_id uuid not null,
    product_id text collate "C" not null,
    entitlement_id text collate "C" not null,
    -- Null where the product grants it itself; else the entitlement of the product that implies it.
    implied_by text collate "C",
    -- Whether the buyer's household has it too: it is shared, or something shared implies it.
    is_shared boolean not null default false,
    primary key (tenant_id, product_id, entitlement_id),
    foreign key (tenant_id, product_id) references entitlements.products on delete cascade,
    foreign key (tenant_id, entitlement_id) references entitlements.entitlements on delete cascade,
    foreign key (tenant_id, implied_by) references entitlements.entitlements on delete cascade
);
comment on table entitlements.product_entitlements is
    'What buying a product grants, implied entitlements included.';
grant select, insert, update, delete on entitlements.product_entitlements to hearth_server;
call entitlements.secure_table('entitlements.product_entitlements');

create table entitlements.features (
    tenant_id uuid not null references entitlements.tenants,
    feature_id text collate "C" not null check (octet_length(feature_id) between 1 and 200),
    entitlement_id text collate "C",
    primary key (tenant_id, feature_id),
    foreign key (tenant_id, entitlement_id) references entitlements.entitlements on delete cascade
);
comment on table entitlements.features is
    'Features, and the entitlement that each needs. A feature without one is free.';
grant select, insert, update, delete on entitlements.features to hearth_server;
call entitlements.secure_table('entitlements.features');
