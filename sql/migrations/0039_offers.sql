-- Which offer a purchase used, what was paid and where: told by events, and decides no access.
alter table entitlements.evidence
    -- The App Store's offer, or the Play Store's promotion code.
    add column offer_code text collate "C",
    add column presented_offering_id text collate "C",
    add column price_in_purchased_currency numeric,
    add column currency text,
    add column country_code text;
-- Evidence without an offer, the usual case, has no entry.
create index evidence_of_offers
    on entitlements.evidence (tenant_id, environment, offer_code, purchase_id)
    include (purchased_at, order_at)
    where offer_code is not null;
