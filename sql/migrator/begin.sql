-- A step waits for others' locks, but not so long that everybody queues behind it.
begin;
set local lock_timeout = '10s';
set local statement_timeout = 0;
