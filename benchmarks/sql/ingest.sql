\set number :number + 1
\startpipeline
select set_config('hearth.tenant_id', :tenant, true);
with told as materialized (
    select :prefix || :client_id || '_' || :number || '_' || place as id,
           -- The first of each 20 people has a running subscription; of each 100, also a household.
           (:step::integer * floor(random() * (:users / :step::integer)) + 1)::integer::text
               as person
      from generate_series(1, :events) as place)
select count(*) filter (where "status" = 'applied')
  from api.receive_webhook_events(
           (select array_agg(id) from told),
           (select array_agg('RENEWAL'::text) from told),
           (select array_agg(convert_to(replace(:body, '@user@', person), 'UTF8')) from told),
           (select array_agg(replace(replace(replace(
                       :facts, '@user@', person), '@now@', now()::text),
                       '@then@', (now() + interval '30 days')::text)::jsonb) from told),
           (select array_agg(null::text) from told));
\endpipeline
