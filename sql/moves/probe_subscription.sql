-- Connects from the new database's server to the old database, as a subscription does, and takes
-- that back.
begin;
create subscription :"name" connection :'connection' publication :"name"
  with (connect = true, create_slot = false, slot_name = none, enabled = false, copy_data = false);
rollback;
