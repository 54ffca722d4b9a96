-- Answers name the kind, the duration and the plan type of a product. Derives all of them again.
alter table entitlements.evidence
    -- Told of renewals: whether it is the first payment after a trial. It decides nothing.
    add column is_trial_conversion boolean;

do $$
declare
    _tenant_id uuid;
begin
    for _tenant_id in select tenant.tenant_id from entitlements.tenants tenant loop
        perform set_config('hearth.tenant_id', _tenant_id::text, true);
        update entitlements.stored_answers stored
           set definition_version = 0
         where stored.tenant_id = _tenant_id;
    end loop;
    perform set_config('hearth.tenant_id', '', true);
end
$$;
