-- The audit keeps who signed in to the console, and that a key of the tenant was tried in vain.
-- Compatible from schema version 40.

alter table entitlements.audit_entries drop constraint audit_entries_action_check;
alter table entitlements.audit_entries add constraint audit_entries_action_check check (
    action in (
        'merge', 'claim', 'undo', 'transfer', 'erase', 'grant', 'revoke', 'adjust', 'redeem',
        'revoke_code', 'create_endpoint', 'update_endpoint', 'delete_endpoint',
        'rotate_endpoint_secret', 'replay_endpoint', 'create_key', 'revoke_key', 'sign_in',
        'refuse_sign_in'));
