-- Returns the versions that the tenant's stored answers have: usually one.
--
-- Each is found by one look into the index, from the version before it.

create function api.stored_versions(environment text) returns bigint[]
language plpgsql stable
as $$
declare
    _tenant_id constant uuid := entitlements.current_tenant_id();
    _versions bigint[] := array[]::bigint[];
    _last bigint := -9223372036854775808;
begin
    loop
        if stored_versions.environment = 'sandbox' then
            _last := (select min(stored.definition_version)
                        from entitlements.sandbox_answers stored
                       where stored.tenant_id = _tenant_id and stored.definition_version > _last);
        else
            _last := (select min(stored.definition_version)
                        from entitlements.stored_answers stored
                       where stored.tenant_id = _tenant_id and stored.definition_version > _last);
        end if;
        exit when _last is null;
        _versions := _versions || _last;
    end loop;
    return _versions;
end
$$;
