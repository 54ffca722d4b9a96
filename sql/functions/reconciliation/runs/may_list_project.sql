-- Returns whether a run may list the ids of the key's project, and read them.
--
-- Only v2 has such a list. Another project's ids must not be added, so one of these must hold:
-- - The project is recognised (see require_known_project).
-- - No webhook has told of a purchase yet, and a caller asked for the run. The tenant file names
--   the project, RevenueCat lets the key read it, and no other word contradicts that.

create function api.may_list_project(run entitlements.runs) returns boolean
language plpgsql stable
as $$
begin
    return exists (
        select from entitlements.upstreams upstream
          join entitlements.tenants tenant on tenant.tenant_id = upstream.tenant_id
         where upstream.tenant_id = run.tenant_id and tenant.revenuecat_api = 'v2'
           and (upstream.recognised_at is not null or run.origin = 'request' and not exists (
                select from entitlements.evidence evidence
                 where evidence.tenant_id = run.tenant_id
                   and evidence.kind not in ('snapshot', 'import', 'grant', 'adjustment')
                   and evidence.store is distinct from 'hearth')));
end
$$;
