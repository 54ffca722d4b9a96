-- One word for one thing: what the server reads about an app user from RevenueCat is a snapshot.
alter table entitlements.confirmations rename to snapshot_queue;
alter table entitlements.snapshot_queue
    rename constraint confirmations_pkey to snapshot_queue_pkey;
alter table entitlements.snapshot_queue
    rename constraint confirmations_attempts_check to snapshot_queue_attempts_check;
alter table entitlements.snapshot_queue
    rename constraint confirmations_tenant_id_app_user_uuid_fkey
    to snapshot_queue_tenant_id_app_user_uuid_fkey;
alter index entitlements.confirmations_due rename to snapshots_due;
alter index entitlements.confirmations_not_recognised rename to snapshots_not_recognised;
comment on table entitlements.snapshot_queue is
    'App users who are due for a snapshot from RevenueCat.';

alter type entitlements.reading_outcome rename to snapshot_outcome;

comment on table entitlements.aliased_ids is
    'Ids that RevenueCat treats as one customer, and that belong to several app users here.';
comment on table entitlements.app_user_ids is 'Ids, and the one app user that each belongs to.';
comment on table entitlements.app_users is 'The people of one app.';
comment on table entitlements.audit_entries is
    'Each merge, claim, undo and transfer: actor, reason, before and after. Never edited.';
comment on table entitlements.awaited_transactions is
    'Store transactions that an open request waits for.';
comment on table entitlements.claim_attempts is 'The number of claim attempts, by hour.';
comment on table entitlements.credit_orders is 'What a credit purchase is meant for.';
comment on table entitlements.credit_spends is
    'Each use of credits, and the purchase that paid it.';
comment on table entitlements.device_secrets is
    'Digests of the secrets with which a device proves that an anonymous id is its own.';
comment on table entitlements.drift is
    'Differences between the tables and RevenueCat, with their causes. Never edited.';
comment on table entitlements.erasures is
    'Erased app users, and the progress through their events.';
comment on table entitlements.evidence is
    'Facts about purchases, from events, snapshots and grants. Never edited.';
comment on table entitlements.features is
    'Features, and the entitlement that each needs. A feature without one is free.';
comment on table entitlements.household_members is 'Memberships, present and past.';
comment on table entitlements.household_owners is 'Household owners, present and past.';
comment on table entitlements.household_reviews is
    'Households whose seats must be compared with their members, and when.';
comment on table entitlements.household_rules is 'A tenant''s rules for households.';
comment on table entitlements.idempotent_answers is
    'The first answers to requests with an idempotency key.';
comment on table entitlements.limit_entitlements is
    'Entitlements that raise a limit, and the raised amount.';
comment on table entitlements.limits is 'How often a feature may be used in a period.';
comment on table entitlements.merge_links is
    'Pairs of ids that a merge joined, or that an undo separated.';
comment on table entitlements.merge_tickets is
    'Permissions of a tenant''s backend for one merge: single use, expiring.';
comment on table entitlements.merges is
    'Merges of an anonymous app user into an account: the proof, and what moved.';
comment on table entitlements.migrations is 'Applied migrations, with the SHA-256 of each file.';
comment on table entitlements.orphans is
    'Purchases that no identified app user owns or owned: since when, and why.';
comment on table entitlements.people_rules is 'A tenant''s rules for claims.';
comment on table entitlements.presence is 'When a server was last able to receive webhooks.';
comment on table entitlements.product_credits is
    'The credits that one purchase of a product gives.';
comment on table entitlements.products is 'Products, by the store''s product id.';
comment on table entitlements.purchase_moves is
    'Purchases that a merge or a claim moved: from, to and when. Never edited.';
comment on table entitlements.purchases is
    'One row a chain of subscription periods or a purchase: the fold over its evidence.';
comment on table entitlements.reservations is
    'Reserved amounts of a limit, and uses with a reference.';
comment on table entitlements.run_people is 'The app users of a run, each with its outcome.';
comment on table entitlements.runs is 'Runs: each compares many app users with RevenueCat.';
comment on table entitlements.snapshots is
    'Snapshots: what RevenueCat''s REST API listed about an app user at a moment.';
comment on table entitlements.stale_answers is
    'App users whose stored answer must be derived again before it is used.';
comment on table entitlements.stored_answers is
    'Each app user''s answer, and until when it holds. Always equal to its derivation.';
comment on table entitlements.synced_household_members is
    'Household members as devices receive them. Always equal to their derivation.';
comment on table entitlements.synced_subscriptions is
    'Purchases as devices receive them. Always equal to their derivation.';
comment on table entitlements.tenants is 'Apps that share this installation.';
comment on table entitlements.token_issuers is
    'Issuers of end-user tokens, and the claims that a token must have.';
comment on table entitlements.token_secrets is
    'HS256 secrets of token issuers, sealed with the encryption key.';
comment on table entitlements.upstreams is
    'Each tenant''s RevenueCat API key, sealed, and its request budget.';
comment on table entitlements.usage is 'Used amounts, by id, limit and period.';
comment on table entitlements.webhook_events is
    'Webhook events as received: applied, stored (not understood) or failed (to be retried).';
comment on table entitlements.webhook_secrets is
    'Secrets that RevenueCat sends or signs with, sealed with the encryption key.';
