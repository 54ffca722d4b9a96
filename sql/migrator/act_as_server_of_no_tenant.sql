-- Begins a transaction that reads as the server does, without a tenant.
begin read only;
set local role hearth_server;
set local hearth.tenant_id = '';
