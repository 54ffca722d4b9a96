--
-- PostgreSQL database dump
--

SET statement_timeout = 0;
SET lock_timeout = 0;
SET idle_in_transaction_session_timeout = 0;
SET client_encoding = 'UTF8';
SET standard_conforming_strings = on;
SELECT pg_catalog.set_config('search_path', '', false);
SET check_function_bodies = false;
SET xmloption = content;
SET client_min_messages = warning;
SET row_security = off;

--
-- Name: api; Type: SCHEMA; Schema: -; Owner: hearth_owner
--

CREATE SCHEMA api;

ALTER SCHEMA api OWNER TO hearth_owner;

--
-- Name: entitlements; Type: SCHEMA; Schema: -; Owner: hearth_owner
--

CREATE SCHEMA entitlements;

ALTER SCHEMA entitlements OWNER TO hearth_owner;

--
-- Name: add_app_user_ids(text[]); Type: FUNCTION; Schema: api; Owner: hearth_owner
--

CREATE FUNCTION api.add_app_user_ids(app_user_ids text[]) RETURNS boolean
    LANGUAGE plpgsql
    SET search_path TO ''
    AS $_$
declare
    _tenant_id constant uuid := entitlements.current_tenant_id();
    _unknown text[];
    _people uuid[];
    _identified bigint;
    _app_user_uuid uuid;
begin
    -- Nearly always everybody is known.
    if not exists (
        select from unnest(add_app_user_ids.app_user_ids) as named (id)
         where not exists (
             select from entitlements.app_user_ids known
              where known.tenant_id = _tenant_id and known.app_user_id = named.id)) then
        return true;
    end if;

    select array_agg(distinct named.id order by named.id) filter (where known.app_user_id is null),
           array_agg(distinct known.app_user_uuid) filter (where known.app_user_id is not null)
      into _unknown, _people
      from unnest(add_app_user_ids.app_user_ids) as named (id)
      left join entitlements.app_user_ids known
        on known.tenant_id = _tenant_id and known.app_user_id = named.id;
    if _unknown is null then
        return true; -- Somebody else was as quick.
    end if;
    select count(*) into _identified from (
        select id from unnest(_unknown) as unknown (id)
         where not starts_with(id, '$RCAnonymousID:')
        union all
        select own.app_user_id from entitlements.app_user_ids own
         where own.tenant_id = _tenant_id and own.app_user_uuid = any (_people)
           and not own.is_anonymous) as identified;
    if cardinality(_people) > 1 or _identified > 1 then
        return api.insert_app_user_ids(
            _unknown, array(select gen_random_uuid() from unnest(_unknown)));
    end if;

    _app_user_uuid := coalesce(_people[1], gen_random_uuid());
    perform from entitlements.app_users person
      where person.tenant_id = _tenant_id and person.app_user_uuid = _app_user_uuid
        for no key update;
    -- While we waited, the known ids may have moved to somebody else.
    if found and not exists (
        select from entitlements.app_user_ids known
         where known.tenant_id = _tenant_id and known.app_user_uuid = _app_user_uuid
           and known.app_user_id = any (add_app_user_ids.app_user_ids)) then
        return false;
    end if;
    return api.insert_app_user_ids(
        _unknown, array_fill(_app_user_uuid, array[cardinality(_unknown)]));
end
$_$;

ALTER FUNCTION api.add_app_user_ids(app_user_ids text[]) OWNER TO hearth_owner;

--
-- Name: FUNCTION add_app_user_ids(app_user_ids text[]); Type: COMMENT; Schema: api; Owner: hearth_owner
--

COMMENT ON FUNCTION api.add_app_user_ids(app_user_ids text[]) IS 'Makes people of ids that nobody has seen; false when a concurrent writer was first.';

--
-- Name: evidence_rank(text); Type: FUNCTION; Schema: entitlements; Owner: hearth_owner
--

CREATE FUNCTION entitlements.evidence_rank(kind text) RETURNS smallint
    LANGUAGE sql IMMUTABLE PARALLEL SAFE
    RETURN (CASE kind WHEN 'temporary_entitlement_grant'::text THEN 10 WHEN 'initial_purchase'::text THEN 20 WHEN 'non_renewing_purchase'::text THEN 20 WHEN 'renewal'::text THEN 30 WHEN 'subscription_extended'::text THEN 40 WHEN 'product_change'::text THEN 50 WHEN 'cancellation'::text THEN 60 WHEN 'uncancellation'::text THEN 65 WHEN 'subscription_paused'::text THEN 70 WHEN 'billing_issue'::text THEN 80 WHEN 'refund_reversed'::text THEN 85 WHEN 'expiration'::text THEN 90 WHEN 'transfer'::text THEN 95 ELSE 100 END)::smallint;

ALTER FUNCTION entitlements.evidence_rank(kind text) OWNER TO hearth_owner;

SET default_tablespace = '';

SET default_table_access_method = heap;

--
-- Name: evidence; Type: TABLE; Schema: entitlements; Owner: hearth_owner
--

CREATE TABLE entitlements.evidence (
    tenant_id uuid NOT NULL,
    evidence_id text NOT NULL COLLATE pg_catalog."C",
    purchase_id uuid,
    kind text NOT NULL,
    occurred_at timestamp with time zone NOT NULL,
    received_at timestamp with time zone NOT NULL,
    order_at timestamp with time zone GENERATED ALWAYS AS (LEAST(occurred_at, received_at)) STORED NOT NULL,
    rank smallint GENERATED ALWAYS AS (entitlements.evidence_rank(kind)) STORED NOT NULL,
    environment text,
    store text,
    app_user_id text COLLATE pg_catalog."C",
    product_id text COLLATE pg_catalog."C",
    new_product_id text COLLATE pg_catalog."C",
    period_type text,
    purchased_at timestamp with time zone,
    expires_at timestamp with time zone,
    grace_expires_at timestamp with time zone,
    auto_resume_at timestamp with time zone,
    cancel_reason text,
    expiration_reason text,
    price numeric,
    is_family_share boolean,
    entitlement_ids text[],
    transaction_id text,
    original_transaction_id text,
    transferred_to_app_user_id text COLLATE pg_catalog."C",
    CONSTRAINT evidence_check CHECK (((kind = 'transfer'::text) = (purchase_id IS NULL))),
    CONSTRAINT evidence_check1 CHECK (((kind = 'transfer'::text) = (transferred_to_app_user_id IS NOT NULL))),
    CONSTRAINT evidence_check2 CHECK (((kind = 'transfer'::text) = (app_user_id IS NULL)))
);

ALTER TABLE ONLY entitlements.evidence FORCE ROW LEVEL SECURITY;

ALTER TABLE entitlements.evidence OWNER TO hearth_owner;

--
-- Name: TABLE evidence; Type: COMMENT; Schema: entitlements; Owner: hearth_owner
--

COMMENT ON TABLE entitlements.evidence IS 'What we were told, one statement a row. Never edited.';

--
-- Name: add_evidence(entitlements.evidence); Type: FUNCTION; Schema: api; Owner: hearth_owner
--

CREATE FUNCTION api.add_evidence(told entitlements.evidence) RETURNS entitlements.evidence
    LANGUAGE plpgsql
    SET search_path TO ''
    AS $$
declare
    _added entitlements.evidence;
begin
    insert into entitlements.evidence
           (tenant_id, evidence_id, purchase_id, kind, occurred_at, received_at, environment, store,
            app_user_id, product_id, new_product_id, period_type, purchased_at, expires_at,
            grace_expires_at, auto_resume_at, cancel_reason, expiration_reason, price,
            is_family_share, entitlement_ids, transaction_id, original_transaction_id,
            transferred_to_app_user_id)
    values (told.tenant_id, told.evidence_id, told.purchase_id, told.kind, told.occurred_at,
            told.received_at, told.environment, told.store, told.app_user_id, told.product_id,
            told.new_product_id, told.period_type, told.purchased_at, told.expires_at,
            told.grace_expires_at, told.auto_resume_at, told.cancel_reason, told.expiration_reason,
            told.price, told.is_family_share, told.entitlement_ids, told.transaction_id,
            told.original_transaction_id, told.transferred_to_app_user_id)
    returning * into _added;
    return _added;
end
$$;

ALTER FUNCTION api.add_evidence(told entitlements.evidence) OWNER TO hearth_owner;

--
-- Name: FUNCTION add_evidence(told entitlements.evidence); Type: COMMENT; Schema: api; Owner: hearth_owner
--

COMMENT ON FUNCTION api.add_evidence(told entitlements.evidence) IS 'Writes one row of evidence and answers it with its place in the order.';

--
-- Name: apply_catalog(jsonb); Type: FUNCTION; Schema: api; Owner: hearth_owner
--

CREATE FUNCTION api.apply_catalog(definition jsonb) RETURNS void
    LANGUAGE plpgsql
    SET search_path TO ''
    AS $$
declare
    _tenant_id constant uuid := entitlements.current_tenant_id();
begin
    -- Features, grants and implications go with what they name.
    delete from entitlements.features where tenant_id = _tenant_id;
    delete from entitlements.products where tenant_id = _tenant_id;
    delete from entitlements.entitlements where tenant_id = _tenant_id;

    insert into entitlements.entitlements (tenant_id, entitlement_id, rank, is_shared)
    select _tenant_id, entry.id, entry.rank, entry.is_shared
      from jsonb_to_recordset(definition -> 'entitlements')
           as entry (id text, rank integer, is_shared boolean);

    insert into entitlements.entitlement_implications
           (tenant_id, entitlement_id, granted_entitlement_id)
    with recursive implied (entitlement_id, granted_entitlement_id) as (
        select entry.id, jsonb_array_elements_text(entry.implies)
          from jsonb_to_recordset(definition -> 'entitlements') as entry (id text, implies jsonb)
        union
        select implied.entitlement_id, jsonb_array_elements_text(entry.implies)
          from implied
          join jsonb_to_recordset(definition -> 'entitlements') as entry (id text, implies jsonb)
            on entry.id = implied.granted_entitlement_id
    )
    select _tenant_id, implied.entitlement_id, implied.granted_entitlement_id from implied;

    insert into entitlements.products (tenant_id, product_id, kind, duration, trial)
    select _tenant_id, entry.id, entry.kind, entry.duration, entry.trial
      from jsonb_to_recordset(definition -> 'products')
           as entry (id text, kind text, duration text, trial text);

    insert into entitlements.product_entitlements
           (tenant_id, product_id, entitlement_id, implied_by)
    select distinct on (entry.id, granted.entitlement_id)
           _tenant_id, entry.id, granted.entitlement_id, granted.implied_by
      from jsonb_to_recordset(definition -> 'products') as entry (id text, entitlements jsonb)
     cross join lateral api.with_implied(
               array(select jsonb_array_elements_text(entry.entitlements))) as granted
     order by entry.id, granted.entitlement_id, granted.implied_by nulls first;

    insert into entitlements.features (tenant_id, feature_id, entitlement_id)
    select _tenant_id, entry.id, entry.entitlement
      from jsonb_to_recordset(definition -> 'features') as entry (id text, entitlement text);
end
$$;

ALTER FUNCTION api.apply_catalog(definition jsonb) OWNER TO hearth_owner;

--
-- Name: FUNCTION apply_catalog(definition jsonb); Type: COMMENT; Schema: api; Owner: hearth_owner
--

COMMENT ON FUNCTION api.apply_catalog(definition jsonb) IS 'Replaces a tenant''s catalog by the one of a validated definition.';

--
-- Name: apply_evidence(text, jsonb, timestamp with time zone); Type: FUNCTION; Schema: api; Owner: hearth_owner
--

CREATE FUNCTION api.apply_evidence(evidence_id text, facts jsonb, received_at timestamp with time zone) RETURNS void
    LANGUAGE plpgsql
    SET search_path TO ''
    AS $$
declare
    _told entitlements.evidence := jsonb_populate_record(null::entitlements.evidence, facts);
    _ids constant text[] := array(
        select id from jsonb_array_elements_text(facts -> 'app_user_ids') as named (id));
begin
    _told.tenant_id := entitlements.current_tenant_id();
    _told.evidence_id := apply_evidence.evidence_id;
    _told.received_at := apply_evidence.received_at;
    _told.occurred_at := coalesce(_told.occurred_at, apply_evidence.received_at);
    _told.store := coalesce(_told.store, 'unknown');

    if cardinality(_ids) > 0 then
        perform api.join_app_user_ids(
            _ids, least(_told.occurred_at, _told.received_at), _told.evidence_id);
    end if;
    if _told.kind = 'transfer' then
        perform api.apply_transfer(
            _told,
            array(select jsonb_array_elements_text(facts -> 'transferred_from')),
            array(select jsonb_array_elements_text(facts -> 'transferred_to')));
    elsif _told.kind not in ('alias', 'informative', 'test') then
        perform api.apply_purchase_evidence(_told);
    end if;
end
$$;

ALTER FUNCTION api.apply_evidence(evidence_id text, facts jsonb, received_at timestamp with time zone) OWNER TO hearth_owner;

--
-- Name: FUNCTION apply_evidence(evidence_id text, facts jsonb, received_at timestamp with time zone); Type: COMMENT; Schema: api; Owner: hearth_owner
--

COMMENT ON FUNCTION api.apply_evidence(evidence_id text, facts jsonb, received_at timestamp with time zone) IS 'Applies what one event says: who is one person, what was bought, what moved.';

--
-- Name: apply_purchase_evidence(entitlements.evidence); Type: FUNCTION; Schema: api; Owner: hearth_owner
--

CREATE FUNCTION api.apply_purchase_evidence(told entitlements.evidence) RETURNS void
    LANGUAGE plpgsql
    SET search_path TO ''
    AS $$
declare
    _tenant_id constant uuid := entitlements.current_tenant_id();
    _chain_id constant text := coalesce(
        told.original_transaction_id, told.transaction_id,
        told.app_user_id || ' ' || told.product_id);
    _told entitlements.evidence := told;
    _related text[];
    s entitlements.purchases;
begin
    if _chain_id is null and told.kind = 'temporary_entitlement_grant' then
        return; -- RevenueCat's own sample names no product: there is nothing to grant.
    end if;
    if _chain_id is null or told.app_user_id is null then
        raise sqlstate 'PT422' using message = 'evidence_incomplete',
            detail = 'The event names no purchase, or nobody whose it is.';
    end if;
    _related := api.lock_related_app_users(array[told.app_user_id]);

    insert into entitlements.purchases (tenant_id, environment, store, chain_id)
    values (_tenant_id, told.environment, told.store, _chain_id)
        on conflict do nothing;
    select * into strict s from entitlements.purchases purchase
     where purchase.tenant_id = _tenant_id and purchase.environment = told.environment
       and purchase.store = told.store and purchase.chain_id = _chain_id
       for no key update;
    _told.purchase_id := s.purchase_id;
    _told := api.add_evidence(_told);

    if (s.folded_at is null
        or (s.folded_at, s.folded_rank, s.folded_evidence_id)
           < (_told.order_at, _told.rank, _told.evidence_id))
       and not exists (
           select from entitlements.transfer_sides side
            where side.tenant_id = _tenant_id and side.app_user_id = any (_related)) then
        s := api.fold_purchase_step(s, _told, null);
    else
        s := api.folded_purchase(s.purchase_id);
    end if;
    perform api.store_purchase(_told.purchase_id, s);
end
$$;

ALTER FUNCTION api.apply_purchase_evidence(told entitlements.evidence) OWNER TO hearth_owner;

--
-- Name: FUNCTION apply_purchase_evidence(told entitlements.evidence); Type: COMMENT; Schema: api; Owner: hearth_owner
--

COMMENT ON FUNCTION api.apply_purchase_evidence(told entitlements.evidence) IS 'Adds one piece of evidence to the purchase that it is about, and folds it in.';

--
-- Name: apply_tenant(text, jsonb); Type: FUNCTION; Schema: api; Owner: hearth_owner
--

CREATE FUNCTION api.apply_tenant(slug text, definition jsonb) RETURNS TABLE(tenant_id uuid, outcome text)
    LANGUAGE plpgsql SECURITY DEFINER ROWS 1
    SET search_path TO ''
    AS $$
#variable_conflict use_column
declare
    _tenant entitlements.tenants;
    _is_new boolean;
begin
    insert into entitlements.tenants as tenant
           (tenant_id, slug, name, free_plan, sandbox_policy, requires_authorization,
            requires_signature, signature_header, definition)
    select gen_random_uuid(), apply_tenant.slug, settings.name, settings.free_plan,
           settings.sandbox_policy, settings.requires_authorization, settings.requires_signature,
           settings.signature_header, '{}'
      from api.tenant_settings(apply_tenant.definition) as settings
        on conflict (slug) do nothing;
    _is_new := found;

    select * into strict _tenant from entitlements.tenants tenant
     where tenant.slug = apply_tenant.slug for no key update;
    perform set_config('hearth.tenant_id', _tenant.tenant_id::text, true);
    if _tenant.definition = apply_tenant.definition then
        return query select _tenant.tenant_id, 'unchanged';
        return;
    end if;

    update entitlements.tenants tenant
       set name = settings.name, free_plan = settings.free_plan,
           sandbox_policy = settings.sandbox_policy,
           requires_authorization = settings.requires_authorization,
           requires_signature = settings.requires_signature,
           signature_header = settings.signature_header,
           definition = apply_tenant.definition, updated_at = now()
      from api.tenant_settings(apply_tenant.definition) as settings
     where tenant.tenant_id = _tenant.tenant_id;
    perform api.apply_catalog(apply_tenant.definition);
    perform pg_notify('hearth_tenants', apply_tenant.slug);
    return query select _tenant.tenant_id, case when _is_new then 'created' else 'updated' end;
end
$$;

ALTER FUNCTION api.apply_tenant(slug text, definition jsonb) OWNER TO hearth_owner;

--
-- Name: FUNCTION apply_tenant(slug text, definition jsonb); Type: COMMENT; Schema: api; Owner: hearth_owner
--

COMMENT ON FUNCTION api.apply_tenant(slug text, definition jsonb) IS 'Creates or updates a tenant and its whole catalog from one validated definition.';

--
-- Name: apply_transfer(entitlements.evidence, text[], text[]); Type: FUNCTION; Schema: api; Owner: hearth_owner
--

CREATE FUNCTION api.apply_transfer(told entitlements.evidence, transferred_from text[], transferred_to text[]) RETURNS void
    LANGUAGE plpgsql
    SET search_path TO ''
    AS $_$
declare
    _ids constant text[] := array(
        select distinct id
          from unnest(transferred_from || transferred_to) as named (id)
         order by id);
    _id text;
    _told entitlements.evidence := told;
begin
    if cardinality(transferred_from) = 0 or cardinality(transferred_to) = 0 then
        raise sqlstate 'PT422' using message = 'evidence_incomplete',
            detail = 'The transfer names no source or no destination.';
    end if;
    foreach _id in array _ids loop
        while not api.add_app_user_ids(array[_id]) loop end loop;
    end loop;

    select id into _told.transferred_to_app_user_id
      from unnest(transferred_to) with ordinality as named (id, position)
     order by starts_with(id, '$RCAnonymousID:'), position
     limit 1;
    _told.app_user_id := null;
    _told := api.add_evidence(_told);
    insert into entitlements.transfer_sides (tenant_id, app_user_id, evidence_id, side)
    select _told.tenant_id, id, _told.evidence_id, 'from'
      from unnest(transferred_from) as named (id)
     union
    select _told.tenant_id, id, _told.evidence_id, 'to'
      from unnest(transferred_to) as named (id);

    perform api.lock_related_app_users(_ids);
    perform api.refold_related_purchases(_ids);
end
$_$;

ALTER FUNCTION api.apply_transfer(told entitlements.evidence, transferred_from text[], transferred_to text[]) OWNER TO hearth_owner;

--
-- Name: FUNCTION apply_transfer(told entitlements.evidence, transferred_from text[], transferred_to text[]); Type: COMMENT; Schema: api; Owner: hearth_owner
--

COMMENT ON FUNCTION api.apply_transfer(told entitlements.evidence, transferred_from text[], transferred_to text[]) IS 'Adds the evidence of a transfer, and folds again what the people on either side bought.';

--
-- Name: authenticate_api_key(text); Type: FUNCTION; Schema: api; Owner: hearth_owner
--

CREATE FUNCTION api.authenticate_api_key(key_id text) RETURNS TABLE(tenant_id uuid, tenant_slug text, kind text, digest bytea)
    LANGUAGE plpgsql STABLE SECURITY DEFINER ROWS 1
    SET search_path TO ''
    AS $$
#variable_conflict use_column
begin
    return query
    select key.tenant_id, tenant.slug, key.kind, key.digest
      from entitlements.api_keys key
      join entitlements.tenants tenant on tenant.tenant_id = key.tenant_id
     where key.key_id = authenticate_api_key.key_id and key.revoked_at is null
     union all
    select null::uuid, null::text, 'admin', key.digest
      from entitlements.admin_keys key
     where key.key_id = authenticate_api_key.key_id and key.revoked_at is null;
end
$$;

ALTER FUNCTION api.authenticate_api_key(key_id text) OWNER TO hearth_owner;

--
-- Name: FUNCTION authenticate_api_key(key_id text); Type: COMMENT; Schema: api; Owner: hearth_owner
--

COMMENT ON FUNCTION api.authenticate_api_key(key_id text) IS 'What a key''s public id stands for, and the digest that its secret must have.';

--
-- Name: check_entitlements(text[], text[], text, timestamp with time zone); Type: FUNCTION; Schema: api; Owner: hearth_owner
--

CREATE FUNCTION api.check_entitlements(app_user_ids text[], entitlement_ids text[], environment text DEFAULT 'production'::text, as_of timestamp with time zone DEFAULT NULL::timestamp with time zone) RETURNS TABLE(answered_as_of timestamp with time zone, answer json)
    LANGUAGE plpgsql STABLE ROWS 1
    SET search_path TO ''
    AS $$
#variable_conflict use_column
declare
    _as_of constant timestamptz := coalesce(check_entitlements.as_of, now());
