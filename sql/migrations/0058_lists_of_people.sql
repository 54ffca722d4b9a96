-- Lists of people and of households are read in the order of an index: newest first, or by end.
--
-- The two new indexes grow at their right edge, by one entry for each new person and household. The
-- two indexes by end had no order among purchases that end at the same moment, so a page could not
-- say where it ended; they get the purchase's id.
-- Compatible from schema version 41.

create index app_users_by_creation
    on entitlements.app_users (tenant_id, created_at, app_user_uuid);
create index households_by_creation
    on entitlements.households (tenant_id, created_at, household_id);

drop index entitlements.purchases_by_end;
create index purchases_by_end
    on entitlements.purchases (tenant_id, access_ends_at, purchase_id)
    where isfinite(access_ends_at);
drop index entitlements.purchases_in_trouble;
create index purchases_in_trouble
    on entitlements.purchases (tenant_id, access_ends_at, purchase_id)
    where billing_issue_at is not null;
