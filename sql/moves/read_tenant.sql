-- Prepares a session that reads the rows of one tenant.
set client_min_messages = warning;
set hearth.tenant_id = :'tenant';
