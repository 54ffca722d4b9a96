-- A limit on waiting for locks, so that other sessions do not queue behind the migrator for long.
begin;
set local lock_timeout = '10s';
set local statement_timeout = 0;