begin
    perform api.require_entitlements(check_entitlements.entitlement_ids);
    return query
    select _as_of,
           json_agg(
               jsonb_build_object('app_user_id', asked.app_user_id)
               || api.entitlement_json(
                      asked.entitlement_id, found.is_active, found.status, found.expires_at,
                      found.will_renew, found.source_kind, found.source_app_user_id,
                      found.product_id, found.store, check_entitlements.environment,
                      found.period_type, found.implied_by)::jsonb
               order by asked.position)
      from unnest(check_entitlements.app_user_ids, check_entitlements.entitlement_ids)
           with ordinality as asked (app_user_id, entitlement_id, position)
      left join lateral api.entitlement_answers(
               asked.app_user_id, check_entitlements.environment, _as_of) as found
        on found.entitlement_id = asked.entitlement_id and found.has_begun;
end
$$;

ALTER FUNCTION api.check_entitlements(app_user_ids text[], entitlement_ids text[], environment text, as_of timestamp with time zone) OWNER TO hearth_owner;

--
-- Name: FUNCTION check_entitlements(app_user_ids text[], entitlement_ids text[], environment text, as_of timestamp with time zone); Type: COMMENT; Schema: api; Owner: hearth_owner
--

COMMENT ON FUNCTION api.check_entitlements(app_user_ids text[], entitlement_ids text[], environment text, as_of timestamp with time zone) IS 'Answers whether people have entitlements, many at once, in the order asked.';

--
-- Name: claim_webhook_event(integer, timestamp with time zone); Type: FUNCTION; Schema: api; Owner: hearth_owner
--

CREATE FUNCTION api.claim_webhook_event(lease_seconds integer, as_of timestamp with time zone DEFAULT NULL::timestamp with time zone) RETURNS TABLE(tenant_id uuid, event_id text, event_type text, body bytea, received_at timestamp with time zone, attempts integer)
    LANGUAGE plpgsql SECURITY DEFINER ROWS 1
    SET search_path TO ''
    AS $$
#variable_conflict use_column
declare
    _as_of constant timestamptz := coalesce(claim_webhook_event.as_of, now());
begin
    return query
    update entitlements.webhook_events event
       set due_at = _as_of + make_interval(secs => claim_webhook_event.lease_seconds),
           attempts = event.attempts + 1
      from (select due.tenant_id, due.event_id
              from entitlements.webhook_events due
             where due.status = 'failed' and due.due_at <= _as_of
             order by due.due_at
             limit 1
               for no key update skip locked) as next
     where event.tenant_id = next.tenant_id and event.event_id = next.event_id
    returning event.tenant_id, event.event_id, event.event_type, event.body, event.received_at,
              event.attempts;
end
$$;

ALTER FUNCTION api.claim_webhook_event(lease_seconds integer, as_of timestamp with time zone) OWNER TO hearth_owner;

--
-- Name: FUNCTION claim_webhook_event(lease_seconds integer, as_of timestamp with time zone); Type: COMMENT; Schema: api; Owner: hearth_owner
--

COMMENT ON FUNCTION api.claim_webhook_event(lease_seconds integer, as_of timestamp with time zone) IS 'Leases the failed event that has been due for longest to one worker.';

--
-- Name: count_failed_webhook_events(); Type: FUNCTION; Schema: api; Owner: hearth_owner
--

CREATE FUNCTION api.count_failed_webhook_events() RETURNS TABLE(failed bigint, oldest_seconds bigint)
    LANGUAGE plpgsql STABLE SECURITY DEFINER ROWS 1
    SET search_path TO ''
    AS $$
begin
    return query
    select count(*), coalesce(extract(epoch from now() - min(event.received_at))::bigint, 0)
      from entitlements.webhook_events event
     where event.status = 'failed';
end
$$;

ALTER FUNCTION api.count_failed_webhook_events() OWNER TO hearth_owner;

--
-- Name: FUNCTION count_failed_webhook_events(); Type: COMMENT; Schema: api; Owner: hearth_owner
--

COMMENT ON FUNCTION api.count_failed_webhook_events() IS 'How many events wait to be applied, and for how long the oldest has.';

--
-- Name: create_admin_key(text, bytea); Type: FUNCTION; Schema: api; Owner: hearth_owner
--

CREATE FUNCTION api.create_admin_key(key_id text, digest bytea) RETURNS void
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO ''
    AS $$
begin
    insert into entitlements.admin_keys (key_id, digest)
    values (create_admin_key.key_id, create_admin_key.digest)
        on conflict do nothing;
    perform from entitlements.admin_keys key
      where key.key_id = create_admin_key.key_id and key.digest = create_admin_key.digest;
    if not found then
        raise sqlstate 'PT409' using message = 'api_key_exists',
            detail = 'Another key has this id.';
    end if;
end
$$;

ALTER FUNCTION api.create_admin_key(key_id text, digest bytea) OWNER TO hearth_owner;

--
-- Name: FUNCTION create_admin_key(key_id text, digest bytea); Type: COMMENT; Schema: api; Owner: hearth_owner
--

COMMENT ON FUNCTION api.create_admin_key(key_id text, digest bytea) IS 'Stores the digest of a new key of the installation.';

--
-- Name: create_api_key(text, text, bytea); Type: FUNCTION; Schema: api; Owner: hearth_owner
--

CREATE FUNCTION api.create_api_key(key_id text, kind text, digest bytea) RETURNS void
    LANGUAGE plpgsql
    SET search_path TO ''
    AS $$
begin
    insert into entitlements.api_keys (tenant_id, key_id, kind, digest)
    values (entitlements.current_tenant_id(), create_api_key.key_id, create_api_key.kind,
            create_api_key.digest)
        on conflict do nothing;
    perform from entitlements.api_keys key
      where key.tenant_id = entitlements.current_tenant_id()
        and key.key_id = create_api_key.key_id
        and key.kind = create_api_key.kind and key.digest = create_api_key.digest;
    if not found then
        raise sqlstate 'PT409' using message = 'api_key_exists',
            detail = 'Another key has this id.';
    end if;
end
$$;

ALTER FUNCTION api.create_api_key(key_id text, kind text, digest bytea) OWNER TO hearth_owner;

--
-- Name: FUNCTION create_api_key(key_id text, kind text, digest bytea); Type: COMMENT; Schema: api; Owner: hearth_owner
--

COMMENT ON FUNCTION api.create_api_key(key_id text, kind text, digest bytea) IS 'Stores the digest of a tenant''s new key.';

--
-- Name: delete_webhook_secret(text, integer); Type: FUNCTION; Schema: api; Owner: hearth_owner
--

CREATE FUNCTION api.delete_webhook_secret(kind text, slot integer) RETURNS void
    LANGUAGE plpgsql
    SET search_path TO ''
    AS $$
begin
    delete from entitlements.webhook_secrets secret
     where secret.tenant_id = entitlements.current_tenant_id()
       and secret.kind = delete_webhook_secret.kind
       and secret.slot = delete_webhook_secret.slot;
    perform pg_notify('hearth_tenants', '');
end
$$;

ALTER FUNCTION api.delete_webhook_secret(kind text, slot integer) OWNER TO hearth_owner;

--
-- Name: FUNCTION delete_webhook_secret(kind text, slot integer); Type: COMMENT; Schema: api; Owner: hearth_owner
--

COMMENT ON FUNCTION api.delete_webhook_secret(kind text, slot integer) IS 'Empties a slot: what proved itself with its secret is refused from now on.';

--
-- Name: entitlement_answers(text, text, timestamp with time zone); Type: FUNCTION; Schema: api; Owner: hearth_owner
--

CREATE FUNCTION api.entitlement_answers(app_user_id text, environment text, as_of timestamp with time zone) RETURNS TABLE(entitlement_id text, rank integer, has_begun boolean, is_active boolean, status text, expires_at timestamp with time zone, will_renew boolean, source_kind text, source_app_user_id text, product_id text, store text, period_type text, implied_by text, next_change_at timestamp with time zone)
    LANGUAGE plpgsql STABLE ROWS 4
    SET search_path TO ''
    AS $$
#variable_conflict use_column
declare
    _tenant_id constant uuid := entitlements.current_tenant_id();
    _as_of constant timestamptz := entitlement_answers.as_of;
begin
    return query
    select distinct on (granted.entitlement_id)
           granted.entitlement_id, catalog.rank, bought.access_starts_at <= _as_of,
           clock.is_active,
           case when clock.is_active then bought.status_until_end else bought.status_after_end end,
           case when isfinite(bought.access_ends_at) then bought.access_ends_at end,
           clock.is_active and bought.will_renew,
           case when bought.store = 'promotional' then 'grant' else 'own' end,
           bought.owner_app_user_id, bought.product_id, bought.store, bought.period_type,
           granted.implied_by,
           least(min(clock.begins_at) over (partition by granted.entitlement_id),
                 case when clock.is_active and isfinite(bought.access_ends_at)
                      then bought.access_ends_at end)
      from api.owned_purchases(
               entitlement_answers.app_user_id, entitlement_answers.environment, _as_of) as bought
     cross join lateral (
           select bought.access_starts_at <= _as_of and _as_of < bought.access_ends_at,
                  case when bought.access_starts_at > _as_of
                        and bought.access_ends_at > bought.access_starts_at
                       then bought.access_starts_at end) as clock (is_active, begins_at)
      left join lateral (
           select product.product_id from entitlements.products product
            where product.tenant_id = _tenant_id
              and product.product_id in (bought.product_id, split_part(bought.product_id, ':', 1))
            order by octet_length(product.product_id) desc
            limit 1) as sold on true
     cross join lateral (
           select known.entitlement_id, known.implied_by
             from entitlements.product_entitlements known
            where known.tenant_id = _tenant_id and known.product_id = sold.product_id
            union all
           select named.entitlement_id, named.implied_by
             from api.with_implied(bought.entitlement_ids) as named
            where sold.product_id is null) as granted
      left join entitlements.entitlements catalog
        on catalog.tenant_id = _tenant_id and catalog.entitlement_id = granted.entitlement_id
     order by granted.entitlement_id, clock.is_active desc, bought.access_starts_at <= _as_of desc,
              bought.access_ends_at desc, bought.store = 'promotional',
              granted.implied_by nulls first, bought.period_started_at desc, bought.purchase_id;
end
$$;

ALTER FUNCTION api.entitlement_answers(app_user_id text, environment text, as_of timestamp with time zone) OWNER TO hearth_owner;

--
-- Name: FUNCTION entitlement_answers(app_user_id text, environment text, as_of timestamp with time zone); Type: COMMENT; Schema: api; Owner: hearth_owner
--

COMMENT ON FUNCTION api.entitlement_answers(app_user_id text, environment text, as_of timestamp with time zone) IS 'Every entitlement that a person has or had, each with the best of its sources.';

--
-- Name: rfc3339(timestamp with time zone); Type: FUNCTION; Schema: api; Owner: hearth_owner
--

