-- Devices hold what they may do in a database of their own, which a sync service (PowerSync) fills
-- by logical replication. A publication carries tables, and a sync rule cannot join: so what a
-- device needs is written down, in the transaction that changes what it comes from.

create table entitlements.synced_subscriptions (
    tenant_id uuid not null,
    -- The purchase's id; with ':held' after it where a household keeps what moved away.
    id text collate "C" not null,
    purchase_id uuid not null,
    -- The id under which the owner is shown, or the one who owned it where it is held.
    user_id text collate "C" not null,
    -- Whom it serves beside its owner.
    household_id uuid,
    is_held boolean not null,
    environment text not null,
    product_id text collate "C",
    store text not null,
    period_type text,
    -- What the event named, as a JSON array: it counts where the catalog lacks the product.
    entitlement_ids text,
    status_until_end text not null,
    status_after_end text not null,
    will_renew boolean not null,
    starts_at_ms bigint not null,
    -- Null where it never ends.
    expires_at_ms bigint check (expires_at_ms >= starts_at_ms),
    primary key (tenant_id, id),
    foreign key (tenant_id, purchase_id) references entitlements.purchases,
    check (household_id is not null or not is_held)
);
comment on table entitlements.synced_subscriptions is
    'What devices are sent of purchases: derived, and equal to its derivation.';
call entitlements.secure_table('entitlements.synced_subscriptions');
grant select, insert, update, delete on entitlements.synced_subscriptions to hearth_server;

create table entitlements.synced_household_members (
    tenant_id uuid not null,
    -- The member's id.
    id uuid not null,
    household_id uuid not null,
    user_id text collate "C" not null,
    role text not null check (role in ('owner', 'member')),
    joined_at_ms bigint not null,
    -- Until when the household serves somebody who left it; null while they are a member.
    access_ends_at_ms bigint,
    primary key (tenant_id, id),
    foreign key (tenant_id, household_id, id) references entitlements.household_members
);
create index synced_household_members_of_household
    on entitlements.synced_household_members (tenant_id, household_id);
comment on table entitlements.synced_household_members is
    'Whom a household serves, as devices are sent it: derived, and equal to its derivation.';
call entitlements.secure_table('entitlements.synced_household_members');
grant select, insert, update, delete on entitlements.synced_household_members to hearth_server;

-- What is there already: everybody's own here, a tenant at a time, because row security shows one.
-- What households share is filled in by the review of each.
do $$
declare
    _tenant_id uuid;
begin
    for _tenant_id in select tenant.tenant_id from entitlements.tenants tenant loop
        perform set_config('hearth.tenant_id', _tenant_id::text, true);
        insert into entitlements.synced_subscriptions
        select purchase.tenant_id, purchase.purchase_id, purchase.purchase_id,
               (select shown.app_user_id from entitlements.app_user_ids shown
                 where shown.tenant_id = _tenant_id and shown.app_user_uuid = own.app_user_uuid
                 order by shown.is_anonymous, shown.created_at, shown.app_user_id
                 limit 1),
               null, false, purchase.environment, purchase.product_id, purchase.store,
               purchase.period_type, array_to_json(purchase.entitlement_ids),
               purchase.status_until_end, purchase.status_after_end, purchase.will_renew,
               floor(extract(epoch from purchase.access_starts_at) * 1000),
               case when isfinite(purchase.access_ends_at)
                    then floor(extract(epoch from purchase.access_ends_at) * 1000) end
          from entitlements.purchases purchase
          join entitlements.app_user_ids own
            on own.tenant_id = _tenant_id and own.app_user_id = purchase.owner_app_user_id
         where purchase.tenant_id = _tenant_id
           and purchase.access_starts_at < purchase.access_ends_at;
        insert into entitlements.household_reviews as review (tenant_id, household_id, due_at)
        select household.tenant_id, household.household_id, now()
          from entitlements.households household
         where household.tenant_id = _tenant_id
            on conflict (tenant_id, household_id) do update
           set due_at = least(review.due_at, excluded.due_at);
    end loop;
    perform set_config('hearth.tenant_id', '', true);
end
$$;
