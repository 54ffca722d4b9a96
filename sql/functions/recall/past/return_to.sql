-- Stores what had been heard by a moment in a tenant of its own, and acts for that tenant from now.
--
-- The tables then hold what they held at the moment, as far as it can matter to what was asked:
-- each function that looks an app user up answers as it did. The caller undoes everything.
-- The names of erased app users get an ending, because the tables refuse them; shown_names takes
-- it away again.
-- Locks: none of rows that another transaction sees.
-- Raises: known_at_in_future 422, knowledge_not_kept 410.

create function api.return_to(app_user_id text, transaction_id text, known_at timestamptz)
returns void
language plpgsql volatile
as $$
declare
    _definition constant jsonb := api.heard_definition(
        return_to.app_user_id, return_to.known_at);
    _ids constant text[] := api.heard_app_user_ids(
        return_to.app_user_id, return_to.transaction_id, return_to.known_at);
    _heard constant jsonb := regexp_replace(
        (api.heard_app_users(_ids, return_to.known_at)
         || api.heard_purchases(_ids, return_to.known_at)
         || api.heard_households(_ids, return_to.known_at))::text,
        '"((\$RCAnonymousID:)?erased-[0-9a-fA-F-]{36})"', '"\1~"', 'g')::jsonb;
begin
    perform api.enter_past(_definition);
    perform api.put_heard_app_users(_heard);
    perform api.put_heard_purchases(_heard);
    perform api.put_heard_households(_heard);
end
$$;
