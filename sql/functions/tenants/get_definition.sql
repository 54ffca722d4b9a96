-- Returns a definition that was applied to a tenant, and what it changed.
--
-- Called by an operator. Without a version, the present one. `changes` is the difference to the
-- version that is named, else to the one before.
-- Null: definition_version, compared_version, source.
-- Raises: definition_not_found 404.

create function api.get_definition(definition_version bigint, compared_version bigint)
returns table (
    shown_version bigint, definition json, source text, applied_at timestamptz, applied_by text,
    changes json)
language plpgsql stable rows 1
set plan_cache_mode = force_generic_plan
as $$
declare
    _tenant_id constant uuid := entitlements.current_tenant_id();
    _shown entitlements.applied_definitions;
    _former entitlements.applied_definitions;
begin
    select * into _shown from entitlements.applied_definitions applied
     where applied.tenant_id = _tenant_id
       and (get_definition.definition_version is null
            or applied.definition_version = get_definition.definition_version)
     order by applied.definition_version desc limit 1;
    if found then
        select * into _former from entitlements.applied_definitions applied
         where applied.tenant_id = _tenant_id
           and case when get_definition.compared_version is null
                    then applied.definition_version < _shown.definition_version
                    else applied.definition_version = get_definition.compared_version end
         order by applied.definition_version desc limit 1;
    end if;
    if _shown.tenant_id is null
       or _former.tenant_id is null and get_definition.compared_version is not null then
        raise sqlstate 'PT404' using message = 'definition_not_found',
            detail = 'No file of this version was applied, or it is no longer kept.';
    end if;
    return query
    select _shown.definition_version, _shown.definition::json, _shown.source, _shown.applied_at,
           _shown.applied_by,
           api.definition_changes(coalesce(_former.definition, '{}'), _shown.definition)::json;
end
$$;
