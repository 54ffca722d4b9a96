-- Returns where a person manages subscriptions of a store; null if the store has no such address.
--
-- Pure: reads only its argument.

create function api.management_url(store text) returns text
language sql immutable
return case store
    when 'app_store' then 'https://apps.apple.com/account/subscriptions'
    when 'mac_app_store' then 'https://apps.apple.com/account/subscriptions'
    when 'play_store' then 'https://play.google.com/store/account/subscriptions'
    when 'amazon' then 'https://www.amazon.com/gp/mas/your-account/myapps/yoursubscriptions' end;
