-- Returns an end user's entitlements for a signed statement, and until when it may be believed.
--
-- Called with an end user's token, for its app user. A statement ends after a day, when the answer
-- next changes, or when members have to leave the household, whichever comes first.

create function api.get_my_token(
    app_user_id text, environment text default 'production', as_of timestamptz default null)
returns table (answered_as_of timestamptz, answer json, valid_until timestamptz)
language plpgsql stable rows 1
as $$
begin
    return query
    select found.answered_as_of, found.answer,
           least(found.answered_as_of + interval '1 day',
                 (found.answer ->> 'next_change_at')::timestamptz,
                 (household.answer #>> '{leaving,at}')::timestamptz)
      from api.get_entitlements(
               get_my_token.app_user_id, get_my_token.environment, get_my_token.as_of) as found
      left join api.get_app_user_household(
               get_my_token.app_user_id, get_my_token.as_of) as household on true;
end
$$;
