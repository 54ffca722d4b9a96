-- Returns a sentence that says why the times of a row are impossible; null if they are possible.

create function api.misdated(line entitlements.import_row, as_of timestamptz) returns text
language sql immutable
return case
    when line.created_at > misdated.as_of then '“created_at” is in the future.'
    when line.joined_at > misdated.as_of then '“joined_at” is in the future.'
    when line.left_at > misdated.as_of then '“left_at” is in the future.'
    when line.left_at < line.joined_at then '“left_at” is before “joined_at”.'
    when line.purchased_at > misdated.as_of then '“purchased_at” is in the future.'
    when line.expires_at <= line.purchased_at then '“expires_at” is not after “purchased_at”.'
    when line.original_purchased_at > line.purchased_at
    then '“original_purchased_at” is after “purchased_at”.'
    when line.starts_at > misdated.as_of then '“starts_at” is in the future.'
    when line.expires_at <= line.starts_at then '“expires_at” is not after “starts_at”.'
    when line.used_at > misdated.as_of then '“used_at” is in the future.' end;
