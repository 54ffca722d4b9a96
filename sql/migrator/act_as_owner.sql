-- Begins a transaction that reads as the owner of the tables.
begin read only;
set local role hearth_owner;
