-- An app may ask about a feature that its tenant file does not map.
alter table entitlements.tenants
    add column unmapped_features text not null default 'error'
        check (unmapped_features in ('free', 'deny', 'error'));
