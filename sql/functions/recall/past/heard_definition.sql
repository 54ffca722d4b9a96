-- Returns the tenant's definition that was in force at a moment, and refuses what is not kept.
--
-- Refused are moments before the tenant's `known_since` or the oldest kept definition, those in the
-- future, and an unknown id if an app user was erased since then: it may have been theirs.
-- Raises: known_at_in_future 422, knowledge_not_kept 410.

create function api.heard_definition(app_user_id text, known_at timestamptz) returns jsonb
language plpgsql stable
as $$
declare
    _tenant_id constant uuid := entitlements.current_tenant_id();
    _definition jsonb;
begin
    if heard_definition.known_at > now() then
        raise sqlstate 'PT422' using message = 'known_at_in_future',
            detail = 'known_at is in the future.';
    end if;
    select applied.definition into _definition
      from entitlements.applied_definitions applied
      join entitlements.tenants tenant
        on tenant.tenant_id = _tenant_id and tenant.known_since <= heard_definition.known_at
     where applied.tenant_id = _tenant_id and applied.applied_at <= heard_definition.known_at
     order by applied.definition_version desc
     limit 1;
    if not found then
        raise sqlstate 'PT410' using message = 'knowledge_not_kept',
            detail = 'Hearth does not keep what was known that early.';
    elsif not exists (
            select from entitlements.app_user_ids known
             where known.tenant_id = _tenant_id
               and known.app_user_id = heard_definition.app_user_id
               and known.created_at <= heard_definition.known_at)
          and exists (
            select from entitlements.erasures erasure
             where erasure.tenant_id = _tenant_id
               and erasure.erased_at >= heard_definition.known_at) then
        raise sqlstate 'PT410' using message = 'knowledge_not_kept',
            detail = 'App users were erased since then, and the id may have been one of theirs.';
    end if;
    return _definition;
end
$$;