CREATE FUNCTION api.rfc3339(moment timestamp with time zone) RETURNS text
    LANGUAGE sql STABLE
    RETURN to_char((moment AT TIME ZONE 'UTC'::text), 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'::text);

ALTER FUNCTION api.rfc3339(moment timestamp with time zone) OWNER TO hearth_owner;

--
-- Name: FUNCTION rfc3339(moment timestamp with time zone); Type: COMMENT; Schema: api; Owner: hearth_owner
--

COMMENT ON FUNCTION api.rfc3339(moment timestamp with time zone) IS 'A moment as the contract writes it: RFC 3339, UTC, milliseconds.';

--
-- Name: entitlement_json(text, boolean, text, timestamp with time zone, boolean, text, text, text, text, text, text, text); Type: FUNCTION; Schema: api; Owner: hearth_owner
--

CREATE FUNCTION api.entitlement_json(entitlement_id text, is_active boolean, status text, expires_at timestamp with time zone, will_renew boolean, source_kind text, source_app_user_id text, product_id text, store text, environment text, period_type text, implied_by text) RETURNS json
    LANGUAGE sql STABLE
    RETURN json_build_object('entitlement_id', entitlement_id, 'is_active', COALESCE(is_active, false), 'status', status, 'expires_at', api.rfc3339(expires_at), 'will_renew', COALESCE(will_renew, false), 'source', CASE WHEN (source_kind IS NOT NULL) THEN json_build_object('kind', source_kind, 'app_user_id', source_app_user_id, 'household_id', NULL::unknown, 'product_id', product_id, 'store', store, 'environment', environment, 'period_type', period_type) ELSE NULL::json END, 'implied_by', implied_by);

ALTER FUNCTION api.entitlement_json(entitlement_id text, is_active boolean, status text, expires_at timestamp with time zone, will_renew boolean, source_kind text, source_app_user_id text, product_id text, store text, environment text, period_type text, implied_by text) OWNER TO hearth_owner;

--
-- Name: FUNCTION entitlement_json(entitlement_id text, is_active boolean, status text, expires_at timestamp with time zone, will_renew boolean, source_kind text, source_app_user_id text, product_id text, store text, environment text, period_type text, implied_by text); Type: COMMENT; Schema: api; Owner: hearth_owner
--

COMMENT ON FUNCTION api.entitlement_json(entitlement_id text, is_active boolean, status text, expires_at timestamp with time zone, will_renew boolean, source_kind text, source_app_user_id text, product_id text, store text, environment text, period_type text, implied_by text) IS 'One entitlement as the contract shows it.';

--
-- Name: find_tenant(text); Type: FUNCTION; Schema: api; Owner: hearth_owner
--

CREATE FUNCTION api.find_tenant(slug text) RETURNS TABLE(tenant_id uuid, name text, requires_authorization boolean, requires_signature boolean, signature_header text, sandbox_policy text)
    LANGUAGE plpgsql STABLE SECURITY DEFINER ROWS 1
    SET search_path TO ''
    AS $$
#variable_conflict use_column
begin
    return query
    select tenant.tenant_id, tenant.name, tenant.requires_authorization,
           tenant.requires_signature, tenant.signature_header, tenant.sandbox_policy
      from entitlements.tenants tenant
     where tenant.slug = find_tenant.slug;
end
$$;

ALTER FUNCTION api.find_tenant(slug text) OWNER TO hearth_owner;

--
-- Name: FUNCTION find_tenant(slug text); Type: COMMENT; Schema: api; Owner: hearth_owner
--

COMMENT ON FUNCTION api.find_tenant(slug text) IS 'A tenant by its slug, with what its webhooks must prove.';

--
-- Name: finish_webhook_event(text, boolean, text); Type: FUNCTION; Schema: api; Owner: hearth_owner
--

CREATE FUNCTION api.finish_webhook_event(event_id text, is_understood boolean, reason text) RETURNS TABLE(status text, failure text)
    LANGUAGE plpgsql ROWS 1
    SET search_path TO ''
    AS $$
#variable_conflict use_column
declare
    _status constant text := case
        when finish_webhook_event.reason is not null then 'failed'
        when finish_webhook_event.is_understood then 'applied'
        else 'stored' end;
begin
    update entitlements.webhook_events event
       set status = _status,
           failure = finish_webhook_event.reason,
           due_at = case when _status = 'failed'
               then now() + least(interval '15 seconds' * 2 ^ least(event.attempts - 1, 20),
                                  interval '1 hour') end
     where event.tenant_id = entitlements.current_tenant_id()
       and event.event_id = finish_webhook_event.event_id
       and (event.status <> _status or _status = 'failed');
    if _status = 'failed' then
        perform pg_notify('hearth_webhook_events', '');
    end if;
    return query select case when _status = 'applied' then 'applied' else 'stored' end,
                        finish_webhook_event.reason;
end
$$;

ALTER FUNCTION api.finish_webhook_event(event_id text, is_understood boolean, reason text) OWNER TO hearth_owner;

--
-- Name: FUNCTION finish_webhook_event(event_id text, is_understood boolean, reason text); Type: COMMENT; Schema: api; Owner: hearth_owner
--

COMMENT ON FUNCTION api.finish_webhook_event(event_id text, is_understood boolean, reason text) IS 'Records how applying an event went, and answers it as the caller of the route is told.';

--
-- Name: purchases; Type: TABLE; Schema: entitlements; Owner: hearth_owner
--

CREATE TABLE entitlements.purchases (
    tenant_id uuid NOT NULL,
    purchase_id uuid DEFAULT gen_random_uuid() NOT NULL,
    environment text NOT NULL,
    store text NOT NULL,
    chain_id text NOT NULL COLLATE pg_catalog."C",
    owner_app_user_id text COLLATE pg_catalog."C",
    product_id text COLLATE pg_catalog."C",
    pending_product_id text COLLATE pg_catalog."C",
    period_type text,
    is_one_time boolean DEFAULT false NOT NULL,
    is_family_share boolean DEFAULT false NOT NULL,
    entitlement_ids text[],
    starts_at timestamp with time zone,
    period_started_at timestamp with time zone,
    expires_at timestamp with time zone,
    grace_expires_at timestamp with time zone,
    never_expires boolean DEFAULT false NOT NULL,
    will_renew boolean DEFAULT false NOT NULL,
    cancelled_at timestamp with time zone,
    billing_issue_at timestamp with time zone,
    paused_at timestamp with time zone,
    auto_resume_at timestamp with time zone,
    refunded_at timestamp with time zone,
    ended_at timestamp with time zone,
    transaction_id text,
    access_starts_at timestamp with time zone DEFAULT 'infinity'::timestamp with time zone NOT NULL,
    access_ends_at timestamp with time zone DEFAULT '-infinity'::timestamp with time zone NOT NULL,
    status_until_end text DEFAULT 'expired'::text NOT NULL,
    status_after_end text DEFAULT 'expired'::text NOT NULL,
    folded_at timestamp with time zone,
    folded_rank smallint,
    folded_evidence_id text COLLATE pg_catalog."C",
    CONSTRAINT purchases_chain_id_check CHECK (((octet_length(chain_id) >= 1) AND (octet_length(chain_id) <= 2000)))
);

ALTER TABLE ONLY entitlements.purchases FORCE ROW LEVEL SECURITY;

ALTER TABLE entitlements.purchases OWNER TO hearth_owner;

--
-- Name: TABLE purchases; Type: COMMENT; Schema: entitlements; Owner: hearth_owner
--

COMMENT ON TABLE entitlements.purchases IS 'What was bought: the fold over all evidence of one chain.';

--
-- Name: fold_access(entitlements.purchases); Type: FUNCTION; Schema: api; Owner: hearth_owner
--

CREATE FUNCTION api.fold_access(state entitlements.purchases) RETURNS entitlements.purchases
    LANGUAGE plpgsql IMMUTABLE
    SET search_path TO ''
    AS $$
declare
    s entitlements.purchases := state;
begin
    s.access_starts_at := coalesce(s.starts_at, 'infinity');
    s.access_ends_at := least(s.refunded_at, s.ended_at, case
        when s.starts_at is null then '-infinity'
        when s.never_expires then 'infinity'
        -- A period whose end nobody told us gives nothing: it is not a lifetime.
        else coalesce(greatest(s.expires_at, s.grace_expires_at), '-infinity') end);
    s.status_until_end := case
        when s.store = 'promotional' then 'granted'
        when s.never_expires then 'lifetime'
        when s.billing_issue_at is not null then 'billing_issue'
        when s.paused_at is not null then 'paused'
        when s.cancelled_at is not null then 'cancelled'
        when s.period_type = 'trial' then 'trialing'
        else 'active' end;
    s.status_after_end := case
        when s.refunded_at is not null then 'refunded'
        when s.paused_at is not null then 'paused'
        else 'expired' end;
    return s;
end
$$;

ALTER FUNCTION api.fold_access(state entitlements.purchases) OWNER TO hearth_owner;

--
-- Name: FUNCTION fold_access(state entitlements.purchases); Type: COMMENT; Schema: api; Owner: hearth_owner
--

COMMENT ON FUNCTION api.fold_access(state entitlements.purchases) IS 'From when until when a purchase gives access, and the word for either side of the end.';

--
-- Name: fold_mark(entitlements.purchases, entitlements.evidence); Type: FUNCTION; Schema: api; Owner: hearth_owner
--

CREATE FUNCTION api.fold_mark(state entitlements.purchases, told entitlements.evidence) RETURNS entitlements.purchases
    LANGUAGE plpgsql IMMUTABLE
    SET search_path TO ''
    AS $$
declare
    s entitlements.purchases := state;
    _is_refund constant boolean := told.kind = 'cancellation'
        and (coalesce(told.cancel_reason = 'customer_support', false)
             or coalesce(told.price < 0, false));
begin
    if split_part(told.product_id, ':', 1) <> split_part(s.product_id, ':', 1)
       or (not _is_refund and told.purchased_at < s.period_started_at)
       or (told.kind = 'expiration' and told.expires_at <= s.period_started_at) then
        return s;
    end if;

    -- The purchase or renewal that opened this period has not come (yet): the mark proves it all
    -- the same.
    if s.period_started_at is null or told.purchased_at > s.period_started_at then
        s := api.fold_period(s, told);
        s.period_started_at := coalesce(told.purchased_at, s.period_started_at);
    end if;

    if _is_refund then
        s.refunded_at := told.order_at;
    elsif told.kind = 'cancellation' then
        s.cancelled_at := told.order_at;
        s.will_renew := false;
        -- A promotional grant does not renew: cancelling it can only mean taking it back.
        if told.store = 'promotional' then
            s.ended_at := told.order_at;
        end if;
    elsif told.kind = 'billing_issue' then
        s.billing_issue_at := told.order_at;
        s.grace_expires_at := coalesce(told.grace_expires_at, s.grace_expires_at);
    elsif told.kind = 'subscription_paused' then
        s.paused_at := told.order_at;
        s.auto_resume_at := told.auto_resume_at;
        s.will_renew := false;
    elsif told.kind = 'expiration' then
        s.expires_at := coalesce(told.expires_at, s.expires_at);
        s.ended_at := told.order_at;
        s.will_renew := false;
        if told.expiration_reason = 'subscription_paused' then
            s.paused_at := coalesce(s.paused_at, told.order_at);
        end if;
    end if;
    return s;
end
$$;

ALTER FUNCTION api.fold_mark(state entitlements.purchases, told entitlements.evidence) OWNER TO hearth_owner;

--
-- Name: FUNCTION fold_mark(state entitlements.purchases, told entitlements.evidence); Type: COMMENT; Schema: api; Owner: hearth_owner
--

COMMENT ON FUNCTION api.fold_mark(state entitlements.purchases, told entitlements.evidence) IS 'Folds evidence that marks the running period: cancelled, refunded, unpaid, paused, expired.';

--
-- Name: fold_period(entitlements.purchases, entitlements.evidence); Type: FUNCTION; Schema: api; Owner: hearth_owner
--

CREATE FUNCTION api.fold_period(state entitlements.purchases, told entitlements.evidence) RETURNS entitlements.purchases
    LANGUAGE plpgsql IMMUTABLE
    SET search_path TO ''
    AS $$
declare
    s entitlements.purchases := state;
    _started_at constant timestamptz := coalesce(told.purchased_at, told.order_at);
    _is_paid constant boolean := told.kind in ('initial_purchase', 'renewal',
        'non_renewing_purchase', 'temporary_entitlement_grant');
begin
    -- A purchase that lapsed and is opened again starts again, perhaps in the future: stores charge
    -- hours ahead. One that runs on keeps its start, so that access has no gap.
    if s.starts_at is null or (_is_paid and s.access_ends_at < _started_at) then
        s.starts_at := _started_at;
    end if;
    if _is_paid or s.period_started_at is null then
        s.period_started_at := _started_at;
    end if;
    s.product_id := coalesce(told.product_id, s.product_id);
    s.period_type := coalesce(told.period_type, s.period_type);
    s.transaction_id := coalesce(told.transaction_id, s.transaction_id);

    -- Without an expiry only a purchase that never renews is for ever; a renewal keeps what was
    -- known.
    s.expires_at := case
        when told.kind = 'temporary_entitlement_grant'
            then least(told.expires_at, told.order_at + interval '24 hours')
        else coalesce(told.expires_at, s.expires_at) end;
    s.never_expires := s.never_expires
        or (told.kind = 'non_renewing_purchase' and told.expires_at is null);
    s.ended_at := null;

    if _is_paid or told.kind = 'refund_reversed' then
        s.refunded_at := null;
    end if;
    if _is_paid then
        s.pending_product_id := null;
        s.billing_issue_at := null;
        s.grace_expires_at := null;
        s.paused_at := null;
        s.auto_resume_at := null;
    end if;
    if _is_paid or told.kind = 'uncancellation' then
        s.cancelled_at := null;
        s.will_renew := told.kind in ('initial_purchase', 'renewal', 'uncancellation')
            and coalesce(s.period_type, '') <> 'prepaid';
    end if;
    return s;
end
$$;

ALTER FUNCTION api.fold_period(state entitlements.purchases, told entitlements.evidence) OWNER TO hearth_owner;

--
-- Name: FUNCTION fold_period(state entitlements.purchases, told entitlements.evidence); Type: COMMENT; Schema: api; Owner: hearth_owner
--

COMMENT ON FUNCTION api.fold_period(state entitlements.purchases, told entitlements.evidence) IS 'Folds evidence that opens a period or says when it ends.';

--
-- Name: fold_purchase_step(entitlements.purchases, entitlements.evidence, text[]); Type: FUNCTION; Schema: api; Owner: hearth_owner
--

CREATE FUNCTION api.fold_purchase_step(state entitlements.purchases, told entitlements.evidence, moved_from text[]) RETURNS entitlements.purchases
    LANGUAGE plpgsql IMMUTABLE
    SET search_path TO ''
    AS $$
declare
    s entitlements.purchases := state;
    _opens constant boolean := told.kind in ('initial_purchase', 'renewal', 'non_renewing_purchase',
        'temporary_entitlement_grant', 'subscription_extended', 'uncancellation',
        'refund_reversed');
begin
    if told.kind = 'transfer' then
        -- A transfer moves what its source owns at that moment, and nothing else about it.
        if s.owner_app_user_id = any (moved_from)
           and coalesce(told.environment = s.environment, true) then
            s.owner_app_user_id := told.transferred_to_app_user_id;
        end if;
        return s;
    end if;

    s.folded_at := told.order_at;
    s.folded_rank := told.rank;
    s.folded_evidence_id := told.evidence_id;
    s.tenant_id := told.tenant_id;
    s.purchase_id := told.purchase_id;
    s.environment := told.environment;
    s.store := told.store;
    s.owner_app_user_id := told.app_user_id;
    s.is_one_time := coalesce(s.is_one_time, false) or told.kind = 'non_renewing_purchase';
    s.is_family_share := coalesce(told.is_family_share, s.is_family_share, false);
    s.never_expires := coalesce(s.never_expires, false);
    s.will_renew := coalesce(s.will_renew, false);
    -- What the event says it grants counts where the catalog does not know the product. Saying
    -- nothing takes nothing away.
    s.entitlement_ids := coalesce(told.entitlement_ids, s.entitlement_ids);

    if _opens then
        s := api.fold_period(s, told);
    elsif told.kind = 'product_change' then
        -- A change was asked for; the purchase or renewal that makes it true will say so.
        s.product_id := coalesce(s.product_id, told.product_id);
        s.pending_product_id := coalesce(told.new_product_id, s.pending_product_id);
    else
        s := api.fold_mark(s, told);
    end if;
    return api.fold_access(s);
end
$$;

ALTER FUNCTION api.fold_purchase_step(state entitlements.purchases, told entitlements.evidence, moved_from text[]) OWNER TO hearth_owner;

--
-- Name: FUNCTION fold_purchase_step(state entitlements.purchases, told entitlements.evidence, moved_from text[]); Type: COMMENT; Schema: api; Owner: hearth_owner
--

COMMENT ON FUNCTION api.fold_purchase_step(state entitlements.purchases, told entitlements.evidence, moved_from text[]) IS 'What a purchase is after one more piece of evidence.';

--
-- Name: folded_purchase(uuid, timestamp with time zone); Type: FUNCTION; Schema: api; Owner: hearth_owner
--

CREATE FUNCTION api.folded_purchase(purchase_id uuid, as_of timestamp with time zone DEFAULT 'infinity'::timestamp with time zone) RETURNS entitlements.purchases
    LANGUAGE plpgsql STABLE
    SET search_path TO ''
    AS $$
declare
    _tenant_id constant uuid := entitlements.current_tenant_id();
    _related constant text[] := api.related_app_user_ids(array(
        select distinct told.app_user_id from entitlements.evidence told
         where told.tenant_id = _tenant_id and told.purchase_id = folded_purchase.purchase_id));
    s entitlements.purchases;
begin
    select (api.fold_purchase(step.told, step.moved_from
                order by (step.told).order_at, (step.told).rank, (step.told).evidence_id)).*
      into s
      from (select told, null::text[] as moved_from
              from entitlements.evidence told
             where told.tenant_id = _tenant_id
               and told.purchase_id = folded_purchase.purchase_id
               and told.order_at <= folded_purchase.as_of
            union all
            select told, api.transferring_app_user_ids(told.evidence_id)
              from entitlements.evidence told
             where told.tenant_id = _tenant_id
               and told.evidence_id in (
                   select side.evidence_id from entitlements.transfer_sides side
                    where side.tenant_id = _tenant_id
                      and side.app_user_id = any (_related))
               and told.order_at <= folded_purchase.as_of) as step;
    return s;
end
$$;

ALTER FUNCTION api.folded_purchase(purchase_id uuid, as_of timestamp with time zone) OWNER TO hearth_owner;

--
-- Name: FUNCTION folded_purchase(purchase_id uuid, as_of timestamp with time zone); Type: COMMENT; Schema: api; Owner: hearth_owner
--

COMMENT ON FUNCTION api.folded_purchase(purchase_id uuid, as_of timestamp with time zone) IS 'The state of one purchase, folded from the start over the evidence until a moment.';

--
-- Name: get_app_user(text, timestamp with time zone); Type: FUNCTION; Schema: api; Owner: hearth_owner
--

CREATE FUNCTION api.get_app_user(app_user_id text, as_of timestamp with time zone DEFAULT NULL::timestamp with time zone) RETURNS TABLE(answered_as_of timestamp with time zone, answer json)
    LANGUAGE plpgsql STABLE ROWS 1
    SET search_path TO ''
    AS $$
#variable_conflict use_column
declare
    _tenant_id constant uuid := entitlements.current_tenant_id();
    _as_of constant timestamptz := coalesce(get_app_user.as_of, now());
begin
    return query
    select _as_of,
           json_build_object(
               'app_user_ids', (
                   select json_agg(own.app_user_id order by own.is_anonymous, own.app_user_id)
                     from entitlements.app_user_ids own
                    where own.tenant_id = _tenant_id and own.app_user_uuid = person.app_user_uuid),
               'kind', case when exists (
                   select from entitlements.app_user_ids own
                    where own.tenant_id = _tenant_id and own.app_user_uuid = person.app_user_uuid
                      and not own.is_anonymous) then 'identified' else 'anonymous' end,
               'created_at', api.rfc3339(person.created_at),
               'household', null,
               'subscriptions', coalesce(bought.subscriptions, '[]'::json),
               'purchases', coalesce(bought.purchases, '[]'::json),
               'grants', coalesce(bought.grants, '[]'::json))
      from entitlements.app_user_ids known
      join entitlements.app_users person
        on person.tenant_id = _tenant_id and person.app_user_uuid = known.app_user_uuid
     cross join lateral (
           select json_agg(purchase.answer order by purchase.position)
                      filter (where purchase.kind = 'subscription') as subscriptions,
                  json_agg(purchase.answer order by purchase.position)
                      filter (where purchase.kind = 'purchase') as purchases,
                  json_agg(purchase.answer order by purchase.position)
                      filter (where purchase.kind = 'grant') as grants
             from api.purchase_answers(get_app_user.app_user_id, _as_of) as purchase) as bought
     where known.tenant_id = _tenant_id and known.app_user_id = get_app_user.app_user_id;
end
$$;

ALTER FUNCTION api.get_app_user(app_user_id text, as_of timestamp with time zone) OWNER TO hearth_owner;

--
-- Name: FUNCTION get_app_user(app_user_id text, as_of timestamp with time zone); Type: COMMENT; Schema: api; Owner: hearth_owner
--

COMMENT ON FUNCTION api.get_app_user(app_user_id text, as_of timestamp with time zone) IS 'A person: their ids, and what they bought or were granted.';

--
-- Name: get_deployment(); Type: FUNCTION; Schema: api; Owner: hearth_owner
--

CREATE FUNCTION api.get_deployment() RETURNS TABLE(schema_version integer, functions_hash text)
    LANGUAGE plpgsql STABLE SECURITY DEFINER ROWS 1
    SET search_path TO ''
    AS $$
begin
    return query
    select (select max(migration.version) from entitlements.migrations migration),
           deployment.functions_hash
      from entitlements.deployments deployment;
end
$$;

ALTER FUNCTION api.get_deployment() OWNER TO hearth_owner;

--
-- Name: FUNCTION get_deployment(); Type: COMMENT; Schema: api; Owner: hearth_owner
--

COMMENT ON FUNCTION api.get_deployment() IS 'Which schema this database has: its newest migration, and the hash of its functions.';

--
-- Name: get_entitlement(text, text, text, timestamp with time zone); Type: FUNCTION; Schema: api; Owner: hearth_owner
--

CREATE FUNCTION api.get_entitlement(app_user_id text, entitlement_id text, environment text DEFAULT 'production'::text, as_of timestamp with time zone DEFAULT NULL::timestamp with time zone) RETURNS TABLE(answered_as_of timestamp with time zone, answer json)
    LANGUAGE plpgsql STABLE ROWS 1
    SET search_path TO ''
    AS $$
#variable_conflict use_column
declare
    _as_of constant timestamptz := coalesce(get_entitlement.as_of, now());
begin
    perform api.require_entitlements(array[get_entitlement.entitlement_id]);
    return query
    select _as_of,
           api.entitlement_json(
               get_entitlement.entitlement_id, found.is_active, found.status, found.expires_at,
               found.will_renew, found.source_kind, found.source_app_user_id, found.product_id,
               found.store, get_entitlement.environment, found.period_type, found.implied_by)
      from (select) as always
      left join api.entitlement_answers(
               get_entitlement.app_user_id, get_entitlement.environment, _as_of) as found
        on found.entitlement_id = get_entitlement.entitlement_id and found.has_begun;
end
$$;

ALTER FUNCTION api.get_entitlement(app_user_id text, entitlement_id text, environment text, as_of timestamp with time zone) OWNER TO hearth_owner;

--
-- Name: FUNCTION get_entitlement(app_user_id text, entitlement_id text, environment text, as_of timestamp with time zone); Type: COMMENT; Schema: api; Owner: hearth_owner
--

COMMENT ON FUNCTION api.get_entitlement(app_user_id text, entitlement_id text, environment text, as_of timestamp with time zone) IS 'One entitlement of a person, by its name in the catalog.';

--
-- Name: get_entitlements(text, text, timestamp with time zone); Type: FUNCTION; Schema: api; Owner: hearth_owner
--

CREATE FUNCTION api.get_entitlements(app_user_id text, environment text DEFAULT 'production'::text, as_of timestamp with time zone DEFAULT NULL::timestamp with time zone) RETURNS TABLE(answered_as_of timestamp with time zone, answer json)
    LANGUAGE plpgsql STABLE ROWS 1
    SET search_path TO ''
    AS $$
#variable_conflict use_column
declare
    _as_of constant timestamptz := coalesce(get_entitlements.as_of, now());
begin
    return query
    select _as_of,
           json_build_object(
               'plan', coalesce(
                   (array_agg(found.entitlement_id)
                       filter (where found.is_active and found.rank is not null))[1],
                   (select tenant.free_plan from entitlements.tenants tenant
                     where tenant.tenant_id = entitlements.current_tenant_id())),
               'subscription_status', coalesce(
                   (array_agg(found.status) filter (where found.is_active))[1],
                   (array_agg(found.status) filter (where found.has_begun))[1],
                   'none'),
               'entitlements', coalesce(
                   json_object_agg(
                       found.entitlement_id,
                       api.entitlement_json(
                           found.entitlement_id, found.is_active, found.status,
                           found.expires_at, found.will_renew, found.source_kind,
                           found.source_app_user_id, found.product_id, found.store,
                           get_entitlements.environment, found.period_type, found.implied_by))
                       filter (where found.has_begun),
                   '{}'::json),
               'next_change_at', api.rfc3339(min(found.next_change_at)))
      from (select * from api.entitlement_answers(
                       get_entitlements.app_user_id, get_entitlements.environment, _as_of)
             -- Highest rank first, for every aggregate at once.
             order by rank desc nulls last, entitlement_id) as found;
end
$$;

ALTER FUNCTION api.get_entitlements(app_user_id text, environment text, as_of timestamp with time zone) OWNER TO hearth_owner;

--
-- Name: FUNCTION get_entitlements(app_user_id text, environment text, as_of timestamp with time zone); Type: COMMENT; Schema: api; Owner: hearth_owner
--

COMMENT ON FUNCTION api.get_entitlements(app_user_id text, environment text, as_of timestamp with time zone) IS 'What a person may do: every entitlement they have or had, their plan, and the next change.';

--
-- Name: get_feature(text, text, text, timestamp with time zone); Type: FUNCTION; Schema: api; Owner: hearth_owner
--

CREATE FUNCTION api.get_feature(app_user_id text, feature_id text, environment text DEFAULT 'production'::text, as_of timestamp with time zone DEFAULT NULL::timestamp with time zone) RETURNS TABLE(answered_as_of timestamp with time zone, answer json)
    LANGUAGE plpgsql STABLE ROWS 1
    SET search_path TO ''
    AS $$
#variable_conflict use_column
declare
    _as_of constant timestamptz := coalesce(get_feature.as_of, now());
    _entitlement_id text;
    _is_active boolean;
begin
    select feature.entitlement_id into _entitlement_id
      from entitlements.features feature
     where feature.tenant_id = entitlements.current_tenant_id()
       and feature.feature_id = get_feature.feature_id;
    if not found then
        raise sqlstate 'PT404' using message = 'feature_not_in_catalog',
            detail = 'The tenant''s catalog has no feature of this name.';
    end if;

    _is_active := _entitlement_id is not null and exists (
        select from api.entitlement_answers(
                   get_feature.app_user_id, get_feature.environment, _as_of) as found
         where found.entitlement_id = _entitlement_id and found.is_active);
    return query
    select _as_of,
           json_build_object(
               'feature_id', get_feature.feature_id,
               'is_allowed', _entitlement_id is null or _is_active,
               'reason', case when _entitlement_id is null then 'free'
                              when _is_active then 'entitlement_active'
                              else 'entitlement_inactive' end,
               'entitlement_id', _entitlement_id);
end
$$;

ALTER FUNCTION api.get_feature(app_user_id text, feature_id text, environment text, as_of timestamp with time zone) OWNER TO hearth_owner;

--
-- Name: FUNCTION get_feature(app_user_id text, feature_id text, environment text, as_of timestamp with time zone); Type: COMMENT; Schema: api; Owner: hearth_owner
--

COMMENT ON FUNCTION api.get_feature(app_user_id text, feature_id text, environment text, as_of timestamp with time zone) IS 'Whether a person may use a feature, and which entitlement decides.';

--
-- Name: get_webhook_secrets(); Type: FUNCTION; Schema: api; Owner: hearth_owner
--

CREATE FUNCTION api.get_webhook_secrets() RETURNS TABLE(kind text, slot integer, sealed bytea)
    LANGUAGE plpgsql STABLE ROWS 4
    SET search_path TO ''
    AS $$
#variable_conflict use_column
begin
    return query
    select secret.kind, secret.slot, secret.sealed
      from entitlements.webhook_secrets secret
     where secret.tenant_id = entitlements.current_tenant_id()
     order by secret.kind, secret.slot;
end
$$;

ALTER FUNCTION api.get_webhook_secrets() OWNER TO hearth_owner;

--
-- Name: FUNCTION get_webhook_secrets(); Type: COMMENT; Schema: api; Owner: hearth_owner
--

COMMENT ON FUNCTION api.get_webhook_secrets() IS 'The sealed secrets that a tenant''s webhooks prove themselves with.';

--
-- Name: insert_app_user_ids(text[], uuid[]); Type: FUNCTION; Schema: api; Owner: hearth_owner
--

CREATE FUNCTION api.insert_app_user_ids(app_user_ids text[], app_user_uuids uuid[]) RETURNS boolean
    LANGUAGE plpgsql
    SET search_path TO ''
    AS $$
declare
    _tenant_id constant uuid := entitlements.current_tenant_id();
    _inserted bigint;
begin
    insert into entitlements.app_users (tenant_id, app_user_uuid)
    select distinct _tenant_id, person.app_user_uuid
      from unnest(insert_app_user_ids.app_user_uuids) as person (app_user_uuid)
        on conflict do nothing;

    insert into entitlements.app_user_ids (tenant_id, app_user_id, app_user_uuid)
    select _tenant_id, named.id, named.app_user_uuid
      from unnest(insert_app_user_ids.app_user_ids, insert_app_user_ids.app_user_uuids)
           with ordinality as named (id, app_user_uuid, position)
     order by named.position
        on conflict do nothing; -- Taken meanwhile, or its person has an identified id by now.
    get diagnostics _inserted = row_count;
    return _inserted = cardinality(insert_app_user_ids.app_user_ids);
end
$$;

ALTER FUNCTION api.insert_app_user_ids(app_user_ids text[], app_user_uuids uuid[]) OWNER TO hearth_owner;

--
-- Name: FUNCTION insert_app_user_ids(app_user_ids text[], app_user_uuids uuid[]); Type: COMMENT; Schema: api; Owner: hearth_owner
--

COMMENT ON FUNCTION api.insert_app_user_ids(app_user_ids text[], app_user_uuids uuid[]) IS 'Inserts ids with the people they point at; false when a concurrent writer was first.';

--
-- Name: is_accepted(jsonb); Type: FUNCTION; Schema: api; Owner: hearth_owner
--

CREATE FUNCTION api.is_accepted(facts jsonb) RETURNS boolean
    LANGUAGE plpgsql STABLE
    SET search_path TO ''
    AS $$
begin
    if facts is null then
        return false;
    end if;
    return facts ->> 'environment' is distinct from 'sandbox'
        or exists (
            select from entitlements.tenants tenant
             where tenant.tenant_id = entitlements.current_tenant_id()
               and tenant.sandbox_policy = 'accept');
end
$$;

ALTER FUNCTION api.is_accepted(facts jsonb) OWNER TO hearth_owner;

--
-- Name: FUNCTION is_accepted(facts jsonb); Type: COMMENT; Schema: api; Owner: hearth_owner
--

COMMENT ON FUNCTION api.is_accepted(facts jsonb) IS 'Whether an event is to be applied.';

--
-- Name: join_app_user_ids(text[], timestamp with time zone, text); Type: FUNCTION; Schema: api; Owner: hearth_owner
--

CREATE FUNCTION api.join_app_user_ids(app_user_ids text[], linked_at timestamp with time zone, evidence_id text) RETURNS void
    LANGUAGE plpgsql
    SET search_path TO ''
    AS $_$
declare
    _tenant_id constant uuid := entitlements.current_tenant_id();
    _hub text;
    _people uuid[];
begin
    select coalesce(min(named.id) filter (where named.position = named.first_identified),
                    join_app_user_ids.app_user_ids[1])
      into _hub
      from (select id, position,
                   min(position) filter (where not starts_with(id, '$RCAnonymousID:')) over ()
              from unnest(join_app_user_ids.app_user_ids) with ordinality as named (id, position))
           as named (id, position, first_identified);

    -- Adding ids is tried again from the top when somebody else added one of them meanwhile.
    while not api.add_app_user_ids(join_app_user_ids.app_user_ids) loop end loop;
    if cardinality(join_app_user_ids.app_user_ids) = 1 then
        return;
    end if;

    insert into entitlements.app_user_id_links as link
           (tenant_id, app_user_id, linked_app_user_id, linked_at, evidence_id)
    select _tenant_id, least(named.id, _hub), greatest(named.id, _hub),
           join_app_user_ids.linked_at, join_app_user_ids.evidence_id
      from unnest(join_app_user_ids.app_user_ids) as named (id)
     where named.id <> _hub
       -- An upsert would lock the row even where it changes nothing, which is nearly always.
       and not exists (
           select from entitlements.app_user_id_links earlier
            where earlier.tenant_id = _tenant_id
              and earlier.app_user_id = least(named.id, _hub)
              and earlier.linked_app_user_id = greatest(named.id, _hub)
              and (earlier.linked_at, earlier.evidence_id)
                  <= (join_app_user_ids.linked_at, join_app_user_ids.evidence_id))
     order by 2, 3
        on conflict on constraint app_user_id_links_pkey do update
       set linked_at = excluded.linked_at, evidence_id = excluded.evidence_id
     where (excluded.linked_at, excluded.evidence_id) < (link.linked_at, link.evidence_id);

    select array_agg(distinct known.app_user_uuid) into _people
      from entitlements.app_user_ids known
     where known.tenant_id = _tenant_id
       and known.app_user_id = any (join_app_user_ids.app_user_ids);
    if cardinality(_people) > 1 then
        perform api.rejoin_app_user_ids(join_app_user_ids.app_user_ids);
    end if;
end
$_$;

ALTER FUNCTION api.join_app_user_ids(app_user_ids text[], linked_at timestamp with time zone, evidence_id text) OWNER TO hearth_owner;

--
-- Name: FUNCTION join_app_user_ids(app_user_ids text[], linked_at timestamp with time zone, evidence_id text); Type: COMMENT; Schema: api; Owner: hearth_owner
--

COMMENT ON FUNCTION api.join_app_user_ids(app_user_ids text[], linked_at timestamp with time zone, evidence_id text) IS 'Records that ids were named as one person, and makes them one where that is allowed.';

--
-- Name: linked_app_user_ids(text[]); Type: FUNCTION; Schema: api; Owner: hearth_owner
--

CREATE FUNCTION api.linked_app_user_ids(app_user_ids text[]) RETURNS text[]
    LANGUAGE plpgsql STABLE
    SET search_path TO ''
    AS $$
declare
    _tenant_id constant uuid := entitlements.current_tenant_id();
begin
    return array(
        with recursive component (id) as (
            select unnest(linked_app_user_ids.app_user_ids) collate "C"
            union
            select next.id
              from component
             cross join lateral (
                   select link.linked_app_user_id from entitlements.app_user_id_links link
                    where link.tenant_id = _tenant_id and link.app_user_id = component.id
                    union all
                   select link.app_user_id from entitlements.app_user_id_links link
                    where link.tenant_id = _tenant_id and link.linked_app_user_id = component.id)
                   as next (id)
        )
        select component.id from component);
end
$$;

ALTER FUNCTION api.linked_app_user_ids(app_user_ids text[]) OWNER TO hearth_owner;

--
-- Name: FUNCTION linked_app_user_ids(app_user_ids text[]); Type: COMMENT; Schema: api; Owner: hearth_owner
--

COMMENT ON FUNCTION api.linked_app_user_ids(app_user_ids text[]) IS 'The named ids and every id that links connect with them.';

--
-- Name: list_webhook_events(text, integer, timestamp with time zone, text); Type: FUNCTION; Schema: api; Owner: hearth_owner
--

CREATE FUNCTION api.list_webhook_events(with_status text, page_limit integer, before_received_at timestamp with time zone, before_event_id text) RETURNS TABLE(event_id text, event_type text, received_at timestamp with time zone, status text, failure text, attempts integer, due_at timestamp with time zone)
    LANGUAGE plpgsql STABLE ROWS 100
    SET search_path TO ''
    AS $$
#variable_conflict use_column
begin
    return query
    select event.event_id, event.event_type, event.received_at, event.status, event.failure,
           event.attempts, event.due_at
      from entitlements.webhook_events event
     where event.tenant_id = entitlements.current_tenant_id()
       and (list_webhook_events.with_status is null
            or event.status = list_webhook_events.with_status)
       and (list_webhook_events.before_received_at is null
            or (event.received_at, event.event_id)
               < (list_webhook_events.before_received_at, list_webhook_events.before_event_id))
     order by event.received_at desc, event.event_id desc
     limit list_webhook_events.page_limit;
end
$$;

ALTER FUNCTION api.list_webhook_events(with_status text, page_limit integer, before_received_at timestamp with time zone, before_event_id text) OWNER TO hearth_owner;

--
-- Name: FUNCTION list_webhook_events(with_status text, page_limit integer, before_received_at timestamp with time zone, before_event_id text); Type: COMMENT; Schema: api; Owner: hearth_owner
--

COMMENT ON FUNCTION api.list_webhook_events(with_status text, page_limit integer, before_received_at timestamp with time zone, before_event_id text) IS 'A page of a tenant''s events, newest first.';

--
-- Name: lock_related_app_users(text[]); Type: FUNCTION; Schema: api; Owner: hearth_owner
--

CREATE FUNCTION api.lock_related_app_users(app_user_ids text[]) RETURNS text[]
    LANGUAGE plpgsql
    SET search_path TO ''
    AS $$
declare
    _tenant_id constant uuid := entitlements.current_tenant_id();
    _locked uuid[] := array[]::uuid[];
    _people uuid[];
    _ids text[];
begin
    loop
        _ids := api.related_app_user_ids(lock_related_app_users.app_user_ids);
        select array_agg(distinct known.app_user_uuid) into _people
          from entitlements.app_user_ids known
         where known.tenant_id = _tenant_id and known.app_user_id = any (_ids);
        exit when _people <@ _locked;
        perform from entitlements.app_users person
          where person.tenant_id = _tenant_id and person.app_user_uuid = any (_people)
          order by person.app_user_uuid
            for no key update;
        _locked := _locked || _people;
    end loop;
    return _ids;
end
$$;

ALTER FUNCTION api.lock_related_app_users(app_user_ids text[]) OWNER TO hearth_owner;

--
-- Name: FUNCTION lock_related_app_users(app_user_ids text[]); Type: COMMENT; Schema: api; Owner: hearth_owner
--

COMMENT ON FUNCTION api.lock_related_app_users(app_user_ids text[]) IS 'Locks the named people and everybody whom transfers connect with them; answers their ids.';

--
-- Name: move_app_user_ids(text[], integer[]); Type: FUNCTION; Schema: api; Owner: hearth_owner
--

CREATE FUNCTION api.move_app_user_ids(app_user_ids text[], parts integer[]) RETURNS void
    LANGUAGE plpgsql
    SET search_path TO ''
    AS $$
declare
    _tenant_id constant uuid := entitlements.current_tenant_id();
    _part record;
    _app_user_uuid uuid;
    _taken uuid[] := array[]::uuid[];
begin
    for _part in
        select array_agg(own.app_user_id) as ids,
               array_agg(own.app_user_uuid) filter (where not own.is_anonymous) as identified,
               array_agg(own.app_user_uuid order by person.created_at, own.app_user_id)
                   filter (where not exists (
                       select from entitlements.app_user_ids kept
                        where kept.tenant_id = _tenant_id
                          and kept.app_user_uuid = own.app_user_uuid
                          and not kept.is_anonymous)) as free
          from unnest(move_app_user_ids.app_user_ids, move_app_user_ids.parts) as placed (id, part)
          join entitlements.app_user_ids own
            on own.tenant_id = _tenant_id and own.app_user_id = placed.id
          join entitlements.app_users person
            on person.tenant_id = _tenant_id and person.app_user_uuid = own.app_user_uuid
         group by placed.part
         order by placed.part
    loop
        _app_user_uuid := coalesce(
            _part.identified[1],
            (select free.app_user_uuid
               from unnest(_part.free) with ordinality as free (app_user_uuid, position)
              where free.app_user_uuid <> all (_taken)
              order by free.position
              limit 1),
            gen_random_uuid());
        _taken := _taken || _app_user_uuid;

        insert into entitlements.app_users (tenant_id, app_user_uuid)
        values (_tenant_id, _app_user_uuid) on conflict do nothing;
        update entitlements.app_user_ids own
           set app_user_uuid = _app_user_uuid
         where own.tenant_id = _tenant_id and own.app_user_id = any (_part.ids)
           and own.app_user_uuid <> _app_user_uuid;
    end loop;
end
$$;

ALTER FUNCTION api.move_app_user_ids(app_user_ids text[], parts integer[]) OWNER TO hearth_owner;

--
-- Name: FUNCTION move_app_user_ids(app_user_ids text[], parts integer[]); Type: COMMENT; Schema: api; Owner: hearth_owner
--

COMMENT ON FUNCTION api.move_app_user_ids(app_user_ids text[], parts integer[]) IS 'Points ids at people so that the ids of one part, and only they, are one person.';

--
-- Name: owned_purchases(text, text, timestamp with time zone); Type: FUNCTION; Schema: api; Owner: hearth_owner
--

CREATE FUNCTION api.owned_purchases(app_user_id text, environment text, as_of timestamp with time zone) RETURNS SETOF entitlements.purchases
    LANGUAGE plpgsql STABLE ROWS 4
    SET search_path TO ''
    AS $$
#variable_conflict use_column
declare
    _tenant_id constant uuid := entitlements.current_tenant_id();
begin
    return query
    select purchase.*
      from entitlements.app_user_ids known
      join entitlements.app_user_ids own
        on own.tenant_id = _tenant_id and own.app_user_uuid = known.app_user_uuid
      join entitlements.purchases purchase
        on purchase.tenant_id = _tenant_id and purchase.owner_app_user_id = own.app_user_id
     where owned_purchases.as_of >= now()
       and known.tenant_id = _tenant_id
       and known.app_user_id = owned_purchases.app_user_id
       and purchase.environment = owned_purchases.environment
     union all
    select past.*
      from api.past_purchases(
               owned_purchases.app_user_id, owned_purchases.environment, owned_purchases.as_of)
               as past
     where owned_purchases.as_of < now();
end
$$;

ALTER FUNCTION api.owned_purchases(app_user_id text, environment text, as_of timestamp with time zone) OWNER TO hearth_owner;

--
-- Name: FUNCTION owned_purchases(app_user_id text, environment text, as_of timestamp with time zone); Type: COMMENT; Schema: api; Owner: hearth_owner
--

COMMENT ON FUNCTION api.owned_purchases(app_user_id text, environment text, as_of timestamp with time zone) IS 'What a person owns in one environment at a moment.';

--
-- Name: past_purchases(text, text, timestamp with time zone); Type: FUNCTION; Schema: api; Owner: hearth_owner
--

CREATE FUNCTION api.past_purchases(app_user_id text, environment text, as_of timestamp with time zone) RETURNS SETOF entitlements.purchases
    LANGUAGE plpgsql STABLE ROWS 4
    SET search_path TO ''
    AS $$
#variable_conflict use_column
declare
    _tenant_id constant uuid := entitlements.current_tenant_id();
    _related constant text[] := api.related_app_user_ids(array[past_purchases.app_user_id]);
begin
    return query
    select (past.purchase).*
      from (select api.folded_purchase(candidate.purchase_id, past_purchases.as_of) as purchase
              from (select distinct told.purchase_id
                      from entitlements.evidence told
                     where told.tenant_id = _tenant_id
                       and told.app_user_id = any (_related)
                       and told.environment = past_purchases.environment) as candidate
            offset 0) as past
      join entitlements.app_user_ids own
        on own.tenant_id = _tenant_id and own.app_user_id = (past.purchase).owner_app_user_id
      join entitlements.app_user_ids known
        on known.tenant_id = _tenant_id and known.app_user_uuid = own.app_user_uuid
     where known.app_user_id = past_purchases.app_user_id;
end
$$;

ALTER FUNCTION api.past_purchases(app_user_id text, environment text, as_of timestamp with time zone) OWNER TO hearth_owner;

--
-- Name: FUNCTION past_purchases(app_user_id text, environment text, as_of timestamp with time zone); Type: COMMENT; Schema: api; Owner: hearth_owner
--

COMMENT ON FUNCTION api.past_purchases(app_user_id text, environment text, as_of timestamp with time zone) IS 'What a person owned in one environment at a moment of the past.';

--
-- Name: purchase_answers(text, timestamp with time zone); Type: FUNCTION; Schema: api; Owner: hearth_owner
--

CREATE FUNCTION api.purchase_answers(app_user_id text, as_of timestamp with time zone) RETURNS TABLE(kind text, answer json, "position" bigint)
    LANGUAGE plpgsql STABLE ROWS 4
    SET search_path TO ''
    AS $$
#variable_conflict use_column
begin
    return query
    select case when bought.store = 'promotional' then 'grant'
                when bought.is_one_time then 'purchase'
                else 'subscription' end,
           json_build_object(
               'id', bought.purchase_id,
               'product_id', bought.product_id,
               'pending_product_id', bought.pending_product_id,
               'app_user_id', bought.owner_app_user_id,
               'store', bought.store,
               'environment', bought.environment,
               'period_type', bought.period_type,
               'is_active', bought.access_starts_at <= purchase_answers.as_of
                            and purchase_answers.as_of < bought.access_ends_at,
               'status', case when purchase_answers.as_of < bought.access_ends_at
                              then bought.status_until_end else bought.status_after_end end,
               'will_renew', bought.will_renew and purchase_answers.as_of < bought.access_ends_at,
               'is_family_share', bought.is_family_share,
               'starts_at', api.rfc3339(bought.starts_at),
               'expires_at', case when isfinite(bought.access_ends_at)
                                  then api.rfc3339(bought.access_ends_at) end,
               'cancelled_at', api.rfc3339(bought.cancelled_at),
               'billing_issue_at', api.rfc3339(bought.billing_issue_at),
               'paused_at', api.rfc3339(bought.paused_at),
               'auto_resume_at', api.rfc3339(bought.auto_resume_at),
               'refunded_at', api.rfc3339(bought.refunded_at),
               'transaction_id', bought.transaction_id),
           row_number() over (order by bought.period_started_at desc nulls last, bought.purchase_id)
      from (values ('production'), ('sandbox')) as environments (environment)
     cross join lateral api.owned_purchases(
               purchase_answers.app_user_id, environments.environment, purchase_answers.as_of)
               as bought;
end
$$;

ALTER FUNCTION api.purchase_answers(app_user_id text, as_of timestamp with time zone) OWNER TO hearth_owner;

--
-- Name: FUNCTION purchase_answers(app_user_id text, as_of timestamp with time zone); Type: COMMENT; Schema: api; Owner: hearth_owner
--

COMMENT ON FUNCTION api.purchase_answers(app_user_id text, as_of timestamp with time zone) IS 'What a person bought or was granted, newest first, as the contract shows it.';

--
-- Name: receive_webhook_event(text, text, bytea, jsonb, text, timestamp with time zone); Type: FUNCTION; Schema: api; Owner: hearth_owner
--

CREATE FUNCTION api.receive_webhook_event(event_id text, event_type text, body bytea, facts jsonb, problem text, received_at timestamp with time zone DEFAULT NULL::timestamp with time zone) RETURNS TABLE(status text, failure text)
    LANGUAGE plpgsql ROWS 1
    SET search_path TO ''
    AS $$
#variable_conflict use_column
declare
    _event entitlements.webhook_events;
    _failure text := receive_webhook_event.problem;
begin
    insert into entitlements.webhook_events as event
           (tenant_id, event_id, event_type, body, received_at, status)
    values (entitlements.current_tenant_id(), receive_webhook_event.event_id,
            receive_webhook_event.event_type, receive_webhook_event.body,
            coalesce(receive_webhook_event.received_at, now()),
            case when receive_webhook_event.facts is null then 'stored' else 'applied' end)
        on conflict do nothing
    returning event.* into _event;

    if not found then
        select * into strict _event from entitlements.webhook_events event
         where event.tenant_id = entitlements.current_tenant_id()
           and event.event_id = receive_webhook_event.event_id
           for no key update;
        if _event.status <> 'failed' then
            return query select 'duplicate', null::text;
            return;
        end if;
    end if;

    if _failure is null and api.is_accepted(receive_webhook_event.facts) then
        begin
            perform api.apply_evidence(
                _event.event_id, receive_webhook_event.facts, _event.received_at);
        exception
            when serialization_failure or deadlock_detected then raise;
            when others then _failure := sqlstate || ' ' || sqlerrm;
        end;
    end if;
    return query select * from api.finish_webhook_event(
        _event.event_id, receive_webhook_event.facts is not null, _failure);
end
$$;

ALTER FUNCTION api.receive_webhook_event(event_id text, event_type text, body bytea, facts jsonb, problem text, received_at timestamp with time zone) OWNER TO hearth_owner;

--
-- Name: FUNCTION receive_webhook_event(event_id text, event_type text, body bytea, facts jsonb, problem text, received_at timestamp with time zone); Type: COMMENT; Schema: api; Owner: hearth_owner
--

COMMENT ON FUNCTION api.receive_webhook_event(event_id text, event_type text, body bytea, facts jsonb, problem text, received_at timestamp with time zone) IS 'Takes one webhook event: stores it as it came and applies what it says.';

--
-- Name: refold_related_purchases(text[]); Type: FUNCTION; Schema: api; Owner: hearth_owner
--

CREATE FUNCTION api.refold_related_purchases(app_user_ids text[]) RETURNS void
    LANGUAGE plpgsql
    SET search_path TO ''
    AS $$
declare
    _tenant_id constant uuid := entitlements.current_tenant_id();
    _related constant text[] := api.related_app_user_ids(refold_related_purchases.app_user_ids);
    _purchase_id uuid;
begin
    for _purchase_id in
        select purchase.purchase_id
          from entitlements.purchases purchase
         where purchase.tenant_id = _tenant_id
           and purchase.purchase_id in (
               select told.purchase_id from entitlements.evidence told
                where told.tenant_id = _tenant_id and told.app_user_id = any (_related))
         order by purchase.purchase_id
           for no key update
    loop
        perform api.store_purchase(_purchase_id, api.folded_purchase(_purchase_id));
    end loop;
end
$$;

ALTER FUNCTION api.refold_related_purchases(app_user_ids text[]) OWNER TO hearth_owner;

--
-- Name: FUNCTION refold_related_purchases(app_user_ids text[]); Type: COMMENT; Schema: api; Owner: hearth_owner
--

COMMENT ON FUNCTION api.refold_related_purchases(app_user_ids text[]) IS 'Folds again every purchase that has evidence under one of the related ids.';

--
-- Name: rejoin_app_user_ids(text[]); Type: FUNCTION; Schema: api; Owner: hearth_owner
--

CREATE FUNCTION api.rejoin_app_user_ids(app_user_ids text[]) RETURNS void
    LANGUAGE plpgsql
    SET search_path TO ''
    AS $$
declare
    _tenant_id constant uuid := entitlements.current_tenant_id();
    _component text[];
    _ids text[];
    _parts integer[];
    _has_identified boolean[];
    _link record;
    _one integer;
    _other integer;
begin
    -- Joining is rare and touches people that nobody named: one at a time in a tenant.
    perform from entitlements.tenants
      where tenants.tenant_id = _tenant_id for no key update;
    loop
        _component := api.linked_app_user_ids(rejoin_app_user_ids.app_user_ids);
        perform api.lock_related_app_users(_component);
        -- Somebody may have gained an id while we waited for them; now nobody can.
        exit when _component @> api.linked_app_user_ids(rejoin_app_user_ids.app_user_ids);
    end loop;

    select array_agg(known.app_user_id order by known.app_user_id),
           array_agg(known.part order by known.app_user_id),
           array_agg(not known.is_anonymous order by known.app_user_id)
      into _ids, _parts, _has_identified
      from (select own.*, row_number() over (order by own.app_user_id)::integer as part
              from entitlements.app_user_ids own
             where own.tenant_id = _tenant_id and own.app_user_id = any (_component)) as known;

    for _link in
        select link.app_user_id, link.linked_app_user_id
          from entitlements.app_user_id_links link
         where link.tenant_id = _tenant_id and link.app_user_id = any (_component)
         order by link.linked_at, link.evidence_id, link.app_user_id, link.linked_app_user_id
    loop
        _one := _parts[array_position(_ids, _link.app_user_id)];
        _other := _parts[array_position(_ids, _link.linked_app_user_id)];
        continue when _one = _other or (_has_identified[_one] and _has_identified[_other]);
        _has_identified[_one] := _has_identified[_one] or _has_identified[_other];
        _parts := array_replace(_parts, _other, _one);
    end loop;

    perform api.move_app_user_ids(_ids, _parts);
    perform api.refold_related_purchases(_component);
end
$$;

ALTER FUNCTION api.rejoin_app_user_ids(app_user_ids text[]) OWNER TO hearth_owner;

--
-- Name: FUNCTION rejoin_app_user_ids(app_user_ids text[]); Type: COMMENT; Schema: api; Owner: hearth_owner
--

COMMENT ON FUNCTION api.rejoin_app_user_ids(app_user_ids text[]) IS 'Decides anew which ids are one person, from the links between them in the order of evidence.';

--
-- Name: related_app_user_ids(text[]); Type: FUNCTION; Schema: api; Owner: hearth_owner
--

CREATE FUNCTION api.related_app_user_ids(app_user_ids text[]) RETURNS text[]
    LANGUAGE plpgsql STABLE
    SET search_path TO ''
    AS $$
declare
    _tenant_id constant uuid := entitlements.current_tenant_id();
    _ids constant text[] := array(
        select own.app_user_id
          from entitlements.app_user_ids known
          join entitlements.app_user_ids own
            on own.tenant_id = _tenant_id and own.app_user_uuid = known.app_user_uuid
         where known.tenant_id = _tenant_id
           and known.app_user_id = any (related_app_user_ids.app_user_ids));
begin
    if not exists (
        select from entitlements.transfer_sides side
         where side.tenant_id = _tenant_id and side.app_user_id = any (_ids)) then
        return _ids;
    end if;

    return array(
        with recursive related (id) as (
            select unnest(_ids) collate "C"
            union
            select next.id
              from related
             cross join lateral (
                   select own.app_user_id
                     from entitlements.app_user_ids known
                     join entitlements.app_user_ids own
                       on own.tenant_id = _tenant_id and own.app_user_uuid = known.app_user_uuid
                    where known.tenant_id = _tenant_id and known.app_user_id = related.id
                    union all
                   select other.app_user_id
                     from entitlements.transfer_sides side
                     join entitlements.transfer_sides other
                       on other.tenant_id = _tenant_id and other.evidence_id = side.evidence_id
                    where side.tenant_id = _tenant_id and side.app_user_id = related.id)
                   as next (id)
        )
        select related.id from related);
end
$$;

ALTER FUNCTION api.related_app_user_ids(app_user_ids text[]) OWNER TO hearth_owner;

--
-- Name: FUNCTION related_app_user_ids(app_user_ids text[]); Type: COMMENT; Schema: api; Owner: hearth_owner
--

COMMENT ON FUNCTION api.related_app_user_ids(app_user_ids text[]) IS 'Every id between which a purchase of the named people can have moved.';

--
-- Name: require_entitlements(text[]); Type: FUNCTION; Schema: api; Owner: hearth_owner
--

CREATE FUNCTION api.require_entitlements(entitlement_ids text[]) RETURNS void
    LANGUAGE plpgsql STABLE
    SET search_path TO ''
    AS $$
begin
    if exists (
        select from unnest(require_entitlements.entitlement_ids) as named (id)
         where not exists (
             select from entitlements.entitlements known
              where known.tenant_id = entitlements.current_tenant_id()
                and known.entitlement_id = named.id)) then
        raise sqlstate 'PT404' using message = 'entitlement_not_in_catalog',
            detail = 'The tenant''s catalog has no entitlement of this name.';
    end if;
end
$$;

ALTER FUNCTION api.require_entitlements(entitlement_ids text[]) OWNER TO hearth_owner;

--
-- Name: FUNCTION require_entitlements(entitlement_ids text[]); Type: COMMENT; Schema: api; Owner: hearth_owner
--

COMMENT ON FUNCTION api.require_entitlements(entitlement_ids text[]) IS 'Refuses names that the tenant''s catalog lacks.';

--
-- Name: retry_webhook_event(text); Type: FUNCTION; Schema: api; Owner: hearth_owner
--

CREATE FUNCTION api.retry_webhook_event(event_id text) RETURNS TABLE(status text)
    LANGUAGE plpgsql ROWS 1
    SET search_path TO ''
    AS $$
#variable_conflict use_column
begin
    update entitlements.webhook_events event
       set status = 'failed', failure = coalesce(event.failure, 'retry_requested'), due_at = now()
     where event.tenant_id = entitlements.current_tenant_id()
       and event.event_id = retry_webhook_event.event_id
       and event.status <> 'applied';
    perform pg_notify('hearth_webhook_events', '');

    return query
    select event.status from entitlements.webhook_events event
     where event.tenant_id = entitlements.current_tenant_id()
       and event.event_id = retry_webhook_event.event_id;
    if not found then
        raise sqlstate 'PT404' using message = 'webhook_event_not_found',
            detail = 'The tenant has received no event of this id.';
    end if;
end
$$;

ALTER FUNCTION api.retry_webhook_event(event_id text) OWNER TO hearth_owner;

--
-- Name: FUNCTION retry_webhook_event(event_id text); Type: COMMENT; Schema: api; Owner: hearth_owner
--

COMMENT ON FUNCTION api.retry_webhook_event(event_id text) IS 'Makes an event that was not applied due now.';

--
-- Name: revoke_admin_key(text); Type: FUNCTION; Schema: api; Owner: hearth_owner
--

CREATE FUNCTION api.revoke_admin_key(key_id text) RETURNS void
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO ''
    AS $$
begin
    update entitlements.admin_keys key
       set revoked_at = coalesce(key.revoked_at, now())
     where key.key_id = revoke_admin_key.key_id;
    if not found then
        raise sqlstate 'PT404' using message = 'api_key_not_found',
            detail = 'The installation has no key of this id.';
    end if;
    perform pg_notify('hearth_tenants', '');
end
$$;

ALTER FUNCTION api.revoke_admin_key(key_id text) OWNER TO hearth_owner;

--
-- Name: FUNCTION revoke_admin_key(key_id text); Type: COMMENT; Schema: api; Owner: hearth_owner
--

COMMENT ON FUNCTION api.revoke_admin_key(key_id text) IS 'Ends a key of the installation.';

--
-- Name: revoke_api_key(text); Type: FUNCTION; Schema: api; Owner: hearth_owner
--

CREATE FUNCTION api.revoke_api_key(key_id text) RETURNS void
    LANGUAGE plpgsql
    SET search_path TO ''
    AS $$
begin
    update entitlements.api_keys key
       set revoked_at = coalesce(key.revoked_at, now())
     where key.tenant_id = entitlements.current_tenant_id()
       and key.key_id = revoke_api_key.key_id;
    if not found then
        raise sqlstate 'PT404' using message = 'api_key_not_found',
            detail = 'The tenant has no key of this id.';
    end if;
    perform pg_notify('hearth_tenants', '');
end
$$;

ALTER FUNCTION api.revoke_api_key(key_id text) OWNER TO hearth_owner;

--
-- Name: FUNCTION revoke_api_key(key_id text); Type: COMMENT; Schema: api; Owner: hearth_owner
--

COMMENT ON FUNCTION api.revoke_api_key(key_id text) IS 'Ends a tenant''s key.';

--
-- Name: set_webhook_secret(text, integer, bytea); Type: FUNCTION; Schema: api; Owner: hearth_owner
--

CREATE FUNCTION api.set_webhook_secret(kind text, slot integer, sealed bytea) RETURNS void
    LANGUAGE plpgsql
    SET search_path TO ''
    AS $$
begin
    insert into entitlements.webhook_secrets (tenant_id, kind, slot, sealed)
    values (entitlements.current_tenant_id(), set_webhook_secret.kind, set_webhook_secret.slot,
            set_webhook_secret.sealed)
        on conflict on constraint webhook_secrets_pkey do update
       set sealed = excluded.sealed, created_at = now();
    perform pg_notify('hearth_tenants', '');
end
$$;

ALTER FUNCTION api.set_webhook_secret(kind text, slot integer, sealed bytea) OWNER TO hearth_owner;

--
-- Name: FUNCTION set_webhook_secret(kind text, slot integer, sealed bytea); Type: COMMENT; Schema: api; Owner: hearth_owner
--

COMMENT ON FUNCTION api.set_webhook_secret(kind text, slot integer, sealed bytea) IS 'Puts a sealed secret into one of the two slots of its kind.';

--
-- Name: store_purchase(uuid, entitlements.purchases); Type: FUNCTION; Schema: api; Owner: hearth_owner
--

CREATE FUNCTION api.store_purchase(purchase_id uuid, folded entitlements.purchases) RETURNS void
    LANGUAGE plpgsql
    SET search_path TO ''
    AS $$
begin
    update entitlements.purchases stored
       set owner_app_user_id = folded.owner_app_user_id,
           product_id = folded.product_id,
           pending_product_id = folded.pending_product_id,
           period_type = folded.period_type,
           is_one_time = folded.is_one_time,
           is_family_share = folded.is_family_share,
           entitlement_ids = folded.entitlement_ids,
           starts_at = folded.starts_at,
           period_started_at = folded.period_started_at,
           expires_at = folded.expires_at,
           grace_expires_at = folded.grace_expires_at,
           never_expires = folded.never_expires,
           will_renew = folded.will_renew,
           cancelled_at = folded.cancelled_at,
           billing_issue_at = folded.billing_issue_at,
           paused_at = folded.paused_at,
           auto_resume_at = folded.auto_resume_at,
           refunded_at = folded.refunded_at,
           ended_at = folded.ended_at,
           transaction_id = folded.transaction_id,
           access_starts_at = folded.access_starts_at,
           access_ends_at = folded.access_ends_at,
           status_until_end = folded.status_until_end,
           status_after_end = folded.status_after_end,
           folded_at = folded.folded_at,
           folded_rank = folded.folded_rank,
           folded_evidence_id = folded.folded_evidence_id
     where stored.tenant_id = entitlements.current_tenant_id()
       and stored.purchase_id = store_purchase.purchase_id;
end
$$;

ALTER FUNCTION api.store_purchase(purchase_id uuid, folded entitlements.purchases) OWNER TO hearth_owner;

--
-- Name: FUNCTION store_purchase(purchase_id uuid, folded entitlements.purchases); Type: COMMENT; Schema: api; Owner: hearth_owner
--

COMMENT ON FUNCTION api.store_purchase(purchase_id uuid, folded entitlements.purchases) IS 'Writes a folded state over the one that is stored.';

--
-- Name: tenant_settings(jsonb); Type: FUNCTION; Schema: api; Owner: hearth_owner
--

CREATE FUNCTION api.tenant_settings(definition jsonb) RETURNS TABLE(name text, free_plan text, sandbox_policy text, requires_authorization boolean, requires_signature boolean, signature_header text)
    LANGUAGE plpgsql IMMUTABLE ROWS 1
    SET search_path TO ''
    AS $$
begin
    return query
    select definition ->> 'name', definition ->> 'free_plan', definition ->> 'sandbox',
           definition #> '{webhooks,authentication}' ? 'authorization',
           definition #> '{webhooks,authentication}' ? 'signature',
           definition #>> '{webhooks,signature_header}';
end
$$;

ALTER FUNCTION api.tenant_settings(definition jsonb) OWNER TO hearth_owner;

--
-- Name: FUNCTION tenant_settings(definition jsonb); Type: COMMENT; Schema: api; Owner: hearth_owner
--

COMMENT ON FUNCTION api.tenant_settings(definition jsonb) IS 'The settings of a tenant''s definition as the columns that hold them.';

--
-- Name: transferring_app_user_ids(text); Type: FUNCTION; Schema: api; Owner: hearth_owner
--

CREATE FUNCTION api.transferring_app_user_ids(evidence_id text) RETURNS text[]
    LANGUAGE plpgsql STABLE
    SET search_path TO ''
    AS $$
declare
    _tenant_id constant uuid := entitlements.current_tenant_id();
begin
    return array(
        select own.app_user_id
          from entitlements.transfer_sides side
          join entitlements.app_user_ids known
            on known.tenant_id = _tenant_id and known.app_user_id = side.app_user_id
          join entitlements.app_user_ids own
            on own.tenant_id = _tenant_id and own.app_user_uuid = known.app_user_uuid
         where side.tenant_id = _tenant_id
           and side.evidence_id = transferring_app_user_ids.evidence_id
           and side.side = 'from');
end
$$;

ALTER FUNCTION api.transferring_app_user_ids(evidence_id text) OWNER TO hearth_owner;

--
-- Name: FUNCTION transferring_app_user_ids(evidence_id text); Type: COMMENT; Schema: api; Owner: hearth_owner
--

COMMENT ON FUNCTION api.transferring_app_user_ids(evidence_id text) IS 'All ids of the people from whom a transfer takes.';

--
-- Name: with_implied(text[]); Type: FUNCTION; Schema: api; Owner: hearth_owner
--

CREATE FUNCTION api.with_implied(entitlement_ids text[]) RETURNS TABLE(entitlement_id text, implied_by text)
    LANGUAGE plpgsql STABLE ROWS 2
    SET search_path TO ''
    AS $$
#variable_conflict use_column
begin
    return query
    select named.id, null::text from unnest(with_implied.entitlement_ids) as named (id)
     union all
    select implication.granted_entitlement_id, implication.entitlement_id
      from entitlements.entitlement_implications implication
     where implication.tenant_id = entitlements.current_tenant_id()
       and implication.entitlement_id = any (with_implied.entitlement_ids);
end
$$;

ALTER FUNCTION api.with_implied(entitlement_ids text[]) OWNER TO hearth_owner;

--
-- Name: FUNCTION with_implied(entitlement_ids text[]); Type: COMMENT; Schema: api; Owner: hearth_owner
--

COMMENT ON FUNCTION api.with_implied(entitlement_ids text[]) IS 'Entitlements and what they imply in the tenant''s catalog.';

--
-- Name: current_tenant_id(); Type: FUNCTION; Schema: entitlements; Owner: hearth_owner
--

CREATE FUNCTION entitlements.current_tenant_id() RETURNS uuid
    LANGUAGE sql STABLE PARALLEL SAFE
    RETURN (NULLIF(current_setting('hearth.tenant_id'::text, true), ''::text))::uuid;

ALTER FUNCTION entitlements.current_tenant_id() OWNER TO hearth_owner;

--
-- Name: secure_table(regclass, boolean); Type: PROCEDURE; Schema: entitlements; Owner: postgres
--

CREATE PROCEDURE entitlements.secure_table(IN table_name regclass, IN is_crossed_by_doors boolean DEFAULT false)
    LANGUAGE plpgsql
    SET search_path TO ''
    AS $$
begin
    execute format('alter table %s owner to hearth_owner', table_name);
    execute format(
        'alter table %s enable row level security, force row level security', table_name);
    execute format(
        'create policy tenant_rows on %s to hearth_server, hearth_owner '
        'using (true) with check (true)',
        table_name);
    execute format(
        'create policy tenant_isolation on %s as restrictive to %s '
        'using (tenant_id = (select entitlements.current_tenant_id())) '
        'with check (tenant_id = (select entitlements.current_tenant_id()))',
        table_name,
        case when is_crossed_by_doors then 'hearth_server' else 'public' end);
end
$$;

ALTER PROCEDURE entitlements.secure_table(IN table_name regclass, IN is_crossed_by_doors boolean) OWNER TO postgres;

--
-- Name: fold_purchase(entitlements.evidence, text[]); Type: AGGREGATE; Schema: api; Owner: hearth_owner
--

CREATE AGGREGATE api.fold_purchase(entitlements.evidence, text[]) (
    SFUNC = api.fold_purchase_step,
    STYPE = entitlements.purchases
);

ALTER AGGREGATE api.fold_purchase(entitlements.evidence, text[]) OWNER TO hearth_owner;

--
-- Name: AGGREGATE fold_purchase(entitlements.evidence, text[]); Type: COMMENT; Schema: api; Owner: hearth_owner
--

COMMENT ON AGGREGATE api.fold_purchase(entitlements.evidence, text[]) IS 'The state of a purchase from its evidence, in the order in which it happened.';

--
-- Name: admin_keys; Type: TABLE; Schema: entitlements; Owner: hearth_owner
--

CREATE TABLE entitlements.admin_keys (
    key_id text NOT NULL COLLATE pg_catalog."C",
    digest bytea NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    revoked_at timestamp with time zone,
    CONSTRAINT admin_keys_digest_check CHECK ((octet_length(digest) = 32)),
    CONSTRAINT admin_keys_key_id_check CHECK ((key_id ~ '^[0-9A-Za-z]{8,64}$'::text))
);

ALTER TABLE ONLY entitlements.admin_keys FORCE ROW LEVEL SECURITY;

ALTER TABLE entitlements.admin_keys OWNER TO hearth_owner;

--
-- Name: TABLE admin_keys; Type: COMMENT; Schema: entitlements; Owner: hearth_owner
--

COMMENT ON TABLE entitlements.admin_keys IS 'Keys of the installation''s operators.';

--
-- Name: api_keys; Type: TABLE; Schema: entitlements; Owner: hearth_owner
--

CREATE TABLE entitlements.api_keys (
    tenant_id uuid NOT NULL,
    key_id text NOT NULL COLLATE pg_catalog."C",
    kind text NOT NULL,
    digest bytea NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    revoked_at timestamp with time zone,
    CONSTRAINT api_keys_digest_check CHECK ((octet_length(digest) = 32)),
    CONSTRAINT api_keys_key_id_check CHECK ((key_id ~ '^[0-9A-Za-z]{8,64}$'::text)),
    CONSTRAINT api_keys_kind_check CHECK ((kind = ANY (ARRAY['secret'::text, 'read'::text])))
);

ALTER TABLE ONLY entitlements.api_keys FORCE ROW LEVEL SECURITY;

ALTER TABLE entitlements.api_keys OWNER TO hearth_owner;

--
-- Name: TABLE api_keys; Type: COMMENT; Schema: entitlements; Owner: hearth_owner
--

COMMENT ON TABLE entitlements.api_keys IS 'A tenant''s keys: a public id, unique everywhere, and only the digest of the secret.';

--
-- Name: app_user_id_links; Type: TABLE; Schema: entitlements; Owner: hearth_owner
--

CREATE TABLE entitlements.app_user_id_links (
    tenant_id uuid NOT NULL,
    app_user_id text NOT NULL COLLATE pg_catalog."C",
    linked_app_user_id text NOT NULL COLLATE pg_catalog."C",
    linked_at timestamp with time zone NOT NULL,
    evidence_id text NOT NULL COLLATE pg_catalog."C",
    CONSTRAINT app_user_id_links_check CHECK ((app_user_id < linked_app_user_id))
);

ALTER TABLE ONLY entitlements.app_user_id_links FORCE ROW LEVEL SECURITY;

ALTER TABLE entitlements.app_user_id_links OWNER TO hearth_owner;

--
-- Name: TABLE app_user_id_links; Type: COMMENT; Schema: entitlements; Owner: hearth_owner
--

COMMENT ON TABLE entitlements.app_user_id_links IS 'Evidence that two ids are one person; between two identified ids, a conflict.';

--
-- Name: app_user_ids; Type: TABLE; Schema: entitlements; Owner: hearth_owner
--

CREATE TABLE entitlements.app_user_ids (
    tenant_id uuid NOT NULL,
    app_user_id text NOT NULL COLLATE pg_catalog."C",
    app_user_uuid uuid NOT NULL,
    is_anonymous boolean GENERATED ALWAYS AS (starts_with(app_user_id, '$RCAnonymousID:'::text)) STORED NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    CONSTRAINT app_user_ids_app_user_id_check CHECK (((octet_length(app_user_id) >= 1) AND (octet_length(app_user_id) <= 1500)))
);

ALTER TABLE ONLY entitlements.app_user_ids FORCE ROW LEVEL SECURITY;

ALTER TABLE entitlements.app_user_ids OWNER TO hearth_owner;

--
-- Name: TABLE app_user_ids; Type: COMMENT; Schema: entitlements; Owner: hearth_owner
--

COMMENT ON TABLE entitlements.app_user_ids IS 'The ids that point at a person; exactly one person each.';

--
-- Name: app_users; Type: TABLE; Schema: entitlements; Owner: hearth_owner
--

CREATE TABLE entitlements.app_users (
    tenant_id uuid NOT NULL,
    app_user_uuid uuid DEFAULT gen_random_uuid() NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL
);

ALTER TABLE ONLY entitlements.app_users FORCE ROW LEVEL SECURITY;

ALTER TABLE entitlements.app_users OWNER TO hearth_owner;

--
-- Name: TABLE app_users; Type: COMMENT; Schema: entitlements; Owner: hearth_owner
--

COMMENT ON TABLE entitlements.app_users IS 'A person, as one app knows them.';

--
-- Name: deployments; Type: TABLE; Schema: entitlements; Owner: hearth_owner
--

CREATE TABLE entitlements.deployments (
    is_only boolean DEFAULT true NOT NULL,
    functions_hash text NOT NULL,
    deployed_at timestamp with time zone DEFAULT now() NOT NULL,
    CONSTRAINT deployments_is_only_check CHECK (is_only)
);

ALTER TABLE entitlements.deployments OWNER TO hearth_owner;

--
-- Name: TABLE deployments; Type: COMMENT; Schema: entitlements; Owner: hearth_owner
--

COMMENT ON TABLE entitlements.deployments IS 'One row: the SHA-256 over the function files that schema api was built from.';

--
-- Name: entitlement_implications; Type: TABLE; Schema: entitlements; Owner: hearth_owner
--

CREATE TABLE entitlements.entitlement_implications (
    tenant_id uuid NOT NULL,
    entitlement_id text NOT NULL COLLATE pg_catalog."C",
    granted_entitlement_id text NOT NULL COLLATE pg_catalog."C",
    CONSTRAINT entitlement_implications_check CHECK ((entitlement_id <> granted_entitlement_id))
);

ALTER TABLE ONLY entitlements.entitlement_implications FORCE ROW LEVEL SECURITY;

ALTER TABLE entitlements.entitlement_implications OWNER TO hearth_owner;

--
-- Name: TABLE entitlement_implications; Type: COMMENT; Schema: entitlements; Owner: hearth_owner
--

COMMENT ON TABLE entitlements.entitlement_implications IS 'The transitive closure of "implies" over a tenant''s entitlements.';

--
-- Name: entitlements; Type: TABLE; Schema: entitlements; Owner: hearth_owner
--

CREATE TABLE entitlements.entitlements (
    tenant_id uuid NOT NULL,
    entitlement_id text NOT NULL COLLATE pg_catalog."C",
    rank integer NOT NULL,
    is_shared boolean NOT NULL,
    CONSTRAINT entitlements_entitlement_id_check CHECK (((octet_length(entitlement_id) >= 1) AND (octet_length(entitlement_id) <= 200)))
);

ALTER TABLE ONLY entitlements.entitlements FORCE ROW LEVEL SECURITY;

ALTER TABLE entitlements.entitlements OWNER TO hearth_owner;

--
-- Name: TABLE entitlements; Type: COMMENT; Schema: entitlements; Owner: hearth_owner
--

COMMENT ON TABLE entitlements.entitlements IS 'A named right. The rank orders plans; is_shared says whether households share it.';

--
-- Name: features; Type: TABLE; Schema: entitlements; Owner: hearth_owner
--

CREATE TABLE entitlements.features (
    tenant_id uuid NOT NULL,
    feature_id text NOT NULL COLLATE pg_catalog."C",
    entitlement_id text COLLATE pg_catalog."C",
    CONSTRAINT features_feature_id_check CHECK (((octet_length(feature_id) >= 1) AND (octet_length(feature_id) <= 200)))
);

ALTER TABLE ONLY entitlements.features FORCE ROW LEVEL SECURITY;

ALTER TABLE entitlements.features OWNER TO hearth_owner;

--
-- Name: TABLE features; Type: COMMENT; Schema: entitlements; Owner: hearth_owner
--

COMMENT ON TABLE entitlements.features IS 'What an app can do, and the entitlement it needs; without one it is free for everybody.';

--
-- Name: migrations; Type: TABLE; Schema: entitlements; Owner: hearth_owner
--

CREATE TABLE entitlements.migrations (
    version integer NOT NULL,
    name text NOT NULL,
    checksum text NOT NULL,
    applied_at timestamp with time zone DEFAULT now() NOT NULL,
    CONSTRAINT migrations_version_check CHECK ((version > 0))
);

ALTER TABLE entitlements.migrations OWNER TO hearth_owner;

--
-- Name: TABLE migrations; Type: COMMENT; Schema: entitlements; Owner: hearth_owner
--

COMMENT ON TABLE entitlements.migrations IS 'The migrations that were applied, with the SHA-256 of each file as it was.';

--
-- Name: product_entitlements; Type: TABLE; Schema: entitlements; Owner: hearth_owner
--

CREATE TABLE entitlements.product_entitlements (
    tenant_id uuid NOT NULL,
    product_id text NOT NULL COLLATE pg_catalog."C",
    entitlement_id text NOT NULL COLLATE pg_catalog."C",
    implied_by text COLLATE pg_catalog."C"
);

ALTER TABLE ONLY entitlements.product_entitlements FORCE ROW LEVEL SECURITY;

ALTER TABLE entitlements.product_entitlements OWNER TO hearth_owner;

--
-- Name: TABLE product_entitlements; Type: COMMENT; Schema: entitlements; Owner: hearth_owner
--

COMMENT ON TABLE entitlements.product_entitlements IS 'What buying a product grants, implied entitlements included.';

--
-- Name: products; Type: TABLE; Schema: entitlements; Owner: hearth_owner
--

CREATE TABLE entitlements.products (
    tenant_id uuid NOT NULL,
    product_id text NOT NULL COLLATE pg_catalog."C",
    kind text NOT NULL,
    duration text,
    trial text,
    CONSTRAINT products_check CHECK (((kind = 'subscription'::text) = (duration IS NOT NULL))),
    CONSTRAINT products_kind_check CHECK ((kind = ANY (ARRAY['subscription'::text, 'non_consumable'::text, 'consumable'::text]))),
    CONSTRAINT products_product_id_check CHECK (((octet_length(product_id) >= 1) AND (octet_length(product_id) <= 200)))
);

ALTER TABLE ONLY entitlements.products FORCE ROW LEVEL SECURITY;

ALTER TABLE entitlements.products OWNER TO hearth_owner;

--
-- Name: TABLE products; Type: COMMENT; Schema: entitlements; Owner: hearth_owner
--

COMMENT ON TABLE entitlements.products IS 'What is sold, by the product id of the store.';

--
-- Name: tenants; Type: TABLE; Schema: entitlements; Owner: hearth_owner
--

CREATE TABLE entitlements.tenants (
    tenant_id uuid NOT NULL,
    slug text NOT NULL,
    name text NOT NULL,
    free_plan text NOT NULL,
    sandbox_policy text NOT NULL,
    requires_authorization boolean NOT NULL,
    requires_signature boolean NOT NULL,
    signature_header text NOT NULL,
    definition jsonb NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    updated_at timestamp with time zone DEFAULT now() NOT NULL,
    CONSTRAINT tenants_free_plan_check CHECK (((octet_length(free_plan) >= 1) AND (octet_length(free_plan) <= 200))),
    CONSTRAINT tenants_name_check CHECK (((octet_length(name) >= 1) AND (octet_length(name) <= 200))),
    CONSTRAINT tenants_sandbox_policy_check CHECK ((sandbox_policy = ANY (ARRAY['accept'::text, 'ignore'::text]))),
    CONSTRAINT tenants_signature_header_check CHECK (((octet_length(signature_header) >= 1) AND (octet_length(signature_header) <= 200))),
    CONSTRAINT tenants_slug_check CHECK ((slug ~ '^[a-z][a-z0-9-]{0,62}$'::text))
);

ALTER TABLE ONLY entitlements.tenants FORCE ROW LEVEL SECURITY;

ALTER TABLE entitlements.tenants OWNER TO hearth_owner;

--
-- Name: TABLE tenants; Type: COMMENT; Schema: entitlements; Owner: hearth_owner
--

COMMENT ON TABLE entitlements.tenants IS 'An app whose customers'' entitlements live here.';

--
-- Name: transfer_sides; Type: TABLE; Schema: entitlements; Owner: hearth_owner
--

CREATE TABLE entitlements.transfer_sides (
    tenant_id uuid NOT NULL,
    app_user_id text NOT NULL COLLATE pg_catalog."C",
    evidence_id text NOT NULL COLLATE pg_catalog."C",
    side text NOT NULL,
    CONSTRAINT transfer_sides_side_check CHECK ((side = ANY (ARRAY['from'::text, 'to'::text])))
);

ALTER TABLE ONLY entitlements.transfer_sides FORCE ROW LEVEL SECURITY;

ALTER TABLE entitlements.transfer_sides OWNER TO hearth_owner;

--
-- Name: TABLE transfer_sides; Type: COMMENT; Schema: entitlements; Owner: hearth_owner
--

COMMENT ON TABLE entitlements.transfer_sides IS 'The app user ids that a transfer names, from and to.';

--
-- Name: webhook_events; Type: TABLE; Schema: entitlements; Owner: hearth_owner
--

CREATE TABLE entitlements.webhook_events (
    tenant_id uuid NOT NULL,
    event_id text NOT NULL COLLATE pg_catalog."C",
    event_type text NOT NULL,
    body bytea NOT NULL,
    received_at timestamp with time zone DEFAULT now() NOT NULL,
    status text NOT NULL,
    failure text,
    attempts integer DEFAULT 1 NOT NULL,
    due_at timestamp with time zone,
    CONSTRAINT webhook_events_attempts_check CHECK ((attempts >= 0)),
    CONSTRAINT webhook_events_check CHECK (((status = 'failed'::text) = (failure IS NOT NULL))),
    CONSTRAINT webhook_events_check1 CHECK (((status = 'failed'::text) = (due_at IS NOT NULL))),
    CONSTRAINT webhook_events_event_id_check CHECK (((octet_length(event_id) >= 1) AND (octet_length(event_id) <= 1500))),
    CONSTRAINT webhook_events_event_type_check CHECK (((octet_length(event_type) >= 1) AND (octet_length(event_type) <= 200))),
    CONSTRAINT webhook_events_status_check CHECK ((status = ANY (ARRAY['applied'::text, 'stored'::text, 'failed'::text])))
);

ALTER TABLE ONLY entitlements.webhook_events FORCE ROW LEVEL SECURITY;

ALTER TABLE entitlements.webhook_events OWNER TO hearth_owner;

--
-- Name: TABLE webhook_events; Type: COMMENT; Schema: entitlements; Owner: hearth_owner
--

COMMENT ON TABLE entitlements.webhook_events IS 'Webhook events as received: applied, stored (kept, not understood) or failed (to be retried).';

--
-- Name: webhook_secrets; Type: TABLE; Schema: entitlements; Owner: hearth_owner
--

CREATE TABLE entitlements.webhook_secrets (
    tenant_id uuid NOT NULL,
    kind text NOT NULL,
    slot integer NOT NULL,
    sealed bytea NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    CONSTRAINT webhook_secrets_kind_check CHECK ((kind = ANY (ARRAY['authorization'::text, 'signature'::text]))),
    CONSTRAINT webhook_secrets_sealed_check CHECK (((octet_length(sealed) >= 29) AND (octet_length(sealed) <= 4096))),
    CONSTRAINT webhook_secrets_slot_check CHECK ((slot = ANY (ARRAY[1, 2])))
);

ALTER TABLE ONLY entitlements.webhook_secrets FORCE ROW LEVEL SECURITY;

ALTER TABLE entitlements.webhook_secrets OWNER TO hearth_owner;

--
-- Name: TABLE webhook_secrets; Type: COMMENT; Schema: entitlements; Owner: hearth_owner
--

COMMENT ON TABLE entitlements.webhook_secrets IS 'What RevenueCat proves itself with, sealed under the installation''s encryption key.';

--
-- Name: admin_keys admin_keys_pkey; Type: CONSTRAINT; Schema: entitlements; Owner: hearth_owner
--

ALTER TABLE ONLY entitlements.admin_keys
    ADD CONSTRAINT admin_keys_pkey PRIMARY KEY (key_id);

--
-- Name: api_keys api_keys_key_id_key; Type: CONSTRAINT; Schema: entitlements; Owner: hearth_owner
--

ALTER TABLE ONLY entitlements.api_keys
    ADD CONSTRAINT api_keys_key_id_key UNIQUE (key_id);

--
-- Name: api_keys api_keys_pkey; Type: CONSTRAINT; Schema: entitlements; Owner: hearth_owner
--

ALTER TABLE ONLY entitlements.api_keys
    ADD CONSTRAINT api_keys_pkey PRIMARY KEY (tenant_id, key_id);

--
-- Name: app_user_id_links app_user_id_links_pkey; Type: CONSTRAINT; Schema: entitlements; Owner: hearth_owner
--

ALTER TABLE ONLY entitlements.app_user_id_links
    ADD CONSTRAINT app_user_id_links_pkey PRIMARY KEY (tenant_id, app_user_id, linked_app_user_id);

--
-- Name: app_user_ids app_user_ids_pkey; Type: CONSTRAINT; Schema: entitlements; Owner: hearth_owner
--

ALTER TABLE ONLY entitlements.app_user_ids
    ADD CONSTRAINT app_user_ids_pkey PRIMARY KEY (tenant_id, app_user_id);

--
-- Name: app_users app_users_pkey; Type: CONSTRAINT; Schema: entitlements; Owner: hearth_owner
--

ALTER TABLE ONLY entitlements.app_users
    ADD CONSTRAINT app_users_pkey PRIMARY KEY (tenant_id, app_user_uuid);

--
-- Name: deployments deployments_pkey; Type: CONSTRAINT; Schema: entitlements; Owner: hearth_owner
--

ALTER TABLE ONLY entitlements.deployments
    ADD CONSTRAINT deployments_pkey PRIMARY KEY (is_only);

--
-- Name: entitlement_implications entitlement_implications_pkey; Type: CONSTRAINT; Schema: entitlements; Owner: hearth_owner
--

ALTER TABLE ONLY entitlements.entitlement_implications
    ADD CONSTRAINT entitlement_implications_pkey PRIMARY KEY (tenant_id, entitlement_id, granted_entitlement_id);

--
-- Name: entitlements entitlements_pkey; Type: CONSTRAINT; Schema: entitlements; Owner: hearth_owner
--

ALTER TABLE ONLY entitlements.entitlements
    ADD CONSTRAINT entitlements_pkey PRIMARY KEY (tenant_id, entitlement_id);

--
-- Name: entitlements entitlements_tenant_id_rank_key; Type: CONSTRAINT; Schema: entitlements; Owner: hearth_owner
--

ALTER TABLE ONLY entitlements.entitlements
    ADD CONSTRAINT entitlements_tenant_id_rank_key UNIQUE (tenant_id, rank);

--
-- Name: evidence evidence_pkey; Type: CONSTRAINT; Schema: entitlements; Owner: hearth_owner
--

ALTER TABLE ONLY entitlements.evidence
    ADD CONSTRAINT evidence_pkey PRIMARY KEY (tenant_id, evidence_id);

--
-- Name: features features_pkey; Type: CONSTRAINT; Schema: entitlements; Owner: hearth_owner
--

ALTER TABLE ONLY entitlements.features
    ADD CONSTRAINT features_pkey PRIMARY KEY (tenant_id, feature_id);

--
-- Name: migrations migrations_pkey; Type: CONSTRAINT; Schema: entitlements; Owner: hearth_owner
--

ALTER TABLE ONLY entitlements.migrations
    ADD CONSTRAINT migrations_pkey PRIMARY KEY (version);

--
-- Name: product_entitlements product_entitlements_pkey; Type: CONSTRAINT; Schema: entitlements; Owner: hearth_owner
--

ALTER TABLE ONLY entitlements.product_entitlements
    ADD CONSTRAINT product_entitlements_pkey PRIMARY KEY (tenant_id, product_id, entitlement_id);

--
-- Name: products products_pkey; Type: CONSTRAINT; Schema: entitlements; Owner: hearth_owner
--

ALTER TABLE ONLY entitlements.products
    ADD CONSTRAINT products_pkey PRIMARY KEY (tenant_id, product_id);

--
-- Name: purchases purchases_pkey; Type: CONSTRAINT; Schema: entitlements; Owner: hearth_owner
--

ALTER TABLE ONLY entitlements.purchases
    ADD CONSTRAINT purchases_pkey PRIMARY KEY (tenant_id, purchase_id);

--
-- Name: purchases purchases_tenant_id_chain_id_store_environment_key; Type: CONSTRAINT; Schema: entitlements; Owner: hearth_owner
--

ALTER TABLE ONLY entitlements.purchases
    ADD CONSTRAINT purchases_tenant_id_chain_id_store_environment_key UNIQUE (tenant_id, chain_id, store, environment);

--
-- Name: tenants tenants_pkey; Type: CONSTRAINT; Schema: entitlements; Owner: hearth_owner
--

ALTER TABLE ONLY entitlements.tenants
    ADD CONSTRAINT tenants_pkey PRIMARY KEY (tenant_id);

--
-- Name: tenants tenants_slug_key; Type: CONSTRAINT; Schema: entitlements; Owner: hearth_owner
--

ALTER TABLE ONLY entitlements.tenants
    ADD CONSTRAINT tenants_slug_key UNIQUE (slug);

--
-- Name: transfer_sides transfer_sides_pkey; Type: CONSTRAINT; Schema: entitlements; Owner: hearth_owner
--

ALTER TABLE ONLY entitlements.transfer_sides
    ADD CONSTRAINT transfer_sides_pkey PRIMARY KEY (tenant_id, app_user_id, evidence_id, side);

--
-- Name: webhook_events webhook_events_pkey; Type: CONSTRAINT; Schema: entitlements; Owner: hearth_owner
--

ALTER TABLE ONLY entitlements.webhook_events
    ADD CONSTRAINT webhook_events_pkey PRIMARY KEY (tenant_id, event_id);

--
-- Name: webhook_secrets webhook_secrets_pkey; Type: CONSTRAINT; Schema: entitlements; Owner: hearth_owner
--

ALTER TABLE ONLY entitlements.webhook_secrets
    ADD CONSTRAINT webhook_secrets_pkey PRIMARY KEY (tenant_id, kind, slot);

--
-- Name: app_user_id_links_backwards; Type: INDEX; Schema: entitlements; Owner: hearth_owner
--

CREATE INDEX app_user_id_links_backwards ON entitlements.app_user_id_links USING btree (tenant_id, linked_app_user_id);

--
-- Name: app_user_ids_of_app_user; Type: INDEX; Schema: entitlements; Owner: hearth_owner
--

CREATE INDEX app_user_ids_of_app_user ON entitlements.app_user_ids USING btree (tenant_id, app_user_uuid);

--
-- Name: app_users_have_one_identified_id; Type: INDEX; Schema: entitlements; Owner: hearth_owner
--

CREATE UNIQUE INDEX app_users_have_one_identified_id ON entitlements.app_user_ids USING btree (tenant_id, app_user_uuid) WHERE (NOT is_anonymous);

--
-- Name: evidence_of_app_user_id; Type: INDEX; Schema: entitlements; Owner: hearth_owner
--

CREATE INDEX evidence_of_app_user_id ON entitlements.evidence USING btree (tenant_id, app_user_id);

--
-- Name: evidence_of_purchase; Type: INDEX; Schema: entitlements; Owner: hearth_owner
--

CREATE INDEX evidence_of_purchase ON entitlements.evidence USING btree (tenant_id, purchase_id, order_at, rank, evidence_id);

--
-- Name: purchases_of_owner; Type: INDEX; Schema: entitlements; Owner: hearth_owner
--

CREATE INDEX purchases_of_owner ON entitlements.purchases USING btree (tenant_id, owner_app_user_id);

--
-- Name: transfer_sides_of_transfer; Type: INDEX; Schema: entitlements; Owner: hearth_owner
--

CREATE INDEX transfer_sides_of_transfer ON entitlements.transfer_sides USING btree (tenant_id, evidence_id);

--
-- Name: webhook_events_due; Type: INDEX; Schema: entitlements; Owner: hearth_owner
--

CREATE INDEX webhook_events_due ON entitlements.webhook_events USING btree (due_at) WHERE (status = 'failed'::text);

--
-- Name: webhook_events_recent; Type: INDEX; Schema: entitlements; Owner: hearth_owner
--

CREATE INDEX webhook_events_recent ON entitlements.webhook_events USING btree (tenant_id, received_at, event_id);

--
-- Name: api_keys api_keys_tenant_id_fkey; Type: FK CONSTRAINT; Schema: entitlements; Owner: hearth_owner
--

ALTER TABLE ONLY entitlements.api_keys
    ADD CONSTRAINT api_keys_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES entitlements.tenants(tenant_id);

--
-- Name: app_user_id_links app_user_id_links_tenant_id_app_user_id_fkey; Type: FK CONSTRAINT; Schema: entitlements; Owner: hearth_owner
--

ALTER TABLE ONLY entitlements.app_user_id_links
    ADD CONSTRAINT app_user_id_links_tenant_id_app_user_id_fkey FOREIGN KEY (tenant_id, app_user_id) REFERENCES entitlements.app_user_ids(tenant_id, app_user_id);

--
-- Name: app_user_id_links app_user_id_links_tenant_id_linked_app_user_id_fkey; Type: FK CONSTRAINT; Schema: entitlements; Owner: hearth_owner
--

ALTER TABLE ONLY entitlements.app_user_id_links
    ADD CONSTRAINT app_user_id_links_tenant_id_linked_app_user_id_fkey FOREIGN KEY (tenant_id, linked_app_user_id) REFERENCES entitlements.app_user_ids(tenant_id, app_user_id);

--
-- Name: app_user_ids app_user_ids_tenant_id_app_user_uuid_fkey; Type: FK CONSTRAINT; Schema: entitlements; Owner: hearth_owner
--

ALTER TABLE ONLY entitlements.app_user_ids
    ADD CONSTRAINT app_user_ids_tenant_id_app_user_uuid_fkey FOREIGN KEY (tenant_id, app_user_uuid) REFERENCES entitlements.app_users(tenant_id, app_user_uuid);

--
-- Name: app_users app_users_tenant_id_fkey; Type: FK CONSTRAINT; Schema: entitlements; Owner: hearth_owner
--

ALTER TABLE ONLY entitlements.app_users
    ADD CONSTRAINT app_users_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES entitlements.tenants(tenant_id);

--
-- Name: entitlement_implications entitlement_implications_tenant_id_entitlement_id_fkey; Type: FK CONSTRAINT; Schema: entitlements; Owner: hearth_owner
--

ALTER TABLE ONLY entitlements.entitlement_implications
    ADD CONSTRAINT entitlement_implications_tenant_id_entitlement_id_fkey FOREIGN KEY (tenant_id, entitlement_id) REFERENCES entitlements.entitlements(tenant_id, entitlement_id) ON DELETE CASCADE;

--
-- Name: entitlement_implications entitlement_implications_tenant_id_granted_entitlement_id_fkey; Type: FK CONSTRAINT; Schema: entitlements; Owner: hearth_owner
--

ALTER TABLE ONLY entitlements.entitlement_implications
    ADD CONSTRAINT entitlement_implications_tenant_id_granted_entitlement_id_fkey FOREIGN KEY (tenant_id, granted_entitlement_id) REFERENCES entitlements.entitlements(tenant_id, entitlement_id) ON DELETE CASCADE;

--
-- Name: entitlements entitlements_tenant_id_fkey; Type: FK CONSTRAINT; Schema: entitlements; Owner: hearth_owner
--

ALTER TABLE ONLY entitlements.entitlements
    ADD CONSTRAINT entitlements_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES entitlements.tenants(tenant_id);

--
-- Name: evidence evidence_tenant_id_app_user_id_fkey; Type: FK CONSTRAINT; Schema: entitlements; Owner: hearth_owner
--

ALTER TABLE ONLY entitlements.evidence
    ADD CONSTRAINT evidence_tenant_id_app_user_id_fkey FOREIGN KEY (tenant_id, app_user_id) REFERENCES entitlements.app_user_ids(tenant_id, app_user_id);

--
-- Name: evidence evidence_tenant_id_purchase_id_fkey; Type: FK CONSTRAINT; Schema: entitlements; Owner: hearth_owner
--

ALTER TABLE ONLY entitlements.evidence
    ADD CONSTRAINT evidence_tenant_id_purchase_id_fkey FOREIGN KEY (tenant_id, purchase_id) REFERENCES entitlements.purchases(tenant_id, purchase_id);

--
-- Name: evidence evidence_tenant_id_transferred_to_app_user_id_fkey; Type: FK CONSTRAINT; Schema: entitlements; Owner: hearth_owner
--

ALTER TABLE ONLY entitlements.evidence
    ADD CONSTRAINT evidence_tenant_id_transferred_to_app_user_id_fkey FOREIGN KEY (tenant_id, transferred_to_app_user_id) REFERENCES entitlements.app_user_ids(tenant_id, app_user_id);

--
-- Name: features features_tenant_id_entitlement_id_fkey; Type: FK CONSTRAINT; Schema: entitlements; Owner: hearth_owner
--

ALTER TABLE ONLY entitlements.features
    ADD CONSTRAINT features_tenant_id_entitlement_id_fkey FOREIGN KEY (tenant_id, entitlement_id) REFERENCES entitlements.entitlements(tenant_id, entitlement_id) ON DELETE CASCADE;

--
-- Name: features features_tenant_id_fkey; Type: FK CONSTRAINT; Schema: entitlements; Owner: hearth_owner
--

ALTER TABLE ONLY entitlements.features
    ADD CONSTRAINT features_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES entitlements.tenants(tenant_id);

--
-- Name: product_entitlements product_entitlements_tenant_id_entitlement_id_fkey; Type: FK CONSTRAINT; Schema: entitlements; Owner: hearth_owner
--

ALTER TABLE ONLY entitlements.product_entitlements
    ADD CONSTRAINT product_entitlements_tenant_id_entitlement_id_fkey FOREIGN KEY (tenant_id, entitlement_id) REFERENCES entitlements.entitlements(tenant_id, entitlement_id) ON DELETE CASCADE;

--
-- Name: product_entitlements product_entitlements_tenant_id_implied_by_fkey; Type: FK CONSTRAINT; Schema: entitlements; Owner: hearth_owner
--

ALTER TABLE ONLY entitlements.product_entitlements
    ADD CONSTRAINT product_entitlements_tenant_id_implied_by_fkey FOREIGN KEY (tenant_id, implied_by) REFERENCES entitlements.entitlements(tenant_id, entitlement_id) ON DELETE CASCADE;

--
-- Name: product_entitlements product_entitlements_tenant_id_product_id_fkey; Type: FK CONSTRAINT; Schema: entitlements; Owner: hearth_owner
--

ALTER TABLE ONLY entitlements.product_entitlements
    ADD CONSTRAINT product_entitlements_tenant_id_product_id_fkey FOREIGN KEY (tenant_id, product_id) REFERENCES entitlements.products(tenant_id, product_id) ON DELETE CASCADE;

--
-- Name: products products_tenant_id_fkey; Type: FK CONSTRAINT; Schema: entitlements; Owner: hearth_owner
--

ALTER TABLE ONLY entitlements.products
    ADD CONSTRAINT products_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES entitlements.tenants(tenant_id);

--
-- Name: purchases purchases_tenant_id_owner_app_user_id_fkey; Type: FK CONSTRAINT; Schema: entitlements; Owner: hearth_owner
--

ALTER TABLE ONLY entitlements.purchases
    ADD CONSTRAINT purchases_tenant_id_owner_app_user_id_fkey FOREIGN KEY (tenant_id, owner_app_user_id) REFERENCES entitlements.app_user_ids(tenant_id, app_user_id);

--
-- Name: transfer_sides transfer_sides_tenant_id_app_user_id_fkey; Type: FK CONSTRAINT; Schema: entitlements; Owner: hearth_owner
--

ALTER TABLE ONLY entitlements.transfer_sides
    ADD CONSTRAINT transfer_sides_tenant_id_app_user_id_fkey FOREIGN KEY (tenant_id, app_user_id) REFERENCES entitlements.app_user_ids(tenant_id, app_user_id);

--
-- Name: transfer_sides transfer_sides_tenant_id_evidence_id_fkey; Type: FK CONSTRAINT; Schema: entitlements; Owner: hearth_owner
--

ALTER TABLE ONLY entitlements.transfer_sides
    ADD CONSTRAINT transfer_sides_tenant_id_evidence_id_fkey FOREIGN KEY (tenant_id, evidence_id) REFERENCES entitlements.evidence(tenant_id, evidence_id);

--
-- Name: webhook_events webhook_events_tenant_id_fkey; Type: FK CONSTRAINT; Schema: entitlements; Owner: hearth_owner
--

ALTER TABLE ONLY entitlements.webhook_events
    ADD CONSTRAINT webhook_events_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES entitlements.tenants(tenant_id);

--
-- Name: webhook_secrets webhook_secrets_tenant_id_fkey; Type: FK CONSTRAINT; Schema: entitlements; Owner: hearth_owner
--

ALTER TABLE ONLY entitlements.webhook_secrets
    ADD CONSTRAINT webhook_secrets_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES entitlements.tenants(tenant_id);

--
-- Name: admin_keys; Type: ROW SECURITY; Schema: entitlements; Owner: hearth_owner
--

ALTER TABLE entitlements.admin_keys ENABLE ROW LEVEL SECURITY;

--
-- Name: api_keys; Type: ROW SECURITY; Schema: entitlements; Owner: hearth_owner
--

ALTER TABLE entitlements.api_keys ENABLE ROW LEVEL SECURITY;

--
-- Name: app_user_id_links; Type: ROW SECURITY; Schema: entitlements; Owner: hearth_owner
--

ALTER TABLE entitlements.app_user_id_links ENABLE ROW LEVEL SECURITY;

--
-- Name: app_user_ids; Type: ROW SECURITY; Schema: entitlements; Owner: hearth_owner
--

ALTER TABLE entitlements.app_user_ids ENABLE ROW LEVEL SECURITY;

--
-- Name: app_users; Type: ROW SECURITY; Schema: entitlements; Owner: hearth_owner
--

ALTER TABLE entitlements.app_users ENABLE ROW LEVEL SECURITY;

--
-- Name: admin_keys door_rows; Type: POLICY; Schema: entitlements; Owner: hearth_owner
--

CREATE POLICY door_rows ON entitlements.admin_keys TO hearth_owner USING (true) WITH CHECK (true);

--
-- Name: entitlement_implications; Type: ROW SECURITY; Schema: entitlements; Owner: hearth_owner
--

ALTER TABLE entitlements.entitlement_implications ENABLE ROW LEVEL SECURITY;

--
-- Name: entitlements; Type: ROW SECURITY; Schema: entitlements; Owner: hearth_owner
--

ALTER TABLE entitlements.entitlements ENABLE ROW LEVEL SECURITY;

--
-- Name: evidence; Type: ROW SECURITY; Schema: entitlements; Owner: hearth_owner
--

ALTER TABLE entitlements.evidence ENABLE ROW LEVEL SECURITY;

--
-- Name: features; Type: ROW SECURITY; Schema: entitlements; Owner: hearth_owner
--

ALTER TABLE entitlements.features ENABLE ROW LEVEL SECURITY;

--
-- Name: product_entitlements; Type: ROW SECURITY; Schema: entitlements; Owner: hearth_owner
--

ALTER TABLE entitlements.product_entitlements ENABLE ROW LEVEL SECURITY;

--
-- Name: products; Type: ROW SECURITY; Schema: entitlements; Owner: hearth_owner
--

ALTER TABLE entitlements.products ENABLE ROW LEVEL SECURITY;

--
-- Name: purchases; Type: ROW SECURITY; Schema: entitlements; Owner: hearth_owner
--

ALTER TABLE entitlements.purchases ENABLE ROW LEVEL SECURITY;

--
-- Name: api_keys tenant_isolation; Type: POLICY; Schema: entitlements; Owner: hearth_owner
--

CREATE POLICY tenant_isolation ON entitlements.api_keys AS RESTRICTIVE TO hearth_server USING ((tenant_id = ( SELECT entitlements.current_tenant_id() AS current_tenant_id))) WITH CHECK ((tenant_id = ( SELECT entitlements.current_tenant_id() AS current_tenant_id)));

--
-- Name: app_user_id_links tenant_isolation; Type: POLICY; Schema: entitlements; Owner: hearth_owner
--

CREATE POLICY tenant_isolation ON entitlements.app_user_id_links AS RESTRICTIVE USING ((tenant_id = ( SELECT entitlements.current_tenant_id() AS current_tenant_id))) WITH CHECK ((tenant_id = ( SELECT entitlements.current_tenant_id() AS current_tenant_id)));

--
-- Name: app_user_ids tenant_isolation; Type: POLICY; Schema: entitlements; Owner: hearth_owner
--

CREATE POLICY tenant_isolation ON entitlements.app_user_ids AS RESTRICTIVE USING ((tenant_id = ( SELECT entitlements.current_tenant_id() AS current_tenant_id))) WITH CHECK ((tenant_id = ( SELECT entitlements.current_tenant_id() AS current_tenant_id)));

--
-- Name: app_users tenant_isolation; Type: POLICY; Schema: entitlements; Owner: hearth_owner
--

CREATE POLICY tenant_isolation ON entitlements.app_users AS RESTRICTIVE USING ((tenant_id = ( SELECT entitlements.current_tenant_id() AS current_tenant_id))) WITH CHECK ((tenant_id = ( SELECT entitlements.current_tenant_id() AS current_tenant_id)));

--
-- Name: entitlement_implications tenant_isolation; Type: POLICY; Schema: entitlements; Owner: hearth_owner
--

CREATE POLICY tenant_isolation ON entitlements.entitlement_implications AS RESTRICTIVE USING ((tenant_id = ( SELECT entitlements.current_tenant_id() AS current_tenant_id))) WITH CHECK ((tenant_id = ( SELECT entitlements.current_tenant_id() AS current_tenant_id)));

--
-- Name: entitlements tenant_isolation; Type: POLICY; Schema: entitlements; Owner: hearth_owner
--

CREATE POLICY tenant_isolation ON entitlements.entitlements AS RESTRICTIVE USING ((tenant_id = ( SELECT entitlements.current_tenant_id() AS current_tenant_id))) WITH CHECK ((tenant_id = ( SELECT entitlements.current_tenant_id() AS current_tenant_id)));

--
-- Name: evidence tenant_isolation; Type: POLICY; Schema: entitlements; Owner: hearth_owner
--

CREATE POLICY tenant_isolation ON entitlements.evidence AS RESTRICTIVE USING ((tenant_id = ( SELECT entitlements.current_tenant_id() AS current_tenant_id))) WITH CHECK ((tenant_id = ( SELECT entitlements.current_tenant_id() AS current_tenant_id)));

--
-- Name: features tenant_isolation; Type: POLICY; Schema: entitlements; Owner: hearth_owner
--

CREATE POLICY tenant_isolation ON entitlements.features AS RESTRICTIVE USING ((tenant_id = ( SELECT entitlements.current_tenant_id() AS current_tenant_id))) WITH CHECK ((tenant_id = ( SELECT entitlements.current_tenant_id() AS current_tenant_id)));

--
-- Name: product_entitlements tenant_isolation; Type: POLICY; Schema: entitlements; Owner: hearth_owner
--

CREATE POLICY tenant_isolation ON entitlements.product_entitlements AS RESTRICTIVE USING ((tenant_id = ( SELECT entitlements.current_tenant_id() AS current_tenant_id))) WITH CHECK ((tenant_id = ( SELECT entitlements.current_tenant_id() AS current_tenant_id)));

--
-- Name: products tenant_isolation; Type: POLICY; Schema: entitlements; Owner: hearth_owner
--

CREATE POLICY tenant_isolation ON entitlements.products AS RESTRICTIVE USING ((tenant_id = ( SELECT entitlements.current_tenant_id() AS current_tenant_id))) WITH CHECK ((tenant_id = ( SELECT entitlements.current_tenant_id() AS current_tenant_id)));

--
-- Name: purchases tenant_isolation; Type: POLICY; Schema: entitlements; Owner: hearth_owner
--

CREATE POLICY tenant_isolation ON entitlements.purchases AS RESTRICTIVE USING ((tenant_id = ( SELECT entitlements.current_tenant_id() AS current_tenant_id))) WITH CHECK ((tenant_id = ( SELECT entitlements.current_tenant_id() AS current_tenant_id)));

--
-- Name: tenants tenant_isolation; Type: POLICY; Schema: entitlements; Owner: hearth_owner
--

CREATE POLICY tenant_isolation ON entitlements.tenants AS RESTRICTIVE TO hearth_server USING ((tenant_id = ( SELECT entitlements.current_tenant_id() AS current_tenant_id))) WITH CHECK ((tenant_id = ( SELECT entitlements.current_tenant_id() AS current_tenant_id)));

--
-- Name: transfer_sides tenant_isolation; Type: POLICY; Schema: entitlements; Owner: hearth_owner
--

CREATE POLICY tenant_isolation ON entitlements.transfer_sides AS RESTRICTIVE USING ((tenant_id = ( SELECT entitlements.current_tenant_id() AS current_tenant_id))) WITH CHECK ((tenant_id = ( SELECT entitlements.current_tenant_id() AS current_tenant_id)));

--
-- Name: webhook_events tenant_isolation; Type: POLICY; Schema: entitlements; Owner: hearth_owner
--

CREATE POLICY tenant_isolation ON entitlements.webhook_events AS RESTRICTIVE TO hearth_server USING ((tenant_id = ( SELECT entitlements.current_tenant_id() AS current_tenant_id))) WITH CHECK ((tenant_id = ( SELECT entitlements.current_tenant_id() AS current_tenant_id)));

--
-- Name: webhook_secrets tenant_isolation; Type: POLICY; Schema: entitlements; Owner: hearth_owner
--

CREATE POLICY tenant_isolation ON entitlements.webhook_secrets AS RESTRICTIVE USING ((tenant_id = ( SELECT entitlements.current_tenant_id() AS current_tenant_id))) WITH CHECK ((tenant_id = ( SELECT entitlements.current_tenant_id() AS current_tenant_id)));

--
-- Name: api_keys tenant_rows; Type: POLICY; Schema: entitlements; Owner: hearth_owner
--

CREATE POLICY tenant_rows ON entitlements.api_keys TO hearth_owner, hearth_server USING (true) WITH CHECK (true);

--
-- Name: app_user_id_links tenant_rows; Type: POLICY; Schema: entitlements; Owner: hearth_owner
--

CREATE POLICY tenant_rows ON entitlements.app_user_id_links TO hearth_owner, hearth_server USING (true) WITH CHECK (true);

--
-- Name: app_user_ids tenant_rows; Type: POLICY; Schema: entitlements; Owner: hearth_owner
--

CREATE POLICY tenant_rows ON entitlements.app_user_ids TO hearth_owner, hearth_server USING (true) WITH CHECK (true);

--
-- Name: app_users tenant_rows; Type: POLICY; Schema: entitlements; Owner: hearth_owner
--

CREATE POLICY tenant_rows ON entitlements.app_users TO hearth_owner, hearth_server USING (true) WITH CHECK (true);

--
-- Name: entitlement_implications tenant_rows; Type: POLICY; Schema: entitlements; Owner: hearth_owner
--

CREATE POLICY tenant_rows ON entitlements.entitlement_implications TO hearth_owner, hearth_server USING (true) WITH CHECK (true);

--
-- Name: entitlements tenant_rows; Type: POLICY; Schema: entitlements; Owner: hearth_owner
--

CREATE POLICY tenant_rows ON entitlements.entitlements TO hearth_owner, hearth_server USING (true) WITH CHECK (true);

--
-- Name: evidence tenant_rows; Type: POLICY; Schema: entitlements; Owner: hearth_owner
--

CREATE POLICY tenant_rows ON entitlements.evidence TO hearth_owner, hearth_server USING (true) WITH CHECK (true);

--
-- Name: features tenant_rows; Type: POLICY; Schema: entitlements; Owner: hearth_owner
--

CREATE POLICY tenant_rows ON entitlements.features TO hearth_owner, hearth_server USING (true) WITH CHECK (true);

--
-- Name: product_entitlements tenant_rows; Type: POLICY; Schema: entitlements; Owner: hearth_owner
--

CREATE POLICY tenant_rows ON entitlements.product_entitlements TO hearth_owner, hearth_server USING (true) WITH CHECK (true);

--
-- Name: products tenant_rows; Type: POLICY; Schema: entitlements; Owner: hearth_owner
--

CREATE POLICY tenant_rows ON entitlements.products TO hearth_owner, hearth_server USING (true) WITH CHECK (true);

--
-- Name: purchases tenant_rows; Type: POLICY; Schema: entitlements; Owner: hearth_owner
--

CREATE POLICY tenant_rows ON entitlements.purchases TO hearth_owner, hearth_server USING (true) WITH CHECK (true);

--
-- Name: tenants tenant_rows; Type: POLICY; Schema: entitlements; Owner: hearth_owner
--

CREATE POLICY tenant_rows ON entitlements.tenants TO hearth_owner, hearth_server USING (true) WITH CHECK (true);

--
-- Name: transfer_sides tenant_rows; Type: POLICY; Schema: entitlements; Owner: hearth_owner
--

CREATE POLICY tenant_rows ON entitlements.transfer_sides TO hearth_owner, hearth_server USING (true) WITH CHECK (true);

--
-- Name: webhook_events tenant_rows; Type: POLICY; Schema: entitlements; Owner: hearth_owner
--

CREATE POLICY tenant_rows ON entitlements.webhook_events TO hearth_owner, hearth_server USING (true) WITH CHECK (true);

--
-- Name: webhook_secrets tenant_rows; Type: POLICY; Schema: entitlements; Owner: hearth_owner
--

CREATE POLICY tenant_rows ON entitlements.webhook_secrets TO hearth_owner, hearth_server USING (true) WITH CHECK (true);

--
-- Name: tenants; Type: ROW SECURITY; Schema: entitlements; Owner: hearth_owner
--

ALTER TABLE entitlements.tenants ENABLE ROW LEVEL SECURITY;

--
-- Name: transfer_sides; Type: ROW SECURITY; Schema: entitlements; Owner: hearth_owner
--

ALTER TABLE entitlements.transfer_sides ENABLE ROW LEVEL SECURITY;

--
-- Name: webhook_events; Type: ROW SECURITY; Schema: entitlements; Owner: hearth_owner
--

ALTER TABLE entitlements.webhook_events ENABLE ROW LEVEL SECURITY;

--
-- Name: webhook_secrets; Type: ROW SECURITY; Schema: entitlements; Owner: hearth_owner
--

ALTER TABLE entitlements.webhook_secrets ENABLE ROW LEVEL SECURITY;

--
-- Name: SCHEMA api; Type: ACL; Schema: -; Owner: hearth_owner
--

GRANT USAGE ON SCHEMA api TO hearth_server;

--
-- Name: SCHEMA entitlements; Type: ACL; Schema: -; Owner: hearth_owner
--

GRANT USAGE ON SCHEMA entitlements TO hearth_server;

--
-- Name: FUNCTION add_app_user_ids(app_user_ids text[]); Type: ACL; Schema: api; Owner: hearth_owner
--

REVOKE ALL ON FUNCTION api.add_app_user_ids(app_user_ids text[]) FROM PUBLIC;
GRANT ALL ON FUNCTION api.add_app_user_ids(app_user_ids text[]) TO hearth_server;

--
-- Name: FUNCTION evidence_rank(kind text); Type: ACL; Schema: entitlements; Owner: hearth_owner
--

REVOKE ALL ON FUNCTION entitlements.evidence_rank(kind text) FROM PUBLIC;
GRANT ALL ON FUNCTION entitlements.evidence_rank(kind text) TO hearth_server;

--
-- Name: TABLE evidence; Type: ACL; Schema: entitlements; Owner: hearth_owner
--

GRANT SELECT,INSERT ON TABLE entitlements.evidence TO hearth_server;

--
-- Name: FUNCTION add_evidence(told entitlements.evidence); Type: ACL; Schema: api; Owner: hearth_owner
--

REVOKE ALL ON FUNCTION api.add_evidence(told entitlements.evidence) FROM PUBLIC;
GRANT ALL ON FUNCTION api.add_evidence(told entitlements.evidence) TO hearth_server;

--
-- Name: FUNCTION apply_catalog(definition jsonb); Type: ACL; Schema: api; Owner: hearth_owner
--

REVOKE ALL ON FUNCTION api.apply_catalog(definition jsonb) FROM PUBLIC;
GRANT ALL ON FUNCTION api.apply_catalog(definition jsonb) TO hearth_server;

--
-- Name: FUNCTION apply_evidence(evidence_id text, facts jsonb, received_at timestamp with time zone); Type: ACL; Schema: api; Owner: hearth_owner
--

REVOKE ALL ON FUNCTION api.apply_evidence(evidence_id text, facts jsonb, received_at timestamp with time zone) FROM PUBLIC;
GRANT ALL ON FUNCTION api.apply_evidence(evidence_id text, facts jsonb, received_at timestamp with time zone) TO hearth_server;

--
-- Name: FUNCTION apply_purchase_evidence(told entitlements.evidence); Type: ACL; Schema: api; Owner: hearth_owner
--

REVOKE ALL ON FUNCTION api.apply_purchase_evidence(told entitlements.evidence) FROM PUBLIC;
GRANT ALL ON FUNCTION api.apply_purchase_evidence(told entitlements.evidence) TO hearth_server;

--
-- Name: FUNCTION apply_tenant(slug text, definition jsonb); Type: ACL; Schema: api; Owner: hearth_owner
--

REVOKE ALL ON FUNCTION api.apply_tenant(slug text, definition jsonb) FROM PUBLIC;
GRANT ALL ON FUNCTION api.apply_tenant(slug text, definition jsonb) TO hearth_server;

--
-- Name: FUNCTION apply_transfer(told entitlements.evidence, transferred_from text[], transferred_to text[]); Type: ACL; Schema: api; Owner: hearth_owner
--

REVOKE ALL ON FUNCTION api.apply_transfer(told entitlements.evidence, transferred_from text[], transferred_to text[]) FROM PUBLIC;
GRANT ALL ON FUNCTION api.apply_transfer(told entitlements.evidence, transferred_from text[], transferred_to text[]) TO hearth_server;

--
-- Name: FUNCTION authenticate_api_key(key_id text); Type: ACL; Schema: api; Owner: hearth_owner
--

REVOKE ALL ON FUNCTION api.authenticate_api_key(key_id text) FROM PUBLIC;
GRANT ALL ON FUNCTION api.authenticate_api_key(key_id text) TO hearth_server;

--
-- Name: FUNCTION check_entitlements(app_user_ids text[], entitlement_ids text[], environment text, as_of timestamp with time zone); Type: ACL; Schema: api; Owner: hearth_owner
--

REVOKE ALL ON FUNCTION api.check_entitlements(app_user_ids text[], entitlement_ids text[], environment text, as_of timestamp with time zone) FROM PUBLIC;
GRANT ALL ON FUNCTION api.check_entitlements(app_user_ids text[], entitlement_ids text[], environment text, as_of timestamp with time zone) TO hearth_server;

--
-- Name: FUNCTION claim_webhook_event(lease_seconds integer, as_of timestamp with time zone); Type: ACL; Schema: api; Owner: hearth_owner
--

REVOKE ALL ON FUNCTION api.claim_webhook_event(lease_seconds integer, as_of timestamp with time zone) FROM PUBLIC;
GRANT ALL ON FUNCTION api.claim_webhook_event(lease_seconds integer, as_of timestamp with time zone) TO hearth_server;

--
-- Name: FUNCTION count_failed_webhook_events(); Type: ACL; Schema: api; Owner: hearth_owner
--

REVOKE ALL ON FUNCTION api.count_failed_webhook_events() FROM PUBLIC;
GRANT ALL ON FUNCTION api.count_failed_webhook_events() TO hearth_server;

--
-- Name: FUNCTION create_admin_key(key_id text, digest bytea); Type: ACL; Schema: api; Owner: hearth_owner
--

REVOKE ALL ON FUNCTION api.create_admin_key(key_id text, digest bytea) FROM PUBLIC;
GRANT ALL ON FUNCTION api.create_admin_key(key_id text, digest bytea) TO hearth_server;

--
-- Name: FUNCTION create_api_key(key_id text, kind text, digest bytea); Type: ACL; Schema: api; Owner: hearth_owner
--

REVOKE ALL ON FUNCTION api.create_api_key(key_id text, kind text, digest bytea) FROM PUBLIC;
GRANT ALL ON FUNCTION api.create_api_key(key_id text, kind text, digest bytea) TO hearth_server;

--
-- Name: FUNCTION delete_webhook_secret(kind text, slot integer); Type: ACL; Schema: api; Owner: hearth_owner
--

REVOKE ALL ON FUNCTION api.delete_webhook_secret(kind text, slot integer) FROM PUBLIC;
GRANT ALL ON FUNCTION api.delete_webhook_secret(kind text, slot integer) TO hearth_server;

--
-- Name: FUNCTION entitlement_answers(app_user_id text, environment text, as_of timestamp with time zone); Type: ACL; Schema: api; Owner: hearth_owner
--

REVOKE ALL ON FUNCTION api.entitlement_answers(app_user_id text, environment text, as_of timestamp with time zone) FROM PUBLIC;
GRANT ALL ON FUNCTION api.entitlement_answers(app_user_id text, environment text, as_of timestamp with time zone) TO hearth_server;

--
-- Name: FUNCTION rfc3339(moment timestamp with time zone); Type: ACL; Schema: api; Owner: hearth_owner
--

REVOKE ALL ON FUNCTION api.rfc3339(moment timestamp with time zone) FROM PUBLIC;
GRANT ALL ON FUNCTION api.rfc3339(moment timestamp with time zone) TO hearth_server;

--
-- Name: FUNCTION entitlement_json(entitlement_id text, is_active boolean, status text, expires_at timestamp with time zone, will_renew boolean, source_kind text, source_app_user_id text, product_id text, store text, environment text, period_type text, implied_by text); Type: ACL; Schema: api; Owner: hearth_owner
--

REVOKE ALL ON FUNCTION api.entitlement_json(entitlement_id text, is_active boolean, status text, expires_at timestamp with time zone, will_renew boolean, source_kind text, source_app_user_id text, product_id text, store text, environment text, period_type text, implied_by text) FROM PUBLIC;
GRANT ALL ON FUNCTION api.entitlement_json(entitlement_id text, is_active boolean, status text, expires_at timestamp with time zone, will_renew boolean, source_kind text, source_app_user_id text, product_id text, store text, environment text, period_type text, implied_by text) TO hearth_server;

--
-- Name: FUNCTION find_tenant(slug text); Type: ACL; Schema: api; Owner: hearth_owner
--

REVOKE ALL ON FUNCTION api.find_tenant(slug text) FROM PUBLIC;
GRANT ALL ON FUNCTION api.find_tenant(slug text) TO hearth_server;

--
-- Name: FUNCTION finish_webhook_event(event_id text, is_understood boolean, reason text); Type: ACL; Schema: api; Owner: hearth_owner
--

REVOKE ALL ON FUNCTION api.finish_webhook_event(event_id text, is_understood boolean, reason text) FROM PUBLIC;
GRANT ALL ON FUNCTION api.finish_webhook_event(event_id text, is_understood boolean, reason text) TO hearth_server;

--
-- Name: TABLE purchases; Type: ACL; Schema: entitlements; Owner: hearth_owner
--

GRANT SELECT,INSERT,UPDATE ON TABLE entitlements.purchases TO hearth_server;

--
-- Name: FUNCTION fold_access(state entitlements.purchases); Type: ACL; Schema: api; Owner: hearth_owner
--

REVOKE ALL ON FUNCTION api.fold_access(state entitlements.purchases) FROM PUBLIC;
GRANT ALL ON FUNCTION api.fold_access(state entitlements.purchases) TO hearth_server;

--
-- Name: FUNCTION fold_mark(state entitlements.purchases, told entitlements.evidence); Type: ACL; Schema: api; Owner: hearth_owner
--

REVOKE ALL ON FUNCTION api.fold_mark(state entitlements.purchases, told entitlements.evidence) FROM PUBLIC;
GRANT ALL ON FUNCTION api.fold_mark(state entitlements.purchases, told entitlements.evidence) TO hearth_server;

--
-- Name: FUNCTION fold_period(state entitlements.purchases, told entitlements.evidence); Type: ACL; Schema: api; Owner: hearth_owner
--

REVOKE ALL ON FUNCTION api.fold_period(state entitlements.purchases, told entitlements.evidence) FROM PUBLIC;
GRANT ALL ON FUNCTION api.fold_period(state entitlements.purchases, told entitlements.evidence) TO hearth_server;

--
-- Name: FUNCTION fold_purchase_step(state entitlements.purchases, told entitlements.evidence, moved_from text[]); Type: ACL; Schema: api; Owner: hearth_owner
--

REVOKE ALL ON FUNCTION api.fold_purchase_step(state entitlements.purchases, told entitlements.evidence, moved_from text[]) FROM PUBLIC;
GRANT ALL ON FUNCTION api.fold_purchase_step(state entitlements.purchases, told entitlements.evidence, moved_from text[]) TO hearth_server;

--
-- Name: FUNCTION folded_purchase(purchase_id uuid, as_of timestamp with time zone); Type: ACL; Schema: api; Owner: hearth_owner
--

REVOKE ALL ON FUNCTION api.folded_purchase(purchase_id uuid, as_of timestamp with time zone) FROM PUBLIC;
GRANT ALL ON FUNCTION api.folded_purchase(purchase_id uuid, as_of timestamp with time zone) TO hearth_server;

--
-- Name: FUNCTION get_app_user(app_user_id text, as_of timestamp with time zone); Type: ACL; Schema: api; Owner: hearth_owner
--

REVOKE ALL ON FUNCTION api.get_app_user(app_user_id text, as_of timestamp with time zone) FROM PUBLIC;
GRANT ALL ON FUNCTION api.get_app_user(app_user_id text, as_of timestamp with time zone) TO hearth_server;

--
-- Name: FUNCTION get_deployment(); Type: ACL; Schema: api; Owner: hearth_owner
--

REVOKE ALL ON FUNCTION api.get_deployment() FROM PUBLIC;
GRANT ALL ON FUNCTION api.get_deployment() TO hearth_server;

--
-- Name: FUNCTION get_entitlement(app_user_id text, entitlement_id text, environment text, as_of timestamp with time zone); Type: ACL; Schema: api; Owner: hearth_owner
--

REVOKE ALL ON FUNCTION api.get_entitlement(app_user_id text, entitlement_id text, environment text, as_of timestamp with time zone) FROM PUBLIC;
GRANT ALL ON FUNCTION api.get_entitlement(app_user_id text, entitlement_id text, environment text, as_of timestamp with time zone) TO hearth_server;

--
-- Name: FUNCTION get_entitlements(app_user_id text, environment text, as_of timestamp with time zone); Type: ACL; Schema: api; Owner: hearth_owner
--

REVOKE ALL ON FUNCTION api.get_entitlements(app_user_id text, environment text, as_of timestamp with time zone) FROM PUBLIC;
GRANT ALL ON FUNCTION api.get_entitlements(app_user_id text, environment text, as_of timestamp with time zone) TO hearth_server;

--
-- Name: FUNCTION get_feature(app_user_id text, feature_id text, environment text, as_of timestamp with time zone); Type: ACL; Schema: api; Owner: hearth_owner
--

REVOKE ALL ON FUNCTION api.get_feature(app_user_id text, feature_id text, environment text, as_of timestamp with time zone) FROM PUBLIC;
GRANT ALL ON FUNCTION api.get_feature(app_user_id text, feature_id text, environment text, as_of timestamp with time zone) TO hearth_server;

--
-- Name: FUNCTION get_webhook_secrets(); Type: ACL; Schema: api; Owner: hearth_owner
--

REVOKE ALL ON FUNCTION api.get_webhook_secrets() FROM PUBLIC;
GRANT ALL ON FUNCTION api.get_webhook_secrets() TO hearth_server;

--
-- Name: FUNCTION insert_app_user_ids(app_user_ids text[], app_user_uuids uuid[]); Type: ACL; Schema: api; Owner: hearth_owner
--

REVOKE ALL ON FUNCTION api.insert_app_user_ids(app_user_ids text[], app_user_uuids uuid[]) FROM PUBLIC;
GRANT ALL ON FUNCTION api.insert_app_user_ids(app_user_ids text[], app_user_uuids uuid[]) TO hearth_server;

--
-- Name: FUNCTION is_accepted(facts jsonb); Type: ACL; Schema: api; Owner: hearth_owner
--

REVOKE ALL ON FUNCTION api.is_accepted(facts jsonb) FROM PUBLIC;
GRANT ALL ON FUNCTION api.is_accepted(facts jsonb) TO hearth_server;

--
-- Name: FUNCTION join_app_user_ids(app_user_ids text[], linked_at timestamp with time zone, evidence_id text); Type: ACL; Schema: api; Owner: hearth_owner
--

REVOKE ALL ON FUNCTION api.join_app_user_ids(app_user_ids text[], linked_at timestamp with time zone, evidence_id text) FROM PUBLIC;
GRANT ALL ON FUNCTION api.join_app_user_ids(app_user_ids text[], linked_at timestamp with time zone, evidence_id text) TO hearth_server;

--
-- Name: FUNCTION linked_app_user_ids(app_user_ids text[]); Type: ACL; Schema: api; Owner: hearth_owner
--

REVOKE ALL ON FUNCTION api.linked_app_user_ids(app_user_ids text[]) FROM PUBLIC;
GRANT ALL ON FUNCTION api.linked_app_user_ids(app_user_ids text[]) TO hearth_server;

--
-- Name: FUNCTION list_webhook_events(with_status text, page_limit integer, before_received_at timestamp with time zone, before_event_id text); Type: ACL; Schema: api; Owner: hearth_owner
--

REVOKE ALL ON FUNCTION api.list_webhook_events(with_status text, page_limit integer, before_received_at timestamp with time zone, before_event_id text) FROM PUBLIC;
GRANT ALL ON FUNCTION api.list_webhook_events(with_status text, page_limit integer, before_received_at timestamp with time zone, before_event_id text) TO hearth_server;

--
-- Name: FUNCTION lock_related_app_users(app_user_ids text[]); Type: ACL; Schema: api; Owner: hearth_owner
--

REVOKE ALL ON FUNCTION api.lock_related_app_users(app_user_ids text[]) FROM PUBLIC;
GRANT ALL ON FUNCTION api.lock_related_app_users(app_user_ids text[]) TO hearth_server;

--
-- Name: FUNCTION move_app_user_ids(app_user_ids text[], parts integer[]); Type: ACL; Schema: api; Owner: hearth_owner
--

REVOKE ALL ON FUNCTION api.move_app_user_ids(app_user_ids text[], parts integer[]) FROM PUBLIC;
GRANT ALL ON FUNCTION api.move_app_user_ids(app_user_ids text[], parts integer[]) TO hearth_server;

--
-- Name: FUNCTION owned_purchases(app_user_id text, environment text, as_of timestamp with time zone); Type: ACL; Schema: api; Owner: hearth_owner
--

REVOKE ALL ON FUNCTION api.owned_purchases(app_user_id text, environment text, as_of timestamp with time zone) FROM PUBLIC;
GRANT ALL ON FUNCTION api.owned_purchases(app_user_id text, environment text, as_of timestamp with time zone) TO hearth_server;

--
-- Name: FUNCTION past_purchases(app_user_id text, environment text, as_of timestamp with time zone); Type: ACL; Schema: api; Owner: hearth_owner
--

REVOKE ALL ON FUNCTION api.past_purchases(app_user_id text, environment text, as_of timestamp with time zone) FROM PUBLIC;
GRANT ALL ON FUNCTION api.past_purchases(app_user_id text, environment text, as_of timestamp with time zone) TO hearth_server;

--
-- Name: FUNCTION purchase_answers(app_user_id text, as_of timestamp with time zone); Type: ACL; Schema: api; Owner: hearth_owner
--

REVOKE ALL ON FUNCTION api.purchase_answers(app_user_id text, as_of timestamp with time zone) FROM PUBLIC;
GRANT ALL ON FUNCTION api.purchase_answers(app_user_id text, as_of timestamp with time zone) TO hearth_server;

--
-- Name: FUNCTION receive_webhook_event(event_id text, event_type text, body bytea, facts jsonb, problem text, received_at timestamp with time zone); Type: ACL; Schema: api; Owner: hearth_owner
--

REVOKE ALL ON FUNCTION api.receive_webhook_event(event_id text, event_type text, body bytea, facts jsonb, problem text, received_at timestamp with time zone) FROM PUBLIC;
GRANT ALL ON FUNCTION api.receive_webhook_event(event_id text, event_type text, body bytea, facts jsonb, problem text, received_at timestamp with time zone) TO hearth_server;

--
-- Name: FUNCTION refold_related_purchases(app_user_ids text[]); Type: ACL; Schema: api; Owner: hearth_owner
--

REVOKE ALL ON FUNCTION api.refold_related_purchases(app_user_ids text[]) FROM PUBLIC;
GRANT ALL ON FUNCTION api.refold_related_purchases(app_user_ids text[]) TO hearth_server;

--
-- Name: FUNCTION rejoin_app_user_ids(app_user_ids text[]); Type: ACL; Schema: api; Owner: hearth_owner
--

REVOKE ALL ON FUNCTION api.rejoin_app_user_ids(app_user_ids text[]) FROM PUBLIC;
GRANT ALL ON FUNCTION api.rejoin_app_user_ids(app_user_ids text[]) TO hearth_server;

--
-- Name: FUNCTION related_app_user_ids(app_user_ids text[]); Type: ACL; Schema: api; Owner: hearth_owner
--

REVOKE ALL ON FUNCTION api.related_app_user_ids(app_user_ids text[]) FROM PUBLIC;
GRANT ALL ON FUNCTION api.related_app_user_ids(app_user_ids text[]) TO hearth_server;

--
-- Name: FUNCTION require_entitlements(entitlement_ids text[]); Type: ACL; Schema: api; Owner: hearth_owner
--

REVOKE ALL ON FUNCTION api.require_entitlements(entitlement_ids text[]) FROM PUBLIC;
GRANT ALL ON FUNCTION api.require_entitlements(entitlement_ids text[]) TO hearth_server;

--
-- Name: FUNCTION retry_webhook_event(event_id text); Type: ACL; Schema: api; Owner: hearth_owner
--

REVOKE ALL ON FUNCTION api.retry_webhook_event(event_id text) FROM PUBLIC;
GRANT ALL ON FUNCTION api.retry_webhook_event(event_id text) TO hearth_server;

--
-- Name: FUNCTION revoke_admin_key(key_id text); Type: ACL; Schema: api; Owner: hearth_owner
--

REVOKE ALL ON FUNCTION api.revoke_admin_key(key_id text) FROM PUBLIC;
GRANT ALL ON FUNCTION api.revoke_admin_key(key_id text) TO hearth_server;

--
-- Name: FUNCTION revoke_api_key(key_id text); Type: ACL; Schema: api; Owner: hearth_owner
--

REVOKE ALL ON FUNCTION api.revoke_api_key(key_id text) FROM PUBLIC;
GRANT ALL ON FUNCTION api.revoke_api_key(key_id text) TO hearth_server;

--
-- Name: FUNCTION set_webhook_secret(kind text, slot integer, sealed bytea); Type: ACL; Schema: api; Owner: hearth_owner
--

REVOKE ALL ON FUNCTION api.set_webhook_secret(kind text, slot integer, sealed bytea) FROM PUBLIC;
GRANT ALL ON FUNCTION api.set_webhook_secret(kind text, slot integer, sealed bytea) TO hearth_server;

--
-- Name: FUNCTION store_purchase(purchase_id uuid, folded entitlements.purchases); Type: ACL; Schema: api; Owner: hearth_owner
--

REVOKE ALL ON FUNCTION api.store_purchase(purchase_id uuid, folded entitlements.purchases) FROM PUBLIC;
GRANT ALL ON FUNCTION api.store_purchase(purchase_id uuid, folded entitlements.purchases) TO hearth_server;

--
-- Name: FUNCTION tenant_settings(definition jsonb); Type: ACL; Schema: api; Owner: hearth_owner
--

REVOKE ALL ON FUNCTION api.tenant_settings(definition jsonb) FROM PUBLIC;
GRANT ALL ON FUNCTION api.tenant_settings(definition jsonb) TO hearth_server;

--
-- Name: FUNCTION transferring_app_user_ids(evidence_id text); Type: ACL; Schema: api; Owner: hearth_owner
--

REVOKE ALL ON FUNCTION api.transferring_app_user_ids(evidence_id text) FROM PUBLIC;
GRANT ALL ON FUNCTION api.transferring_app_user_ids(evidence_id text) TO hearth_server;

--
-- Name: FUNCTION with_implied(entitlement_ids text[]); Type: ACL; Schema: api; Owner: hearth_owner
--

REVOKE ALL ON FUNCTION api.with_implied(entitlement_ids text[]) FROM PUBLIC;
GRANT ALL ON FUNCTION api.with_implied(entitlement_ids text[]) TO hearth_server;

--
-- Name: FUNCTION current_tenant_id(); Type: ACL; Schema: entitlements; Owner: hearth_owner
--

REVOKE ALL ON FUNCTION entitlements.current_tenant_id() FROM PUBLIC;
GRANT ALL ON FUNCTION entitlements.current_tenant_id() TO hearth_server;

--
-- Name: PROCEDURE secure_table(IN table_name regclass, IN is_crossed_by_doors boolean); Type: ACL; Schema: entitlements; Owner: postgres
--

REVOKE ALL ON PROCEDURE entitlements.secure_table(IN table_name regclass, IN is_crossed_by_doors boolean) FROM PUBLIC;

--
-- Name: FUNCTION fold_purchase(entitlements.evidence, text[]); Type: ACL; Schema: api; Owner: hearth_owner
--

REVOKE ALL ON FUNCTION api.fold_purchase(entitlements.evidence, text[]) FROM PUBLIC;
GRANT ALL ON FUNCTION api.fold_purchase(entitlements.evidence, text[]) TO hearth_server;

--
-- Name: TABLE api_keys; Type: ACL; Schema: entitlements; Owner: hearth_owner
--

GRANT SELECT,INSERT,UPDATE ON TABLE entitlements.api_keys TO hearth_server;

--
-- Name: TABLE app_user_id_links; Type: ACL; Schema: entitlements; Owner: hearth_owner
--

GRANT SELECT,INSERT,UPDATE ON TABLE entitlements.app_user_id_links TO hearth_server;

--
-- Name: TABLE app_user_ids; Type: ACL; Schema: entitlements; Owner: hearth_owner
--

GRANT SELECT,INSERT,UPDATE ON TABLE entitlements.app_user_ids TO hearth_server;

--
-- Name: TABLE app_users; Type: ACL; Schema: entitlements; Owner: hearth_owner
--

GRANT SELECT,INSERT,UPDATE ON TABLE entitlements.app_users TO hearth_server;

--
-- Name: TABLE entitlement_implications; Type: ACL; Schema: entitlements; Owner: hearth_owner
--

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE entitlements.entitlement_implications TO hearth_server;

--
-- Name: TABLE entitlements; Type: ACL; Schema: entitlements; Owner: hearth_owner
--

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE entitlements.entitlements TO hearth_server;

--
-- Name: TABLE features; Type: ACL; Schema: entitlements; Owner: hearth_owner
--

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE entitlements.features TO hearth_server;

--
-- Name: TABLE product_entitlements; Type: ACL; Schema: entitlements; Owner: hearth_owner
--

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE entitlements.product_entitlements TO hearth_server;

--
-- Name: TABLE products; Type: ACL; Schema: entitlements; Owner: hearth_owner
--

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE entitlements.products TO hearth_server;

--
-- Name: TABLE tenants; Type: ACL; Schema: entitlements; Owner: hearth_owner
--

GRANT SELECT,UPDATE ON TABLE entitlements.tenants TO hearth_server;

--
-- Name: TABLE transfer_sides; Type: ACL; Schema: entitlements; Owner: hearth_owner
--

GRANT SELECT,INSERT ON TABLE entitlements.transfer_sides TO hearth_server;

--
-- Name: TABLE webhook_events; Type: ACL; Schema: entitlements; Owner: hearth_owner
--

GRANT SELECT,INSERT,UPDATE ON TABLE entitlements.webhook_events TO hearth_server;

--
-- Name: TABLE webhook_secrets; Type: ACL; Schema: entitlements; Owner: hearth_owner
--

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE entitlements.webhook_secrets TO hearth_server;

--
-- Name: DEFAULT PRIVILEGES FOR FUNCTIONS; Type: DEFAULT ACL; Schema: -; Owner: hearth_owner
--

ALTER DEFAULT PRIVILEGES FOR ROLE hearth_owner REVOKE ALL ON FUNCTIONS  FROM PUBLIC;

--
-- PostgreSQL database dump complete
--

