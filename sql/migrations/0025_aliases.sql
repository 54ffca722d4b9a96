-- RevenueCat may take ids for one customer that we keep as several people: two identified ids are
-- never one person. What one of them bought serves the others all the same.
alter table entitlements.people_rules
    -- What two identified ids of one customer share: their purchases, or nothing.
    add column aliases text not null default 'shared_purchases'
        check (aliases in ('shared_purchases', 'conflict'));

create table entitlements.aliased_ids (
    tenant_id uuid not null,
    app_user_id text collate "C" not null,
    -- The ids with the same one are one customer. It is the first of their people.
    alias_uuid uuid not null,
    primary key (tenant_id, app_user_id),
    foreign key (tenant_id, app_user_id) references entitlements.app_user_ids on update cascade
);
create index aliased_ids_of_alias on entitlements.aliased_ids (tenant_id, alias_uuid);
comment on table entitlements.aliased_ids is
    'The ids that RevenueCat takes for one customer, where they are several people.';
call entitlements.secure_table('entitlements.aliased_ids');
grant select, insert, update, delete on entitlements.aliased_ids to hearth_server;
