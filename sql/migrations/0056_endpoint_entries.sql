-- The audit says who made, changed and deleted endpoints: they decide who learns of app users.
alter table entitlements.audit_entries
    drop constraint audit_entries_action_check,
    add constraint audit_entries_action_check check (action in (
        'merge', 'claim', 'undo', 'transfer', 'erase', 'grant', 'revoke', 'adjust', 'redeem',
        'revoke_code', 'create_endpoint', 'update_endpoint', 'delete_endpoint',
        'rotate_endpoint_secret', 'replay_endpoint'));
