-- An app whose tables lie in the same database asks in its own row policies what a person may do.
-- Roles are let in one by one, each for one tenant: the name of a tenant opens nothing.
-- Repeatable: the adoption of an older schema runs it again.

-- Whether a person has an entitlement now, by the same answer as a lookup. The function is owned by
-- hearth_owner, so that the role that asks needs no right to a table. It sets `hearth.tenant_id`
-- back itself: only a superuser may make a function that has a parameter of ours as an attribute.
create or replace function entitlements.has_entitlement(
    tenant text, app_user_id text, entitlement text)
returns boolean
language plpgsql stable strict security definer
set search_path = ''
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
comment on function entitlements.has_entitlement(text, text, text) is
    'Whether a person of a tenant has an entitlement now; for row policies of the app''s tables.';
alter function entitlements.has_entitlement(text, text, text) owner to hearth_owner;
revoke all on function entitlements.has_entitlement(text, text, text) from public;

-- Lets a role ask about one tenant. Repeatable.
create or replace procedure entitlements.admit_policy_role(tenant text, role_name text)
language plpgsql security definer
set search_path = ''
as $$
declare
    _tenant_id constant uuid := (
        select known.tenant_id from entitlements.tenants known
         where known.slug = admit_policy_role.tenant);
    _tenant_before constant text := coalesce(current_setting('hearth.tenant_id', true), '');
begin
    if _tenant_id is null then
        raise no_data_found using message = format('there is no tenant "%s"', tenant);
    end if;
    perform set_config('hearth.tenant_id', _tenant_id::text, true);
    perform quote_ident(role_name)::regrole; -- `public` would be everyone, and is no role.
    execute format('grant usage on schema entitlements to %I', role_name);
    execute format('grant execute on function entitlements.has_entitlement(text, text, text) to %I',
                   role_name);
    insert into entitlements.policy_roles (tenant_id, role_name)
    values (_tenant_id, admit_policy_role.role_name)
        on conflict do nothing;
    perform set_config('hearth.tenant_id', _tenant_before, true);
end
$$;
comment on procedure entitlements.admit_policy_role(text, text) is
    'Lets a role of the app ask has_entitlement about one tenant.';
alter procedure entitlements.admit_policy_role(text, text) owner to hearth_owner;
revoke all on procedure entitlements.admit_policy_role(text, text) from public;

-- Ends that. Repeatable. The role keeps the right to call the function, which then refuses it.
create or replace procedure entitlements.dismiss_policy_role(tenant text, role_name text)
language plpgsql security definer
set search_path = ''
as $$
declare
    _tenant_before constant text := coalesce(current_setting('hearth.tenant_id', true), '');
begin
    perform set_config('hearth.tenant_id', coalesce((
        select known.tenant_id::text from entitlements.tenants known
         where known.slug = dismiss_policy_role.tenant), ''), true);
    delete from entitlements.policy_roles admitted
     where admitted.tenant_id = entitlements.current_tenant_id()
       and admitted.role_name = dismiss_policy_role.role_name;
    perform set_config('hearth.tenant_id', _tenant_before, true);
end
$$;
comment on procedure entitlements.dismiss_policy_role(text, text) is
    'Ends what admit_policy_role began.';
alter procedure entitlements.dismiss_policy_role(text, text) owner to hearth_owner;
revoke all on procedure entitlements.dismiss_policy_role(text, text) from public;
