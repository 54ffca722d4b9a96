-- Phones of one issuer that guess must not slow down those of another: guesses are counted by
-- issuer and by app user, no longer for all of the tenant.
alter table entitlements.code_attempts
    add column issuer text collate "C" not null default '',
    drop constraint code_attempts_pkey,
    add constraint code_attempts_pkey primary key (tenant_id, app_user_id, issuer, hour);
comment on column entitlements.code_attempts.app_user_id is
    'The app user''s id, or empty for all of an issuer.';
comment on column entitlements.code_attempts.issuer is
    'The issuer, or empty for one app user.';
comment on table entitlements.code_attempts is
    'How many wrong codes came from end users, by the hour.';

alter table entitlements.claim_attempts
    add column issuer text collate "C" not null default '',
    drop constraint claim_attempts_pkey,
    add constraint claim_attempts_pkey primary key (tenant_id, app_user_id, issuer, hour);
comment on column entitlements.claim_attempts.app_user_id is
    'The app user''s id, or empty for all of an issuer.';
comment on column entitlements.claim_attempts.issuer is
    'The issuer, or empty for one app user.';
comment on table entitlements.claim_attempts is
    'How many wrong claims came from end users, by the hour.';
