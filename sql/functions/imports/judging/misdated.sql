-- Returns why the times of a row cannot be, in a sentence; null if they can.
--
-- Pure: reads only its arguments.

create function api.misdated(told entitlements.import_row, as_of timestamptz) returns text
language sql immutable security invoker
return case
    when told.created_at > misdated.as_of then '“created_at” is in the future.'
    when told.joined_at > misdated.as_of then '“joined_at” is in the future.'
    when told.left_at > misdated.as_of then '“left_at” is in the future.'
    when told.left_at < told.joined_at then '“left_at” is before “joined_at”.'
    when told.purchased_at > misdated.as_of then '“purchased_at” is in the future.'
    when told.expires_at <= told.purchased_at then '“expires_at” is not after “purchased_at”.'
    when told.original_purchased_at > told.purchased_at
    then '“original_purchased_at” is after “purchased_at”.'
    when told.starts_at > misdated.as_of then '“starts_at” is in the future.'
    when told.expires_at <= told.starts_at then '“expires_at” is not after “starts_at”.'
    when told.used_at > misdated.as_of then '“used_at” is in the future.' end;
