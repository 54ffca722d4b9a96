-- Returns whether a subscription serves an app user at a moment: their own, or the household's.

create function api.has_subscription(app_user_uuid uuid, as_of timestamptz) returns boolean
language plpgsql stable
as $$
begin
    return exists (
        select from api.usable_purchases(
                   array[has_subscription.app_user_uuid], 'production', has_subscription.as_of,
                   has_subscription.as_of < now()) as usable
         where not (usable.purchase).is_one_time
           and not api.is_granted((usable.purchase).store)
           and usable.starts_at <= has_subscription.as_of
           and usable.ends_at > has_subscription.as_of);
end
$$;
