-- Returns the events about an app user, a transaction, or both, and when they were received.
--
-- Null: app_user_id, transaction_id; one of them is given.

create function api.events_about(
    app_user_id text, transaction_id text, received_from timestamptz, received_until timestamptz)
returns table (event_id text, received_at timestamptz)
language plpgsql stable rows 100
as $$
begin
    if events_about.transaction_id is null then
        return query
        select about.* from api.events_of_app_user(
                   events_about.app_user_id, events_about.received_from,
                   events_about.received_until) as about;
    elsif events_about.app_user_id is null then
        return query
        select about.* from api.events_of_transaction(
                   events_about.transaction_id, events_about.received_from,
                   events_about.received_until) as about;
    else
        return query
        select about.* from api.events_of_app_user(
                   events_about.app_user_id, events_about.received_from,
                   events_about.received_until) as about
        intersect
        select about.* from api.events_of_transaction(
                   events_about.transaction_id, events_about.received_from,
                   events_about.received_until) as about;
    end if;
end
$$;
