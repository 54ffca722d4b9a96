-- A key may be of another RevenueCat project than the webhooks. Until what is read with it has
-- shown that it is the same, a reading takes nothing away that webhooks told of.
alter table entitlements.upstreams
    -- When a reading with this key first listed a transaction that a webhook had told of.
    add column recognised_at timestamptz,
    -- Whether RevenueCat refused the key since it was set. A pause for that ends with the key.
    add column is_key_refused boolean not null default false;

-- People of a run who would have lost what they have, and wait for the project to be recognised.
create index run_people_lost on entitlements.run_people (tenant_id, run_id)
    where is_lost and outcome is null;
