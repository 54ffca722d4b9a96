-- What a purchase was told of its trial and of the reason of its end, so that an answer can say
-- both after the trial became a paid period and after access ended.
alter table entitlements.purchases
    add column trial_ends_at timestamptz,
    -- Why the running period ends or ended, as the answer says it. Null: no evidence said why.
    add column end_reason text;

-- What is paid once may last for a time.
alter table entitlements.products
    drop constraint products_kind_check,
    drop constraint products_check,
    add check (kind in ('subscription', 'one_time', 'non_consumable', 'consumable')),
    add check ((kind in ('subscription', 'one_time')) = (duration is not null));
