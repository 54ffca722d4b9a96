-- When a key was last used, and who made and revoked it.
-- Compatible from schema version 37.

alter table entitlements.api_keys add column last_used_at timestamptz;
comment on column entitlements.api_keys.last_used_at is
    'Within an hour; null if the key was not used since the column is there.';
alter table entitlements.admin_keys add column last_used_at timestamptz;
comment on column entitlements.admin_keys.last_used_at is
    'Within an hour; null if the key was not used since the column is there.';

alter table entitlements.audit_entries drop constraint audit_entries_action_check;
alter table entitlements.audit_entries add constraint audit_entries_action_check
    check (action in (
        'merge', 'claim', 'undo', 'transfer', 'erase', 'grant', 'revoke', 'adjust', 'redeem',
        'revoke_code', 'create_endpoint', 'update_endpoint', 'delete_endpoint',
        'rotate_endpoint_secret', 'replay_endpoint', 'create_key', 'revoke_key'))
    not valid;
alter table entitlements.audit_entries validate constraint audit_entries_action_check;
