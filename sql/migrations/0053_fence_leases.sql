-- The fence of a move is a lease: a command that dies leaves writes refused for some seconds only.
-- Compatible from schema version 37.

alter table entitlements.tenant_moves add column fenced_until timestamptz;
comment on column entitlements.tenant_moves.fenced_until is
    'Until when writes are refused. The command prolongs it; null: until the command says so.';
