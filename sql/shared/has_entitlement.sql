-- Returns whether a person has an entitlement now, by the same answer as a lookup.
--
-- An app asks it in the row policies of its own tables, so its name, its rights and its owner stay;
-- each migrator lets it ask the functions of its own release.
-- The function is owned by hearth_owner, so that the role that asks needs no right to a table. It
-- sets `hearth.tenant_id` back itself: only a superuser may make a function that has a parameter of
-- ours as an attribute.

create or replace function entitlements.has_entitlement(
    tenant text, app_user_id text, entitlement text)
returns boolean
language plpgsql stable strict security definer
set search_path = pg_catalog, pg_temp
as $$
declare
    -- In here current_user is the owner of the function. A role taken by `set role` asks for
    -- itself.
    _role constant text := case when current_setting('role') = 'none' then session_user
                                else current_setting('role') end;
    _tenant_id constant uuid := (
        select known.tenant_id from entitlements.tenants known
         where known.slug = has_entitlement.tenant);
    _tenant_before constant text := coalesce(current_setting('hearth.tenant_id', true), '');
    _is_active boolean;
begin
    perform set_config('hearth.tenant_id', coalesce(_tenant_id::text, ''), true);
    if not exists (
        select from entitlements.policy_roles admitted
         where admitted.tenant_id = _tenant_id and admitted.role_name = _role) then
        raise insufficient_privilege using
            message = format('role "%s" may not ask about tenant "%s"', _role, tenant),
            hint = 'An administrator lets it: call entitlements.admit_policy_role(tenant, role).';
    end if;
    select (found.answer -> 'entitlements' -> has_entitlement.entitlement ->> 'is_active')::boolean
      into _is_active
      from api.get_entitlements(has_entitlement.app_user_id) as found;
    perform set_config('hearth.tenant_id', _tenant_before, true);
    return coalesce(_is_active, false);
end
$$;
