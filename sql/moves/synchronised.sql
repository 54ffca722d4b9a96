-- Returns how many tables a subscription has, how many of them were copied, and whether it is on.
select pg_catalog.count(*), pg_catalog.count(*) filter (where copied.srsubstate = 'r'),
       subscription.subenabled
  from pg_catalog.pg_subscription subscription
  join pg_catalog.pg_subscription_rel copied on copied.srsubid = subscription.oid
 where subscription.subname = :'name'
 group by subscription.oid, subscription.subenabled;
