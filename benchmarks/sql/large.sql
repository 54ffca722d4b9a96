\set number :number + 1
\startpipeline
select set_config('hearth.tenant_id', :tenant, true);
with told as materialized (
    select :prefix || :number as id,
           now() - :days_late::integer * (interval '1 day' + random() * interval '1 minute') as at)
select count(*) filter (where "status" = 'applied')
  from api.receive_webhook_events(
           (select array[id] from told), '{RENEWAL}', array[convert_to(:body, 'UTF8')],
           (select array[replace(replace(replace(replace(replace(
                       :facts, 'user_@user@', :person), 'transaction_@user@_3', id),
                       'transaction_@user@', :person), '@now@', at::text),
                       '@then@', (at + interval '30 days')::text)::jsonb] from told),
           array[null::text]);
\endpipeline
