\set number random(1, :tenants)
\set user random(1, 1000000)
\set event random(1, 1000000000)
begin;
select set_config('hearth.tenant_id', (
    select tenant_id::text from public.benchmark_tenants where number = :number), true);
select status from api.receive_webhook_events(
    array['event_' || :event], array['RENEWAL'],
    array[convert_to(replace(replace($body$@body@$body$, '@user@', :user::text), '@event@',
                             'event_' || :event), 'UTF8')],
    array[replace(replace(replace($facts$@facts@$facts$, '@user@', :user::text), '@now@',
                          now()::text), '@then@', (now() + interval '30 days')::text)::jsonb],
    array[null::text]);
commit;
