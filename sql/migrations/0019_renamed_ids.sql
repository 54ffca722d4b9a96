-- Erasing a person renames their ids. Each reference to an id follows, and finds its rows by an
-- index: without one it read all purchases and all evidence of the tenant.

create index purchases_of_owner_id on entitlements.purchases (tenant_id, owner_app_user_id);
create index purchases_of_previous_owner_id
    on entitlements.purchases (tenant_id, previous_owner_app_user_id)
    where previous_owner_app_user_id is not null;
create index evidence_of_receiver on entitlements.evidence (tenant_id, transferred_to_app_user_id)
    where transferred_to_app_user_id is not null;
create index household_invites_of_redeemer
    on entitlements.household_invites (tenant_id, redeemed_by_app_user_id)
    where redeemed_by_app_user_id is not null;
create index purchase_moves_of_app_user_id
    on entitlements.purchase_moves (tenant_id, app_user_id);
create index runs_of_app_user_id on entitlements.runs (tenant_id, app_user_id)
    where app_user_id is not null;
