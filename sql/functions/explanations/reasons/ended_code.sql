-- Returns the code of an explanation for a purchase that ended by itself.
--
-- `ended_reason` is the contract's.

create function api.ended_code(store text, is_family_share boolean, ended_reason text) returns text
language sql immutable
return case
    when store = 'hearth' and ended_reason = 'developer_initiated' then 'grant_revoked'
    when api.is_granted(store) then 'grant_ended'
    when ended_reason = 'developer_initiated' then 'ended_by_developer'
    when ended_reason = 'unknown' and is_family_share then 'family_share_ended'
    when ended_reason = 'unknown' then 'expired'
    else ended_reason end;
