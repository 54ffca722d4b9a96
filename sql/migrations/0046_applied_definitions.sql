-- A tenant file changes what app users have. Each applied file is kept with its time and its actor,
-- so that an operator can see what changed and go back.

create table entitlements.applied_definitions (
    tenant_id uuid not null references entitlements.tenants,
    definition_version bigint not null,
    definition jsonb not null,
    -- The file as it was given; null where only its content is known.
    source text check (octet_length(source) <= 262144),
    applied_by text not null check (octet_length(applied_by) between 1 and 300),
    applied_at timestamptz not null default now(),
    primary key (tenant_id, definition_version)
);
comment on table entitlements.applied_definitions is
    'The tenant files that were applied, newest 200 of each tenant, with time and actor.';
call entitlements.secure_table('entitlements.applied_definitions');
grant select, insert, delete on entitlements.applied_definitions to hearth_server;

do $$
declare
    _tenant record;
begin
    for _tenant in select * from entitlements.tenants loop
        perform set_config('hearth.tenant_id', _tenant.tenant_id::text, true);
        insert into entitlements.applied_definitions
               (tenant_id, definition_version, definition, applied_by, applied_at)
        values (_tenant.tenant_id, _tenant.definition_version, _tenant.definition,
                'before the history', _tenant.updated_at);
    end loop;
    perform set_config('hearth.tenant_id', '', true);
end
$$;
