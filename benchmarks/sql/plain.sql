\set number :number + 1
\set user 20 * random(0, :users / 20 - 1) + 1
select receive(
    :tenant, :prefix || :client_id || '_' || :number,
    convert_to(replace(:body, '@user@', :user::text), 'UTF8'),
    replace(replace(replace(:facts, '@user@', :user::text), '@now@', now()::text),
        '@then@', (now() + interval '30 days')::text)::jsonb);
