-- Returns the releases of servers that were seen within an hour and have not said that they ended,
-- and how many are present.
--
-- A server notes its presence every minute; after three minutes without a note it has ended.
-- Servers of schema api note no release.
select coalesce(server.value ->> 'release', 'api'),
       count(*) filter (
           where (server.value ->> 'seen_at')::timestamptz > now() - interval '3 minutes')
  from entitlements.presence, jsonb_each(presence.servers) as server
 where (server.value ->> 'seen_at')::timestamptz > now() - interval '1 hour'
 group by 1 order by 1;
