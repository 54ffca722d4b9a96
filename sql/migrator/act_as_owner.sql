-- Begins a transaction that reads as the owner of the tables. Its queries see the same rows, so
-- that two counts can be compared while others write.
begin isolation level repeatable read read only;
set local role hearth_owner;
