-- Version 1 lists one subscription of a product, running or not, and is silent about all others: a
-- snapshot keeps these products, without the environment.
alter table entitlements.snapshots rename column running_products to silent_products;
alter table entitlements.snapshots
    alter column silent_products type text[] using string_to_array(
        regexp_replace(array_to_string(silent_products, e'\n'),
                       '(^|\n)(production|sandbox) ', '\1', 'g'), e'\n');
comment on column entitlements.snapshots.silent_products is
    'The products of which the snapshot may have left out purchases that go on.';

-- A claim of a purchase that had no owner: its former owner had it all along if an event renews it.
alter table entitlements.purchases
    add column is_claimed_without_owner boolean not null default false;
comment on column entitlements.purchases.is_claimed_without_owner is
    'Whether a claim gave an owner to a purchase that had none.';
