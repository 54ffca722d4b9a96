\set number :number + 1
\set user 20 * random(0, :users / 20 - 1) + 1
\startpipeline
select set_config('hearth.tenant_id', :tenant, true);
select "status", "failure"
  from api.receive_webhook_event(
           "event_id" => :prefix || :client_id || '_' || :number,
           "event_type" => 'RENEWAL',
           "body" => convert_to(replace(:body, '@user@', :user::text), 'UTF8'),
           "facts" => replace(replace(replace(
               :facts, '@user@', :user::text), '@now@', now()::text),
               '@then@', (now() + interval '30 days')::text)::jsonb,
           "problem" => null, "received_at" => null);
\endpipeline
