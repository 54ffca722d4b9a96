-- The history of a limit shows references, and a use is released by its reference.
create index reservations_used
    on entitlements.reservations (tenant_id, app_user_id, limit_id, made_at)
    where status = 'used';
create index reservations_released
    on entitlements.reservations (tenant_id, app_user_id, limit_id, reference)
    where status = 'released' and reference is not null;
