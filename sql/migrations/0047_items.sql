-- One order of a store can hold several products, as Google's subscriptions with add-ons do, and
-- several of one product. Each further product is a purchase of its own: the chain id of an add-on
-- is that of the order, ` + ` and the product. Purchases that exist keep their chain.
-- Compatible from schema version 40.

alter table entitlements.evidence
    add column order_items text[],
    add column order_item text collate "C",
    add column quantity integer;
comment on column entitlements.evidence.order_items is
    'All products of the order, as the event listed them; null if it listed none.';
comment on column entitlements.evidence.order_item is
    'The product that tells the purchase apart in its order; null for the main product.';
comment on column entitlements.evidence.quantity is
    'How many of the product were bought at once; null: one, or not told.';

alter table entitlements.purchases add column quantity integer;
comment on column entitlements.purchases.quantity is
    'How many of the product were bought at once; null is one.';
