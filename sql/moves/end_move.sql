-- Forgets a move: the tenant is served here again, or there is nothing left of it to serve.
select pg_catalog.pg_advisory_xact_lock(1748722538);
delete from entitlements.tenant_moves where tenant_id = :'tenant';
do $$
begin
    if not exists (select from entitlements.tenant_moves) then
        drop schema if exists hearth_moves;
    end if;
end
$$;
