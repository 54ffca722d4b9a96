-- The four writes of an event on tables without logic: event, evidence, purchase and answer. Any
-- product pays this cost.
create table events (
    tenant_id uuid, event_id text collate "C", type text, body bytea,
    received_at timestamptz default now(), status text, primary key (tenant_id, event_id));
create table evidence (
    tenant_id uuid, evidence_id text collate "C", purchase_id uuid, kind text,
    occurred_at timestamptz, received_at timestamptz, store text, app_user_id text,
    product_id text, purchased_at timestamptz, expires_at timestamptz, transaction_id text,
    primary key (tenant_id, evidence_id));
create index evidence_of_purchase on evidence (tenant_id, purchase_id, occurred_at);
create table purchases (
    tenant_id uuid, purchase_id uuid default gen_random_uuid(), chain_id text collate "C",
    owner_uuid uuid, product_id text, expires_at timestamptz, transaction_id text,
    folded_at timestamptz, primary key (tenant_id, purchase_id), unique (tenant_id, chain_id))
    with (fillfactor = 80);
create table answers (
    tenant_id uuid, app_user_uuid uuid, answer json, valid_until timestamptz,
    primary key (tenant_id, app_user_uuid)) with (fillfactor = 80);
insert into purchases (tenant_id, chain_id, owner_uuid)
select :'tenant'::uuid, 'transaction_' || n, gen_random_uuid()
  from generate_series(1, :users, 20) as n;
insert into answers (tenant_id, app_user_uuid) select tenant_id, owner_uuid from purchases;
vacuum (freeze, analyze);

create function receive(tenant uuid, event_id text, body bytea, facts jsonb) returns text
language plpgsql as $$
declare
    _purchase record;
    _expires_at constant timestamptz := (facts ->> 'expires_at')::timestamptz;
begin
    insert into events (tenant_id, event_id, type, body, status)
    values (tenant, receive.event_id, 'RENEWAL', receive.body, 'applied');
    select purchase_id, owner_uuid into strict _purchase from purchases
     where tenant_id = tenant and chain_id = facts ->> 'original_transaction_id'
       for no key update;
    insert into evidence values (
        tenant, receive.event_id, _purchase.purchase_id, facts ->> 'kind',
        (facts ->> 'occurred_at')::timestamptz, now(), facts ->> 'store', facts ->> 'app_user_id',
        facts ->> 'product_id', (facts ->> 'purchased_at')::timestamptz, _expires_at,
        facts ->> 'transaction_id');
    update purchases
       set product_id = facts ->> 'product_id', expires_at = _expires_at,
           transaction_id = facts ->> 'transaction_id', folded_at = now()
     where tenant_id = tenant and purchase_id = _purchase.purchase_id;
    update answers
       set answer = json_build_object('plan', 'plus', 'entitlements', json_build_object(
               'plus', json_build_object('is_active', true, 'expires_at', _expires_at))),
           valid_until = _expires_at
     where tenant_id = tenant and app_user_uuid = _purchase.owner_uuid;
    return 'applied';
end
$$;
