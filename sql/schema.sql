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
-- Name: entitlements; Type: SCHEMA; Schema: -; Owner: hearth_owner
--

CREATE SCHEMA entitlements;

ALTER SCHEMA entitlements OWNER TO hearth_owner;

--
-- Name: answered_entitlement; Type: TYPE; Schema: entitlements; Owner: hearth_owner
--

CREATE TYPE entitlements.answered_entitlement AS (
	app_user_uuid uuid,
	entitlement_id text,
	rank integer,
	has_begun boolean,
	is_active boolean,
	status text,
	expires_at timestamp with time zone,
	will_renew boolean,
	source_kind text,
	source_app_user_id text,
	household_id uuid,
	product_id text,
	store text,
	period_type text,
	implied_by text,
	next_change_at timestamp with time zone,
	ended_reason text,
	period_started_at timestamp with time zone,
	period_ends_at timestamp with time zone,
	grace_ends_at timestamp with time zone,
	trial_ends_at timestamp with time zone,
	product_kind text,
	duration text,
	management_url text
);

ALTER TYPE entitlements.answered_entitlement OWNER TO hearth_owner;

--
-- Name: TYPE answered_entitlement; Type: COMMENT; Schema: entitlements; Owner: hearth_owner
--

COMMENT ON TYPE entitlements.answered_entitlement IS 'What an app user may do by one entitlement at a moment, from its best source.';

--
-- Name: evidence_rank(text); Type: FUNCTION; Schema: entitlements; Owner: hearth_owner
--

CREATE FUNCTION entitlements.evidence_rank(kind text) RETURNS smallint
    LANGUAGE sql IMMUTABLE PARALLEL SAFE
    RETURN (('{"claim": 100, "grant": 20, "import": 5, "absence": 100, "renewal": 30, "snapshot": 100, "transfer": 95, "adjustment": 20, "expiration": 90, "revocation": 90, "cancellation": 60, "billing_issue": 80, "product_change": 50, "uncancellation": 65, "refund_reversed": 85, "initial_purchase": 20, "subscription_paused": 70, "non_renewing_purchase": 20, "subscription_extended": 40, "temporary_entitlement_grant": 10}'::jsonb ->> kind))::smallint;

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
    is_one_time boolean,
    original_purchased_at timestamp with time zone,
    never_expires boolean,
    will_renew boolean,
    cancelled_at timestamp with time zone,
    billing_issue_at timestamp with time zone,
    is_paused boolean,
    refunded_at timestamp with time zone,
    gives_access boolean,
    is_cancelled boolean,
    has_billing_issue boolean,
    offer_code text COLLATE pg_catalog."C",
    presented_offering_id text COLLATE pg_catalog."C",
    price_in_purchased_currency numeric,
    currency text,
    country_code text,
    is_trial_conversion boolean,
    is_pending boolean,
    order_items text[],
    order_item text COLLATE pg_catalog."C",
    quantity integer,
    CONSTRAINT evidence_check CHECK (((kind = 'transfer'::text) = (purchase_id IS NULL))),
    CONSTRAINT evidence_check1 CHECK (((kind = 'transfer'::text) = (transferred_to_app_user_id IS NOT NULL))),
    CONSTRAINT evidence_check2 CHECK (((kind = 'transfer'::text) = (app_user_id IS NULL)))
);
ALTER TABLE ONLY entitlements.evidence ALTER COLUMN tenant_id SET STATISTICS 0;

ALTER TABLE ONLY entitlements.evidence FORCE ROW LEVEL SECURITY;

ALTER TABLE entitlements.evidence OWNER TO hearth_owner;

--
-- Name: TABLE evidence; Type: COMMENT; Schema: entitlements; Owner: hearth_owner
--

COMMENT ON TABLE entitlements.evidence IS 'Facts about purchases, from events, snapshots and grants. Never edited.';

--
-- Name: COLUMN evidence.is_pending; Type: COMMENT; Schema: entitlements; Owner: hearth_owner
--

COMMENT ON COLUMN entitlements.evidence.is_pending IS 'Version 2 says that the first payment is still to come.';

--
-- Name: COLUMN evidence.order_items; Type: COMMENT; Schema: entitlements; Owner: hearth_owner
--

COMMENT ON COLUMN entitlements.evidence.order_items IS 'All products of the order, as the event listed them; null if it listed none.';

--
-- Name: COLUMN evidence.order_item; Type: COMMENT; Schema: entitlements; Owner: hearth_owner
--

COMMENT ON COLUMN entitlements.evidence.order_item IS 'The product that tells the purchase apart in its order; null for the main product.';

--
-- Name: COLUMN evidence.quantity; Type: COMMENT; Schema: entitlements; Owner: hearth_owner
--

COMMENT ON COLUMN entitlements.evidence.quantity IS 'How many of the product were bought at once; null: one, or not told.';

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
    owner_uuid uuid,
    previous_owner_app_user_id text COLLATE pg_catalog."C",
    previous_owner_uuid uuid,
    moved_at timestamp with time zone,
    owner_is_settled boolean DEFAULT false NOT NULL,
    trial_ends_at timestamp with time zone,
    end_reason text,
    is_claimed_without_owner boolean DEFAULT false NOT NULL,
    quantity integer,
    CONSTRAINT purchases_chain_id_check CHECK (((octet_length(chain_id) >= 1) AND (octet_length(chain_id) <= 2000))),
    CONSTRAINT purchases_check CHECK (((owner_app_user_id IS NULL) = (owner_uuid IS NULL))),
    CONSTRAINT purchases_check1 CHECK (((previous_owner_app_user_id IS NULL) = (previous_owner_uuid IS NULL))),
    CONSTRAINT purchases_check2 CHECK (((previous_owner_app_user_id IS NULL) = (moved_at IS NULL)))
)
WITH (fillfactor='80');
ALTER TABLE ONLY entitlements.purchases ALTER COLUMN tenant_id SET STATISTICS 0;

ALTER TABLE ONLY entitlements.purchases FORCE ROW LEVEL SECURITY;

ALTER TABLE entitlements.purchases OWNER TO hearth_owner;

--
-- Name: TABLE purchases; Type: COMMENT; Schema: entitlements; Owner: hearth_owner
--

COMMENT ON TABLE entitlements.purchases IS 'One row a chain of subscription periods or a purchase: the fold over its evidence.';

--
-- Name: COLUMN purchases.is_claimed_without_owner; Type: COMMENT; Schema: entitlements; Owner: hearth_owner
--

COMMENT ON COLUMN entitlements.purchases.is_claimed_without_owner IS 'Whether a claim gave an owner to a purchase that had none.';

--
-- Name: COLUMN purchases.quantity; Type: COMMENT; Schema: entitlements; Owner: hearth_owner
--

COMMENT ON COLUMN entitlements.purchases.quantity IS 'How many of the product were bought at once; null is one.';

--
-- Name: bought_event; Type: TYPE; Schema: entitlements; Owner: hearth_owner
--

CREATE TYPE entitlements.bought_event AS (
	evidence entitlements.evidence,
	app_user_ids text[],
	has_transfer boolean,
	purchase entitlements.purchases
);

ALTER TYPE entitlements.bought_event OWNER TO hearth_owner;

--
-- Name: TYPE bought_event; Type: COMMENT; Schema: entitlements; Owner: hearth_owner
--

COMMENT ON TYPE entitlements.bought_event IS 'An event about a purchase, with what a write found for it.';

--
-- Name: changes; Type: TYPE; Schema: entitlements; Owner: hearth_owner
--

CREATE TYPE entitlements.changes AS (
	app_user_uuids uuid[],
	purchase_ids uuid[],
	owner_uuids uuid[]
);

ALTER TYPE entitlements.changes OWNER TO hearth_owner;

--
-- Name: TYPE changes; Type: COMMENT; Schema: entitlements; Owner: hearth_owner
--

COMMENT ON TYPE entitlements.changes IS 'What a write touched, and derive has to bring up to date.';

--
-- Name: explained_reason; Type: TYPE; Schema: entitlements; Owner: hearth_owner
--

CREATE TYPE entitlements.explained_reason AS (
	part text,
	code text,
	facts jsonb,
	rule text,
	has_won boolean,
	begins_at timestamp with time zone,
	is_running boolean,
	place integer,
	gives_access boolean,
	is_withheld boolean
);

ALTER TYPE entitlements.explained_reason OWNER TO hearth_owner;

--
-- Name: TYPE explained_reason; Type: COMMENT; Schema: entitlements; Owner: hearth_owner
--

COMMENT ON TYPE entitlements.explained_reason IS 'What an explanation considers: a purchase, a way to it, or an event.';

--
-- Name: import_row; Type: TYPE; Schema: entitlements; Owner: hearth_owner
--

CREATE TYPE entitlements.import_row AS (
	number integer,
	record text,
	app_user_id text,
	anonymous_app_user_ids text[],
	created_at timestamp with time zone,
	household text,
	household_name text,
	role text,
	joined_at timestamp with time zone,
	left_at timestamp with time zone,
	left_because text,
	environment text,
	store text,
	transaction_id text,
	product_id text,
	period_type text,
	purchased_at timestamp with time zone,
	original_purchased_at timestamp with time zone,
	expires_at timestamp with time zone,
	grace_expires_at timestamp with time zone,
	will_renew boolean,
	cancelled_at timestamp with time zone,
	billing_issue_at timestamp with time zone,
	refunded_at timestamp with time zone,
	limit_id text,
	amount bigint,
	used_at timestamp with time zone,
	reference text,
	entitlement_id text,
	starts_at timestamp with time zone,
	reason text,
	outcome text,
	code text,
	detail text
);

ALTER TYPE entitlements.import_row OWNER TO hearth_owner;

--
-- Name: TYPE import_row; Type: COMMENT; Schema: entitlements; Owner: hearth_owner
--

COMMENT ON TYPE entitlements.import_row IS 'A row of an app''s past, and what becomes of it.';

--
-- Name: limit_state; Type: TYPE; Schema: entitlements; Owner: hearth_owner
--

CREATE TYPE entitlements.limit_state AS (
	app_user_id text,
	limit_id text,
	allowed bigint,
	used bigint,
	since timestamp with time zone,
	resets_at timestamp with time zone,
	rolls interval,
	fair_use bigint,
	is_hard boolean,
	is_pooled boolean,
	household_id uuid,
	per_member bigint,
	own_used bigint,
	own_spans tstzmultirange,
	counts_covered boolean
);

ALTER TYPE entitlements.limit_state OWNER TO hearth_owner;

--
-- Name: TYPE limit_state; Type: COMMENT; Schema: entitlements; Owner: hearth_owner
--

COMMENT ON TYPE entitlements.limit_state IS 'How much of a limit an app user has used and may use, and in which window.';

--
-- Name: notice; Type: TYPE; Schema: entitlements; Owner: hearth_owner
--

CREATE TYPE entitlements.notice AS (
	app_user_uuid uuid,
	notice_id text,
	kind text,
	severity text,
	since timestamp with time zone,
	until timestamp with time zone,
	data jsonb
);

ALTER TYPE entitlements.notice OWNER TO hearth_owner;

--
-- Name: TYPE notice; Type: COMMENT; Schema: entitlements; Owner: hearth_owner
--

COMMENT ON TYPE entitlements.notice IS 'What an app shows an app user, now or from a moment on that only the clock brings.';

--
-- Name: reward; Type: TYPE; Schema: entitlements; Owner: hearth_owner
--

CREATE TYPE entitlements.reward AS (
	entitlement_id text,
	product_id text,
	duration text,
	extends boolean
);

ALTER TYPE entitlements.reward OWNER TO hearth_owner;

--
-- Name: TYPE reward; Type: COMMENT; Schema: entitlements; Owner: hearth_owner
--

COMMENT ON TYPE entitlements.reward IS 'What a code gives.';

--
-- Name: drift; Type: TABLE; Schema: entitlements; Owner: hearth_owner
--

CREATE TABLE entitlements.drift (
    tenant_id uuid NOT NULL,
    drift_id uuid DEFAULT gen_random_uuid() NOT NULL,
    run_id uuid,
    found_at timestamp with time zone NOT NULL,
    app_user_id text NOT NULL COLLATE pg_catalog."C",
    purchase_id uuid,
    environment text,
    product_id text,
    before jsonb,
    after jsonb,
    access_affected boolean NOT NULL,
    cause text NOT NULL,
    is_dry_run boolean NOT NULL,
    CONSTRAINT drift_cause_check CHECK ((cause = ANY (ARRAY['missed_event'::text, 'late_event'::text, 'changed_upstream'::text, 'refund_without_event'::text, 'alias_unknown'::text, 'transfer_one_sided'::text, 'sandbox_leak'::text, 'catalog_changed'::text, 'clock'::text, 'unknown'::text])))
);
ALTER TABLE ONLY entitlements.drift ALTER COLUMN tenant_id SET STATISTICS 0;

ALTER TABLE ONLY entitlements.drift FORCE ROW LEVEL SECURITY;

ALTER TABLE entitlements.drift OWNER TO hearth_owner;

--
-- Name: TABLE drift; Type: COMMENT; Schema: entitlements; Owner: hearth_owner
--

COMMENT ON TABLE entitlements.drift IS 'Differences between the tables and RevenueCat, with their causes. Never edited.';

--
-- Name: snapshot_outcome; Type: TYPE; Schema: entitlements; Owner: hearth_owner
--

CREATE TYPE entitlements.snapshot_outcome AS (
	differences entitlements.drift[],
	changed entitlements.changes
);

ALTER TYPE entitlements.snapshot_outcome OWNER TO hearth_owner;

--
-- Name: TYPE snapshot_outcome; Type: COMMENT; Schema: entitlements; Owner: hearth_owner
--

COMMENT ON TYPE entitlements.snapshot_outcome IS 'How a snapshot differed from what was believed, and what it touched.';

--
-- Name: timeline_entry; Type: TYPE; Schema: entitlements; Owner: hearth_owner
--

CREATE TYPE entitlements.timeline_entry AS (
	kind text,
	recorded_at timestamp with time zone,
	place text,
	app_user_id text,
	data json
);

ALTER TYPE entitlements.timeline_entry OWNER TO hearth_owner;

--
-- Name: TYPE timeline_entry; Type: COMMENT; Schema: entitlements; Owner: hearth_owner
--

COMMENT ON TYPE entitlements.timeline_entry IS 'What happened to an app user at a moment.';

--
-- Name: timeline_query; Type: TYPE; Schema: entitlements; Owner: hearth_owner
--

CREATE TYPE entitlements.timeline_query AS (
	app_user_ids text[],
	event_ids text[],
	event_kinds text[],
	events_received_at timestamp with time zone[],
	with_kind text,
	before_recorded_at timestamp with time zone,
	before_place text,
	maximum integer
);

ALTER TYPE entitlements.timeline_query OWNER TO hearth_owner;

--
-- Name: TYPE timeline_query; Type: COMMENT; Schema: entitlements; Owner: hearth_owner
--

COMMENT ON TYPE entitlements.timeline_query IS 'Which entries of a timeline are asked for, newest first.';

--
-- Name: admit_policy_role(text, text); Type: PROCEDURE; Schema: entitlements; Owner: hearth_owner
--

CREATE PROCEDURE entitlements.admit_policy_role(IN tenant text, IN role_name text)
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
declare
    _tenant_id constant uuid := (
        select known.tenant_id from entitlements.tenants known
         where known.slug = admit_policy_role.tenant);
    _tenant_before constant text := coalesce(current_setting('hearth.tenant_id', true), '');
begin
    if _tenant_id is null then
        raise no_data_found using message = format('there is no tenant "%s"', tenant);
    end if;
    perform set_config('hearth.tenant_id', _tenant_id::text, true);
    perform quote_ident(role_name)::regrole; -- `public` would be everyone, and is no role.
    execute format('grant usage on schema entitlements to %I', role_name);
    execute format('grant execute on function entitlements.has_entitlement(text, text, text) to %I',
                   role_name);
    insert into entitlements.policy_roles (tenant_id, role_name)
    values (_tenant_id, admit_policy_role.role_name)
        on conflict do nothing;
    perform set_config('hearth.tenant_id', _tenant_before, true);
end
$$;

ALTER PROCEDURE entitlements.admit_policy_role(IN tenant text, IN role_name text) OWNER TO hearth_owner;

--
-- Name: PROCEDURE admit_policy_role(IN tenant text, IN role_name text); Type: COMMENT; Schema: entitlements; Owner: hearth_owner
--

COMMENT ON PROCEDURE entitlements.admit_policy_role(IN tenant text, IN role_name text) IS 'Lets a role of the app ask has_entitlement about one tenant.';

--
-- Name: apply_evidence_kinds(); Type: PROCEDURE; Schema: entitlements; Owner: hearth_owner
--

CREATE PROCEDURE entitlements.apply_evidence_kinds()
    LANGUAGE plpgsql
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
declare
    _ranks jsonb; _deeds jsonb;
begin
    select jsonb_object_agg(kind, rank), jsonb_object_agg(kind, does)
      into strict _ranks, _deeds
      from entitlements.evidence_kinds;
    execute format(
        'create or replace function entitlements.evidence_rank(kind text) returns smallint '
        'language sql immutable parallel safe return (%L::jsonb ->> kind)::smallint', _ranks);
    execute format(
        'create or replace function entitlements.evidence_does(kind text) returns text '
        'language sql immutable parallel safe return %L::jsonb ->> kind', _deeds);
end
$$;

ALTER PROCEDURE entitlements.apply_evidence_kinds() OWNER TO hearth_owner;

--
-- Name: count_rows(integer, integer); Type: FUNCTION; Schema: entitlements; Owner: hearth_owner
--

CREATE FUNCTION entitlements.count_rows(maximum_tenants integer, maximum_rows integer) RETURNS TABLE(tenant_id uuid, table_name text, row_count bigint)
    LANGUAGE plpgsql
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $_$
#variable_conflict use_column
begin
    for tenant_id in
        select tenant.tenant_id from entitlements.tenants tenant
         order by tenant.tenant_id limit count_rows.maximum_tenants
    loop
        perform set_config('hearth.tenant_id', tenant_id::text, true);
        for table_name in
            select class.relname::text from pg_catalog.pg_class class
              join pg_catalog.pg_attribute attribute
                on attribute.attrelid = class.oid and attribute.attname = 'tenant_id'
             where class.relnamespace = 'entitlements'::regnamespace and class.relkind = 'r'
             order by class.relname
        loop
            execute format(
                'select count(*) from (select from entitlements.%I one where one.tenant_id = $1 '
                'limit $2) as seen', table_name)
               into row_count using tenant_id, count_rows.maximum_rows;
            return next;
        end loop;
    end loop;
end
$_$;

ALTER FUNCTION entitlements.count_rows(maximum_tenants integer, maximum_rows integer) OWNER TO hearth_owner;

--
-- Name: FUNCTION count_rows(maximum_tenants integer, maximum_rows integer); Type: COMMENT; Schema: entitlements; Owner: hearth_owner
--

COMMENT ON FUNCTION entitlements.count_rows(maximum_tenants integer, maximum_rows integer) IS 'The rows of each table that the calling role sees, tenant by tenant, up to a limit.';

--
-- Name: current_tenant_id(); Type: FUNCTION; Schema: entitlements; Owner: hearth_owner
--

CREATE FUNCTION entitlements.current_tenant_id() RETURNS uuid
    LANGUAGE sql STABLE PARALLEL SAFE
    RETURN (NULLIF(current_setting('hearth.tenant_id'::text, true), ''::text))::uuid;

ALTER FUNCTION entitlements.current_tenant_id() OWNER TO hearth_owner;

--
-- Name: dismiss_policy_role(text, text); Type: PROCEDURE; Schema: entitlements; Owner: hearth_owner
--

CREATE PROCEDURE entitlements.dismiss_policy_role(IN tenant text, IN role_name text)
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
declare
    _tenant_before constant text := coalesce(current_setting('hearth.tenant_id', true), '');
begin
    perform set_config('hearth.tenant_id', coalesce((
        select known.tenant_id::text from entitlements.tenants known
         where known.slug = dismiss_policy_role.tenant), ''), true);
    delete from entitlements.policy_roles admitted
     where admitted.tenant_id = entitlements.current_tenant_id()
       and admitted.role_name = dismiss_policy_role.role_name;
    perform set_config('hearth.tenant_id', _tenant_before, true);
end
$$;

ALTER PROCEDURE entitlements.dismiss_policy_role(IN tenant text, IN role_name text) OWNER TO hearth_owner;

--
-- Name: PROCEDURE dismiss_policy_role(IN tenant text, IN role_name text); Type: COMMENT; Schema: entitlements; Owner: hearth_owner
--

COMMENT ON PROCEDURE entitlements.dismiss_policy_role(IN tenant text, IN role_name text) IS 'Ends what admit_policy_role began.';

--
-- Name: event_of_body(bytea); Type: FUNCTION; Schema: entitlements; Owner: hearth_owner
--

CREATE FUNCTION entitlements.event_of_body(body bytea) RETURNS jsonb
    LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
declare
    _event jsonb;
begin
    _event := ltrim(convert_from(body, 'UTF8'), E'\uFEFF')::jsonb -> 'event';
    return case jsonb_typeof(_event) when 'object' then _event end;
exception when data_exception or program_limit_exceeded then
    return null;
end
$$;

ALTER FUNCTION entitlements.event_of_body(body bytea) OWNER TO hearth_owner;

--
-- Name: evidence_does(text); Type: FUNCTION; Schema: entitlements; Owner: hearth_owner
--

CREATE FUNCTION entitlements.evidence_does(kind text) RETURNS text
    LANGUAGE sql IMMUTABLE PARALLEL SAFE
    RETURN ('{"claim": "claims", "grant": "gives", "import": "imports", "absence": "misses", "renewal": "pays", "snapshot": "reads", "transfer": "moves", "adjustment": "gives", "expiration": "marks", "revocation": "revokes", "cancellation": "marks", "billing_issue": "marks", "product_change": "asks", "uncancellation": "changes", "refund_reversed": "changes", "initial_purchase": "pays", "subscription_paused": "marks", "non_renewing_purchase": "pays", "subscription_extended": "changes", "temporary_entitlement_grant": "lends"}'::jsonb ->> kind);

ALTER FUNCTION entitlements.evidence_does(kind text) OWNER TO hearth_owner;

--
-- Name: has_entitlement(text, text, text); Type: FUNCTION; Schema: entitlements; Owner: hearth_owner
--

CREATE FUNCTION entitlements.has_entitlement(tenant text, app_user_id text, entitlement text) RETURNS boolean
    LANGUAGE plpgsql STABLE STRICT SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
declare
    -- In here current_user is the owner of the function. A role taken by `set role` asks for
    -- itself.
    _role constant text := case when current_setting('role') = 'none' then session_user
                                else current_setting('role') end;
    _tenant_id constant uuid := (
        select known.tenant_id from entitlements.tenants known
         where known.slug = has_entitlement.tenant);
    _tenant_before constant text := coalesce(current_setting('hearth.tenant_id', true), '');
    _is_active boolean;
begin
    perform set_config('hearth.tenant_id', coalesce(_tenant_id::text, ''), true);
    if not exists (
        select from entitlements.policy_roles admitted
         where admitted.tenant_id = _tenant_id and admitted.role_name = _role) then
        raise insufficient_privilege using
            message = format('role "%s" may not ask about tenant "%s"', _role, tenant),
            hint = 'An administrator lets it: call entitlements.admit_policy_role(tenant, role).';
    end if;
    select (found.answer -> 'entitlements' -> has_entitlement.entitlement ->> 'is_active')::boolean
      into _is_active
      from api.get_entitlements(has_entitlement.app_user_id) as found;
    perform set_config('hearth.tenant_id', _tenant_before, true);
    return coalesce(_is_active, false);
end
$$;

ALTER FUNCTION entitlements.has_entitlement(tenant text, app_user_id text, entitlement text) OWNER TO hearth_owner;

--
-- Name: FUNCTION has_entitlement(tenant text, app_user_id text, entitlement text); Type: COMMENT; Schema: entitlements; Owner: hearth_owner
--

COMMENT ON FUNCTION entitlements.has_entitlement(tenant text, app_user_id text, entitlement text) IS 'Whether a person of a tenant has an entitlement now; for row policies of the app''s tables.';

--
-- Name: id_digest(uuid, text); Type: FUNCTION; Schema: entitlements; Owner: hearth_owner
--

CREATE FUNCTION entitlements.id_digest(tenant_id uuid, app_user_id text) RETURNS bytea
    LANGUAGE sql IMMUTABLE PARALLEL SAFE
    RETURN sha256(convert_to(((tenant_id || ' '::text) || app_user_id), 'UTF8'::name));

ALTER FUNCTION entitlements.id_digest(tenant_id uuid, app_user_id text) OWNER TO hearth_owner;

--
-- Name: is_erased_name(text); Type: FUNCTION; Schema: entitlements; Owner: hearth_owner
--

CREATE FUNCTION entitlements.is_erased_name(app_user_id text) RETURNS boolean
    LANGUAGE sql IMMUTABLE PARALLEL SAFE
    RETURN (app_user_id ~ '^(\$RCAnonymousID:)?erased-[0-9a-fA-F-]{36}$'::text);

ALTER FUNCTION entitlements.is_erased_name(app_user_id text) OWNER TO hearth_owner;

--
-- Name: keep_former_app_user_id(); Type: FUNCTION; Schema: entitlements; Owner: hearth_owner
--

CREATE FUNCTION entitlements.keep_former_app_user_id() RETURNS trigger
    LANGUAGE plpgsql
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
begin
    insert into entitlements.former_app_user_ids
           (tenant_id, app_user_id, replaced_at, app_user_uuid, declared_anonymous_at,
            identified_at, matches_anonymous_ids, is_alias)
    values (old.tenant_id, old.app_user_id, clock_timestamp(), old.app_user_uuid,
            old.declared_anonymous_at, old.identified_at, old.matches_anonymous_ids,
            old.is_alias)
        on conflict do nothing;
    return null;
end
$$;

ALTER FUNCTION entitlements.keep_former_app_user_id() OWNER TO hearth_owner;

--
-- Name: named_in_event(jsonb); Type: FUNCTION; Schema: entitlements; Owner: hearth_owner
--

CREATE FUNCTION entitlements.named_in_event(event jsonb) RETURNS TABLE(side text, id text)
    LANGUAGE sql IMMUTABLE ROWS 4 PARALLEL SAFE
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
    select case when field.side = 'subject' or lower(event ->> 'redemption_outcome') = 'alias'
                then 'subject' else field.side end,
           mention.value #>> '{}'
      from (values ('subject', 'app_user_id'), ('subject', 'original_app_user_id'),
                   ('subject', 'aliases'), ('from', 'transferred_from'),
                   ('from', 'redeemed_from'), ('to', 'transferred_to'), ('to', 'redeemed_by'))
               as field (side, name)
     cross join lateral jsonb_array_elements(
               case jsonb_typeof(event -> field.name)
                   when 'array' then event -> field.name
                   else jsonb_build_array(event -> field.name) end) as mention (value)
     where jsonb_typeof(mention.value) = 'string' and mention.value <> '""'
$$;

ALTER FUNCTION entitlements.named_in_event(event jsonb) OWNER TO hearth_owner;

--
-- Name: note_named(); Type: FUNCTION; Schema: entitlements; Owner: hearth_owner
--

CREATE FUNCTION entitlements.note_named() RETURNS trigger
    LANGUAGE plpgsql
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
begin
    insert into entitlements.named_by_events (tenant_id, text, event_id)
    select new.tenant_id, named.text, new.event_id
      from entitlements.texts_of_event(
               entitlements.event_of_body(new.body), new.status <> 'stored') as named
     where octet_length(named.text) <= 1500
     limit 5000
        on conflict do nothing;
    return null;
end
$$;

ALTER FUNCTION entitlements.note_named() OWNER TO hearth_owner;

--
-- Name: open_functions(); Type: FUNCTION; Schema: entitlements; Owner: hearth_owner
--

CREATE FUNCTION entitlements.open_functions() RETURNS SETOF regprocedure
    LANGUAGE sql STABLE
    BEGIN ATOMIC
 SELECT (made.oid)::regprocedure AS oid
    FROM (pg_proc made
      JOIN pg_namespace schema ON ((schema.oid = made.pronamespace)))
   WHERE (((schema.nspname ~ '^hearth_[0-9a-f]{12}$'::text) OR (schema.nspname = 'entitlements'::name) OR ((schema.nspname = 'api'::name) AND (to_regproc('api.get_deployment'::text) IS NOT NULL))) AND (made.proowner = (to_regrole('hearth_owner'::text))::oid) AND (made.prokind <> 'a'::"char") AND (made.prosqlbody IS NULL) AND (NOT COALESCE(('search_path=pg_catalog, pg_temp'::text = ANY (made.proconfig)), false)));
END;

ALTER FUNCTION entitlements.open_functions() OWNER TO hearth_owner;

--
-- Name: pin_installed_functions(); Type: FUNCTION; Schema: entitlements; Owner: hearth_owner
--

CREATE FUNCTION entitlements.pin_installed_functions() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
begin
    call entitlements.pin_search_paths();
    return null;
end
$$;

ALTER FUNCTION entitlements.pin_installed_functions() OWNER TO hearth_owner;

--
-- Name: pin_search_paths(); Type: PROCEDURE; Schema: entitlements; Owner: hearth_owner
--

CREATE PROCEDURE entitlements.pin_search_paths()
    LANGUAGE plpgsql
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
declare
    _open regprocedure;
begin
    for _open in select open_functions from entitlements.open_functions() loop
        execute format('alter routine %s set search_path = pg_catalog, pg_temp', _open);
    end loop;
end
$$;

ALTER PROCEDURE entitlements.pin_search_paths() OWNER TO hearth_owner;

--
-- Name: refuse_erased_name(); Type: FUNCTION; Schema: entitlements; Owner: hearth_owner
--

CREATE FUNCTION entitlements.refuse_erased_name() RETURNS trigger
    LANGUAGE plpgsql
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
begin
    raise sqlstate 'PT404' using message = 'app_user_not_found',
        detail = 'The app user with this id was erased.';
end
$$;

ALTER FUNCTION entitlements.refuse_erased_name() OWNER TO hearth_owner;

--
-- Name: refuse_kept_out_id(); Type: FUNCTION; Schema: entitlements; Owner: hearth_owner
--

CREATE FUNCTION entitlements.refuse_kept_out_id() RETURNS trigger
    LANGUAGE plpgsql
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
begin
    if exists (
        select from entitlements.kept_out_ids kept
         where kept.tenant_id = new.tenant_id
           and kept.digest = entitlements.id_digest(new.tenant_id, new.app_user_id)) then
        raise sqlstate 'PT404' using message = 'app_user_not_found',
            detail = 'The app user with this id was erased. Register the id to use it again.';
    end if;
    return null;
end
$$;

ALTER FUNCTION entitlements.refuse_kept_out_id() OWNER TO hearth_owner;

--
-- Name: secure_table(regclass, boolean); Type: PROCEDURE; Schema: entitlements; Owner: hearth_owner
--

CREATE PROCEDURE entitlements.secure_table(IN table_name regclass, IN is_crossed_by_doors boolean DEFAULT false)
    LANGUAGE plpgsql
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
declare
    _roles constant text := case when is_crossed_by_doors then 'hearth_server'
                                 else 'hearth_server, hearth_owner' end;
    _policy text;
begin
    execute format('alter table %s owner to hearth_owner', table_name);
    execute format(
        'alter table %s enable row level security, force row level security', table_name);
    execute format('alter table %s alter column tenant_id set statistics 0', table_name);
    foreach _policy in array array['tenant_rows on %s as permissive to %s',
                                   'tenant_isolation on %s as restrictive to %s'] loop
        execute format(
            'create policy ' || _policy || ' '
            'using (tenant_id = entitlements.current_tenant_id()) '
            'with check (tenant_id = entitlements.current_tenant_id())',
            table_name, _roles);
    end loop;
    if is_crossed_by_doors then
        execute format(
            'create policy door_rows on %s to hearth_owner using (true) with check (true)',
            table_name);
    end if;
    execute format(
        'create policy backup_rows on %s for select to hearth_backup using (true)', table_name);
    execute format('grant select on %s to hearth_backup', table_name);
end
$$;

ALTER PROCEDURE entitlements.secure_table(IN table_name regclass, IN is_crossed_by_doors boolean) OWNER TO hearth_owner;

--
-- Name: tables_seen(); Type: FUNCTION; Schema: entitlements; Owner: hearth_owner
--

CREATE FUNCTION entitlements.tables_seen() RETURNS SETOF text
    LANGUAGE plpgsql STABLE
    SET search_path TO 'pg_catalog', 'pg_temp'
    SET enable_seqscan TO 'off'
    AS $$
declare
    _table regclass;
    _is_seen boolean;
begin
    for _table in
        select class.oid::regclass
          from pg_catalog.pg_class class
          join pg_catalog.pg_attribute attribute
            on attribute.attrelid = class.oid and attribute.attname = 'tenant_id'
         where class.relnamespace = 'entitlements'::regnamespace
           and class.relkind in ('r', 'p')
           and pg_catalog.has_table_privilege(class.oid, 'select')
         order by class.relname
    loop
        execute format('select exists (select from %s)', _table) into _is_seen;
        if _is_seen then return next _table::text; end if;
    end loop;
end
$$;

ALTER FUNCTION entitlements.tables_seen() OWNER TO hearth_owner;

--
-- Name: texts_of_event(jsonb, boolean); Type: FUNCTION; Schema: entitlements; Owner: hearth_owner
--

CREATE FUNCTION entitlements.texts_of_event(event jsonb, is_understood boolean) RETURNS TABLE(text text)
    LANGUAGE sql IMMUTABLE ROWS 4 PARALLEL SAFE
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $_$
    select named.id from entitlements.named_in_event(event) as named
     where not entitlements.is_erased_name(named.id)
     union
    select mention.value #>> '{}'
      from jsonb_each(case when is_understood then '{}' else event end) as field (name, content)
     cross join lateral jsonb_path_query(field.content, '$.**') as mention (value)
     where field.name not in ('id', 'type', 'environment', 'store', 'subscriber_attributes')
       and jsonb_typeof(mention.value) = 'string' and mention.value <> '""'
       and not entitlements.is_erased_name(mention.value #>> '{}')
$_$;

ALTER FUNCTION entitlements.texts_of_event(event jsonb, is_understood boolean) OWNER TO hearth_owner;

--
-- Name: words_of(text); Type: FUNCTION; Schema: entitlements; Owner: hearth_owner
--

CREATE FUNCTION entitlements.words_of(content text) RETURNS text[]
    LANGUAGE sql IMMUTABLE PARALLEL SAFE
    RETURN (SELECT COALESCE(array_agg("left"(word.text, 100) ORDER BY word.number), '{}'::text[]) AS "coalesce" FROM (SELECT substr(lowered.text, place.number) AS text, place.number FROM ((SELECT lower("left"(words_of.content, 500)) AS text) lowered CROSS JOIN LATERAL generate_series(1, length(lowered.text)) place(number)) WHERE ((substr(lowered.text, place.number, 1) ~ '[[:alnum:]]'::text) AND ((place.number = 1) OR (substr(lowered.text, (place.number - 1), 1) !~ '[[:alnum:]]'::text)) AND ((length(lowered.text) - place.number) >= 2)) ORDER BY place.number LIMIT 8) word);

ALTER FUNCTION entitlements.words_of(content text) OWNER TO hearth_owner;

--
-- Name: words_of_id(text); Type: FUNCTION; Schema: entitlements; Owner: hearth_owner
--

CREATE FUNCTION entitlements.words_of_id(app_user_id text) RETURNS text[]
    LANGUAGE sql IMMUTABLE PARALLEL SAFE
    RETURN CASE WHEN starts_with(app_user_id, '$RCAnonymousID:'::text) THEN '{}'::text[] ELSE array_remove(ARRAY["left"(NULLIF((lower(app_user_id) COLLATE "C"), (app_user_id COLLATE "C")), 100), "left"("substring"(lower(app_user_id), '^[[:alnum:]]*[^[:alnum:]]+([[:alnum:]].{2,})$'::text), 100), "left"("substring"(lower(app_user_id), '[^[:alnum:]]([[:alnum:]]{3,})[^[:alnum:]]*$'::text), 100)], NULL::text) END;

ALTER FUNCTION entitlements.words_of_id(app_user_id text) OWNER TO hearth_owner;

--
-- Name: credit_adjustments; Type: TABLE; Schema: entitlements; Owner: hearth_owner
--

CREATE TABLE entitlements.credit_adjustments (
    tenant_id uuid NOT NULL,
    adjustment_id uuid NOT NULL,
    app_user_id text NOT NULL COLLATE pg_catalog."C",
    environment text NOT NULL,
    credit_id text NOT NULL COLLATE pg_catalog."C",
    reference text NOT NULL COLLATE pg_catalog."C",
    amount integer NOT NULL,
    reason text NOT NULL,
    actor text NOT NULL,
    adjusted_at timestamp with time zone NOT NULL,
    purchase_id uuid,
    CONSTRAINT credit_adjustments_actor_check CHECK (((octet_length(actor) >= 1) AND (octet_length(actor) <= 2000))),
    CONSTRAINT credit_adjustments_amount_check CHECK ((((amount >= '-1000000'::integer) AND (amount <= 1000000)) AND (amount <> 0))),
    CONSTRAINT credit_adjustments_check CHECK ((purchase_id = adjustment_id)),
    CONSTRAINT credit_adjustments_credit_id_check CHECK (((octet_length(credit_id) >= 1) AND (octet_length(credit_id) <= 200))),
    CONSTRAINT credit_adjustments_environment_check CHECK ((environment = ANY (ARRAY['production'::text, 'sandbox'::text]))),
    CONSTRAINT credit_adjustments_reason_check CHECK (((octet_length(reason) >= 1) AND (octet_length(reason) <= 2000))),
    CONSTRAINT credit_adjustments_reference_check CHECK (((octet_length(reference) >= 1) AND (octet_length(reference) <= 255)))
);
ALTER TABLE ONLY entitlements.credit_adjustments ALTER COLUMN tenant_id SET STATISTICS 0;

ALTER TABLE ONLY entitlements.credit_adjustments FORCE ROW LEVEL SECURITY;

ALTER TABLE entitlements.credit_adjustments OWNER TO hearth_owner;

--
-- Name: TABLE credit_adjustments; Type: COMMENT; Schema: entitlements; Owner: hearth_owner
--

COMMENT ON TABLE entitlements.credit_adjustments IS 'Credits that the tenant gave or took by hand: how many, why, and by whom. Never edited.';

--
-- Name: endpoints; Type: TABLE; Schema: entitlements; Owner: hearth_owner
--

CREATE TABLE entitlements.endpoints (
    tenant_id uuid NOT NULL,
    endpoint_id uuid NOT NULL,
    url text NOT NULL,
    kinds text[],
    handed_over_number bigint NOT NULL,
    off_reason text,
    off_at timestamp with time zone,
    lease_id uuid,
    leased_until timestamp with time zone NOT NULL,
    is_slow boolean DEFAULT false NOT NULL,
    created_at timestamp with time zone NOT NULL,
    environments text[] DEFAULT '{production}'::text[] NOT NULL,
    is_new boolean DEFAULT true NOT NULL,
    CONSTRAINT endpoints_check CHECK (((off_reason IS NULL) = (off_at IS NULL))),
    CONSTRAINT endpoints_environments_check CHECK (((environments <@ ARRAY['production'::text, 'sandbox'::text]) AND (cardinality(environments) = ANY (ARRAY[1, 2])))),
    CONSTRAINT endpoints_handed_over_number_check CHECK ((handed_over_number >= 0)),
    CONSTRAINT endpoints_kinds_check CHECK (((cardinality(kinds) >= 1) AND (cardinality(kinds) <= 20))),
    CONSTRAINT endpoints_off_reason_check CHECK ((off_reason = ANY (ARRAY['requested'::text, 'gone'::text, 'failing'::text, 'changes_gone'::text]))),
    CONSTRAINT endpoints_url_check CHECK (((octet_length(url) >= 1) AND (octet_length(url) <= 1000)))
)
WITH (fillfactor='50');
ALTER TABLE ONLY entitlements.endpoints ALTER COLUMN tenant_id SET STATISTICS 0;

ALTER TABLE ONLY entitlements.endpoints FORCE ROW LEVEL SECURITY;

ALTER TABLE entitlements.endpoints OWNER TO hearth_owner;

--
-- Name: TABLE endpoints; Type: COMMENT; Schema: entitlements; Owner: hearth_owner
--

COMMENT ON TABLE entitlements.endpoints IS 'Where a tenant''s changes are delivered, and up to which number of the change log.';

--
-- Name: COLUMN endpoints.environments; Type: COMMENT; Schema: entitlements; Owner: hearth_owner
--

COMMENT ON COLUMN entitlements.endpoints.environments IS 'The environments whose changes are delivered.';

--
-- Name: COLUMN endpoints.is_new; Type: COMMENT; Schema: entitlements; Owner: hearth_owner
--

COMMENT ON COLUMN entitlements.endpoints.is_new IS 'Nothing was delivered to it since it was made, moved or switched on.';

--
-- Name: grants; Type: TABLE; Schema: entitlements; Owner: hearth_owner
--

CREATE TABLE entitlements.grants (
    tenant_id uuid NOT NULL,
    grant_id uuid NOT NULL,
    app_user_id text NOT NULL COLLATE pg_catalog."C",
    environment text NOT NULL,
    entitlement_id text COLLATE pg_catalog."C",
    product_id text COLLATE pg_catalog."C",
    starts_at timestamp with time zone NOT NULL,
    expires_at timestamp with time zone,
    reason text NOT NULL,
    actor text NOT NULL,
    granted_at timestamp with time zone NOT NULL,
    revoked_at timestamp with time zone,
    revoked_by text,
    revocation_reason text,
    CONSTRAINT grants_actor_check CHECK (((octet_length(actor) >= 1) AND (octet_length(actor) <= 2000))),
    CONSTRAINT grants_check CHECK ((expires_at > starts_at)),
    CONSTRAINT grants_check1 CHECK ((revoked_at >= granted_at)),
    CONSTRAINT grants_check2 CHECK ((num_nonnulls(entitlement_id, product_id) = 1)),
    CONSTRAINT grants_check3 CHECK ((num_nonnulls(revoked_at, revoked_by, revocation_reason) = ANY (ARRAY[0, 3]))),
    CONSTRAINT grants_environment_check CHECK ((environment = ANY (ARRAY['production'::text, 'sandbox'::text]))),
    CONSTRAINT grants_reason_check CHECK (((octet_length(reason) >= 1) AND (octet_length(reason) <= 2000))),
    CONSTRAINT grants_revocation_reason_check CHECK (((octet_length(revocation_reason) >= 1) AND (octet_length(revocation_reason) <= 2000))),
    CONSTRAINT grants_revoked_by_check CHECK (((octet_length(revoked_by) >= 1) AND (octet_length(revoked_by) <= 2000)))
);
ALTER TABLE ONLY entitlements.grants ALTER COLUMN tenant_id SET STATISTICS 0;

ALTER TABLE ONLY entitlements.grants FORCE ROW LEVEL SECURITY;

ALTER TABLE entitlements.grants OWNER TO hearth_owner;

--
-- Name: TABLE grants; Type: COMMENT; Schema: entitlements; Owner: hearth_owner
--

COMMENT ON TABLE entitlements.grants IS 'Access that the tenant gave without a purchase: what, why, and by whom.';

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
    last_used_at timestamp with time zone,
    name text,
    CONSTRAINT api_keys_digest_check CHECK ((octet_length(digest) = 32)),
    CONSTRAINT api_keys_key_id_check CHECK ((key_id ~ '^[0-9A-Za-z]{8,64}$'::text)),
    CONSTRAINT api_keys_kind_check CHECK ((kind = ANY (ARRAY['secret'::text, 'support'::text, 'read'::text]))),
    CONSTRAINT api_keys_name_check CHECK (((octet_length(name) >= 1) AND (octet_length(name) <= 100)))
);
ALTER TABLE ONLY entitlements.api_keys ALTER COLUMN tenant_id SET STATISTICS 0;

ALTER TABLE ONLY entitlements.api_keys FORCE ROW LEVEL SECURITY;

ALTER TABLE entitlements.api_keys OWNER TO hearth_owner;

--
-- Name: TABLE api_keys; Type: COMMENT; Schema: entitlements; Owner: hearth_owner
--

COMMENT ON TABLE entitlements.api_keys IS 'A tenant''s keys: a public id, unique everywhere, and only the digest of the secret.';

--
-- Name: COLUMN api_keys.last_used_at; Type: COMMENT; Schema: entitlements; Owner: hearth_owner
--

COMMENT ON COLUMN entitlements.api_keys.last_used_at IS 'Within an hour; null if the key was not used since the column is there.';

--
-- Name: COLUMN api_keys.name; Type: COMMENT; Schema: entitlements; Owner: hearth_owner
--

COMMENT ON COLUMN entitlements.api_keys.name IS 'Who or what has the key, for lists and the audit; null for keys without a name.';

--
-- Name: household_members; Type: TABLE; Schema: entitlements; Owner: hearth_owner
--

CREATE TABLE entitlements.household_members (
    tenant_id uuid NOT NULL,
    household_id uuid NOT NULL,
    member_id uuid DEFAULT gen_random_uuid() NOT NULL,
    app_user_id text NOT NULL COLLATE pg_catalog."C",
    app_user_uuid uuid NOT NULL,
    seat integer NOT NULL,
    seats integer NOT NULL,
    joined_at timestamp with time zone NOT NULL,
    left_at timestamp with time zone,
    left_because text,
    access_ends_at timestamp with time zone DEFAULT 'infinity'::timestamp with time zone NOT NULL,
    recorded_at timestamp with time zone DEFAULT now() NOT NULL,
    promised_until timestamp with time zone,
    CONSTRAINT household_members_check CHECK ((seat <= seats)),
    CONSTRAINT household_members_check1 CHECK ((left_at >= joined_at)),
    CONSTRAINT household_members_check2 CHECK ((access_ends_at >= left_at)),
    CONSTRAINT household_members_check3 CHECK (((left_at IS NULL) = (left_because IS NULL))),
    CONSTRAINT household_members_check4 CHECK (((left_at IS NOT NULL) OR (access_ends_at = 'infinity'::timestamp with time zone))),
    CONSTRAINT household_members_left_because_check CHECK ((left_because = ANY (ARRAY['left'::text, 'removed'::text, 'dissolved'::text, 'downgraded'::text, 'merged'::text]))),
    CONSTRAINT household_members_seat_check CHECK ((seat >= 1)),
    CONSTRAINT household_members_seats_check CHECK ((seats <= 100))
);
ALTER TABLE ONLY entitlements.household_members ALTER COLUMN tenant_id SET STATISTICS 0;

ALTER TABLE ONLY entitlements.household_members FORCE ROW LEVEL SECURITY;

ALTER TABLE entitlements.household_members OWNER TO hearth_owner;

--
-- Name: TABLE household_members; Type: COMMENT; Schema: entitlements; Owner: hearth_owner
--

COMMENT ON TABLE entitlements.household_members IS 'Memberships, present and past.';

--
-- Name: COLUMN household_members.promised_until; Type: COMMENT; Schema: entitlements; Owner: hearth_owner
--

COMMENT ON COLUMN entitlements.household_members.promised_until IS 'When access would have ended, had the app user not joined another household before.';

--
-- Name: reservations; Type: TABLE; Schema: entitlements; Owner: hearth_owner
--

CREATE TABLE entitlements.reservations (
    tenant_id uuid NOT NULL,
    reservation_id uuid DEFAULT gen_random_uuid() NOT NULL,
    app_user_id text NOT NULL COLLATE pg_catalog."C",
    limit_id text NOT NULL COLLATE pg_catalog."C",
    period_starts_at timestamp with time zone NOT NULL,
    amount bigint NOT NULL,
    reference text COLLATE pg_catalog."C",
    status text NOT NULL,
    made_at timestamp with time zone NOT NULL,
    expires_at timestamp with time zone,
    is_covered boolean DEFAULT false NOT NULL,
    CONSTRAINT reservations_amount_check CHECK (((amount >= 1) AND (amount <= 1000000))),
    CONSTRAINT reservations_check CHECK ((expires_at <= (made_at + '1 day'::interval))),
    CONSTRAINT reservations_check1 CHECK (((status <> 'reserved'::text) OR (expires_at IS NOT NULL))),
    CONSTRAINT reservations_limit_id_check CHECK (((octet_length(limit_id) >= 1) AND (octet_length(limit_id) <= 200))),
    CONSTRAINT reservations_reference_check CHECK (((octet_length(reference) >= 1) AND (octet_length(reference) <= 255))),
    CONSTRAINT reservations_status_check CHECK ((status = ANY (ARRAY['reserved'::text, 'used'::text, 'released'::text])))
);
ALTER TABLE ONLY entitlements.reservations ALTER COLUMN tenant_id SET STATISTICS 0;

ALTER TABLE ONLY entitlements.reservations FORCE ROW LEVEL SECURITY;

ALTER TABLE entitlements.reservations OWNER TO hearth_owner;

--
-- Name: TABLE reservations; Type: COMMENT; Schema: entitlements; Owner: hearth_owner
--

COMMENT ON TABLE entitlements.reservations IS 'Reserved amounts of a limit, and uses with a reference.';

--
-- Name: COLUMN reservations.period_starts_at; Type: COMMENT; Schema: entitlements; Owner: hearth_owner
--

COMMENT ON COLUMN entitlements.reservations.period_starts_at IS 'When the window began in which it was made; -infinity if the limit never resets.';

--
-- Name: COLUMN reservations.is_covered; Type: COMMENT; Schema: entitlements; Owner: hearth_owner
--

COMMENT ON COLUMN entitlements.reservations.is_covered IS 'Whether an entitlement without a limit covered it when it was made.';

--
-- Name: code_redemptions; Type: TABLE; Schema: entitlements; Owner: hearth_owner
--

CREATE TABLE entitlements.code_redemptions (
    tenant_id uuid NOT NULL,
    redemption_id uuid DEFAULT gen_random_uuid() NOT NULL,
    campaign_id text NOT NULL COLLATE pg_catalog."C",
    code_id uuid NOT NULL,
    number integer NOT NULL,
    is_single_use boolean NOT NULL,
    app_user_id text NOT NULL COLLATE pg_catalog."C",
    idempotency_key text COLLATE pg_catalog."C",
    redeemed_at timestamp with time zone NOT NULL,
    gives entitlements.reward NOT NULL,
    ends_at timestamp with time zone,
    grant_id uuid NOT NULL,
    revoked_at timestamp with time zone,
    revoked_because text,
    CONSTRAINT code_redemptions_check CHECK ((revoked_at >= redeemed_at)),
    CONSTRAINT code_redemptions_check1 CHECK (((revoked_at IS NULL) = (revoked_because IS NULL))),
    CONSTRAINT code_redemptions_idempotency_key_check CHECK (((octet_length(idempotency_key) >= 1) AND (octet_length(idempotency_key) <= 255))),
    CONSTRAINT code_redemptions_number_check CHECK ((number >= 1)),
    CONSTRAINT code_redemptions_revoked_because_check CHECK ((revoked_because = ANY (ARRAY['revoked'::text, 'merged'::text])))
);
ALTER TABLE ONLY entitlements.code_redemptions ALTER COLUMN tenant_id SET STATISTICS 0;

ALTER TABLE ONLY entitlements.code_redemptions FORCE ROW LEVEL SECURITY;

ALTER TABLE entitlements.code_redemptions OWNER TO hearth_owner;

--
-- Name: TABLE code_redemptions; Type: COMMENT; Schema: entitlements; Owner: hearth_owner
--

COMMENT ON TABLE entitlements.code_redemptions IS 'Which app user redeemed which code, and what it gave.';

--
-- Name: codes; Type: TABLE; Schema: entitlements; Owner: hearth_owner
--

CREATE TABLE entitlements.codes (
    tenant_id uuid NOT NULL,
    code_id uuid DEFAULT gen_random_uuid() NOT NULL,
    campaign_id text NOT NULL COLLATE pg_catalog."C",
    digest bytea NOT NULL,
    batch_id uuid,
    is_listed boolean NOT NULL,
    created_at timestamp with time zone NOT NULL,
    revoked_at timestamp with time zone,
    CONSTRAINT codes_digest_check CHECK ((octet_length(digest) = 32))
);
ALTER TABLE ONLY entitlements.codes ALTER COLUMN tenant_id SET STATISTICS 0;

ALTER TABLE ONLY entitlements.codes FORCE ROW LEVEL SECURITY;

ALTER TABLE entitlements.codes OWNER TO hearth_owner;

--
-- Name: TABLE codes; Type: COMMENT; Schema: entitlements; Owner: hearth_owner
--

COMMENT ON TABLE entitlements.codes IS 'Codes by their digests: shared ones, and batches.';

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
    definition_version bigint DEFAULT 1 NOT NULL,
    revenuecat_api text NOT NULL,
    revenuecat_project text,
    requests_per_minute integer NOT NULL,
    order_expiry_hours integer NOT NULL,
    refunded_credits text NOT NULL,
    time_zone text NOT NULL,
    changes_kept_days integer DEFAULT 30 NOT NULL,
    unmapped_features text DEFAULT 'error'::text NOT NULL,
    known_since timestamp with time zone DEFAULT now() NOT NULL,
    event_bodies_kept_days integer DEFAULT 90 NOT NULL,
    runs_kept_days integer DEFAULT 365 NOT NULL,
    support_max_grant_days integer,
    CONSTRAINT tenants_changes_kept_days_check CHECK (((changes_kept_days >= 1) AND (changes_kept_days <= 400))),
    CONSTRAINT tenants_check CHECK (((revenuecat_api = 'v1'::text) OR (revenuecat_project IS NOT NULL))),
    CONSTRAINT tenants_event_bodies_kept_days_check CHECK (((event_bodies_kept_days >= 7) AND (event_bodies_kept_days <= 3650))),
    CONSTRAINT tenants_free_plan_check CHECK (((octet_length(free_plan) >= 1) AND (octet_length(free_plan) <= 200))),
    CONSTRAINT tenants_name_check CHECK (((octet_length(name) >= 1) AND (octet_length(name) <= 200))),
    CONSTRAINT tenants_order_expiry_hours_check CHECK (((order_expiry_hours >= 1) AND (order_expiry_hours <= 8760))),
    CONSTRAINT tenants_refunded_credits_check CHECK ((refunded_credits = ANY (ARRAY['forgive'::text, 'allow_negative'::text, 'block_until_repaid'::text]))),
    CONSTRAINT tenants_requests_per_minute_check CHECK (((requests_per_minute >= 10) AND (requests_per_minute <= 600000))),
    CONSTRAINT tenants_revenuecat_api_check CHECK ((revenuecat_api = ANY (ARRAY['v1'::text, 'v2'::text]))),
    CONSTRAINT tenants_revenuecat_project_check CHECK (((octet_length(revenuecat_project) >= 1) AND (octet_length(revenuecat_project) <= 100))),
    CONSTRAINT tenants_runs_kept_days_check CHECK (((runs_kept_days >= 30) AND (runs_kept_days <= 3650))),
    CONSTRAINT tenants_sandbox_policy_check CHECK ((sandbox_policy = ANY (ARRAY['accept'::text, 'ignore'::text]))),
    CONSTRAINT tenants_signature_header_check CHECK (((octet_length(signature_header) >= 1) AND (octet_length(signature_header) <= 200))),
    CONSTRAINT tenants_slug_check CHECK ((slug ~ '^[a-z][a-z0-9-]{0,62}$'::text)),
    CONSTRAINT tenants_support_max_grant_days_check CHECK (((support_max_grant_days >= 1) AND (support_max_grant_days <= 3650))),
    CONSTRAINT tenants_time_zone_check CHECK (((octet_length(time_zone) >= 1) AND (octet_length(time_zone) <= 100))),
    CONSTRAINT tenants_unmapped_features_check CHECK ((unmapped_features = ANY (ARRAY['free'::text, 'deny'::text, 'error'::text])))
);
ALTER TABLE ONLY entitlements.tenants ALTER COLUMN tenant_id SET STATISTICS 0;

ALTER TABLE ONLY entitlements.tenants FORCE ROW LEVEL SECURITY;

ALTER TABLE entitlements.tenants OWNER TO hearth_owner;

--
-- Name: TABLE tenants; Type: COMMENT; Schema: entitlements; Owner: hearth_owner
--

COMMENT ON TABLE entitlements.tenants IS 'Apps that share this installation.';

--
-- Name: COLUMN tenants.known_since; Type: COMMENT; Schema: entitlements; Owner: hearth_owner
--

COMMENT ON COLUMN entitlements.tenants.known_since IS 'Since when each fact of the tenant has the time of its recording.';

--
-- Name: COLUMN tenants.support_max_grant_days; Type: COMMENT; Schema: entitlements; Owner: hearth_owner
--

COMMENT ON COLUMN entitlements.tenants.support_max_grant_days IS 'Within how many days a grant by a support key must end; null for the default.';

--
-- Name: products; Type: TABLE; Schema: entitlements; Owner: hearth_owner
--

CREATE TABLE entitlements.products (
    tenant_id uuid NOT NULL,
    product_id text NOT NULL COLLATE pg_catalog."C",
    kind text NOT NULL,
    duration text,
    trial text,
    seats integer,
    CONSTRAINT products_check CHECK (((kind = ANY (ARRAY['subscription'::text, 'one_time'::text])) = (duration IS NOT NULL))),
    CONSTRAINT products_kind_check CHECK ((kind = ANY (ARRAY['subscription'::text, 'one_time'::text, 'non_consumable'::text, 'consumable'::text]))),
    CONSTRAINT products_product_id_check CHECK (((octet_length(product_id) >= 1) AND (octet_length(product_id) <= 200))),
    CONSTRAINT products_seats_check CHECK (((seats >= 1) AND (seats <= 100)))
);
ALTER TABLE ONLY entitlements.products ALTER COLUMN tenant_id SET STATISTICS 0;

ALTER TABLE ONLY entitlements.products FORCE ROW LEVEL SECURITY;

ALTER TABLE entitlements.products OWNER TO hearth_owner;

--
-- Name: TABLE products; Type: COMMENT; Schema: entitlements; Owner: hearth_owner
--

COMMENT ON TABLE entitlements.products IS 'Products, by the store''s product id.';

--
-- Name: product_entitlements; Type: TABLE; Schema: entitlements; Owner: hearth_owner
--

CREATE TABLE entitlements.product_entitlements (
    tenant_id uuid NOT NULL,
    product_id text NOT NULL COLLATE pg_catalog."C",
    entitlement_id text NOT NULL COLLATE pg_catalog."C",
    implied_by text COLLATE pg_catalog."C",
    is_shared boolean DEFAULT false NOT NULL
);
ALTER TABLE ONLY entitlements.product_entitlements ALTER COLUMN tenant_id SET STATISTICS 0;

ALTER TABLE ONLY entitlements.product_entitlements FORCE ROW LEVEL SECURITY;

ALTER TABLE entitlements.product_entitlements OWNER TO hearth_owner;

--
-- Name: TABLE product_entitlements; Type: COMMENT; Schema: entitlements; Owner: hearth_owner
--

COMMENT ON TABLE entitlements.product_entitlements IS 'What buying a product grants, implied entitlements included.';

--
-- Name: aliased_ids; Type: TABLE; Schema: entitlements; Owner: hearth_owner
--

CREATE TABLE entitlements.aliased_ids (
    tenant_id uuid NOT NULL,
    app_user_id text NOT NULL COLLATE pg_catalog."C",
    alias_uuid uuid NOT NULL
);
ALTER TABLE ONLY entitlements.aliased_ids ALTER COLUMN tenant_id SET STATISTICS 0;

ALTER TABLE ONLY entitlements.aliased_ids FORCE ROW LEVEL SECURITY;

ALTER TABLE entitlements.aliased_ids OWNER TO hearth_owner;

--
-- Name: TABLE aliased_ids; Type: COMMENT; Schema: entitlements; Owner: hearth_owner
--

COMMENT ON TABLE entitlements.aliased_ids IS 'Ids that RevenueCat treats as one customer, and that belong to several app users here.';

--
-- Name: sandbox_testers; Type: TABLE; Schema: entitlements; Owner: hearth_owner
--

CREATE TABLE entitlements.sandbox_testers (
    tenant_id uuid NOT NULL,
    app_user_id text NOT NULL COLLATE pg_catalog."C",
    counts_until timestamp with time zone NOT NULL,
    CONSTRAINT sandbox_testers_app_user_id_check CHECK (((octet_length(app_user_id) >= 1) AND (octet_length(app_user_id) <= 1500)))
);
ALTER TABLE ONLY entitlements.sandbox_testers ALTER COLUMN tenant_id SET STATISTICS 0;

ALTER TABLE ONLY entitlements.sandbox_testers FORCE ROW LEVEL SECURITY;

ALTER TABLE entitlements.sandbox_testers OWNER TO hearth_owner;

--
-- Name: TABLE sandbox_testers; Type: COMMENT; Schema: entitlements; Owner: hearth_owner
--

COMMENT ON TABLE entitlements.sandbox_testers IS 'App users of the tenant file whose sandbox purchases count as production.';

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
ALTER TABLE ONLY entitlements.entitlements ALTER COLUMN tenant_id SET STATISTICS 0;

ALTER TABLE ONLY entitlements.entitlements FORCE ROW LEVEL SECURITY;

ALTER TABLE entitlements.entitlements OWNER TO hearth_owner;

--
-- Name: TABLE entitlements; Type: COMMENT; Schema: entitlements; Owner: hearth_owner
--

COMMENT ON TABLE entitlements.entitlements IS 'A named right. The rank orders plans; is_shared says whether households share it.';

--
-- Name: app_user_ids; Type: TABLE; Schema: entitlements; Owner: hearth_owner
--

CREATE TABLE entitlements.app_user_ids (
    tenant_id uuid NOT NULL,
    app_user_id text NOT NULL COLLATE pg_catalog."C",
    app_user_uuid uuid NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    declared_anonymous_at timestamp with time zone,
    identified_at timestamp with time zone,
    matches_anonymous_ids boolean DEFAULT false NOT NULL,
    is_alias boolean DEFAULT false NOT NULL,
    is_anonymous boolean GENERATED ALWAYS AS ((starts_with(app_user_id, '$RCAnonymousID:'::text) OR (((declared_anonymous_at IS NOT NULL) OR matches_anonymous_ids OR is_alias) AND (identified_at IS NULL)))) STORED NOT NULL,
    CONSTRAINT app_user_ids_app_user_id_check CHECK (((octet_length(app_user_id) >= 1) AND (octet_length(app_user_id) <= 1500))),
    CONSTRAINT app_user_ids_check CHECK (((identified_at IS NULL) OR (NOT starts_with(app_user_id, '$RCAnonymousID:'::text))))
);
ALTER TABLE ONLY entitlements.app_user_ids ALTER COLUMN tenant_id SET STATISTICS 0;

ALTER TABLE ONLY entitlements.app_user_ids FORCE ROW LEVEL SECURITY;

ALTER TABLE entitlements.app_user_ids OWNER TO hearth_owner;

--
-- Name: TABLE app_user_ids; Type: COMMENT; Schema: entitlements; Owner: hearth_owner
--

COMMENT ON TABLE entitlements.app_user_ids IS 'Ids, and the one app user that each belongs to.';

--
-- Name: app_users; Type: TABLE; Schema: entitlements; Owner: hearth_owner
--

CREATE TABLE entitlements.app_users (
    tenant_id uuid NOT NULL,
    app_user_uuid uuid DEFAULT gen_random_uuid() NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    confirmed_at timestamp with time zone,
    erased_at timestamp with time zone,
    missing_at timestamp with time zone
);
ALTER TABLE ONLY entitlements.app_users ALTER COLUMN tenant_id SET STATISTICS 0;

ALTER TABLE ONLY entitlements.app_users FORCE ROW LEVEL SECURITY;

ALTER TABLE entitlements.app_users OWNER TO hearth_owner;

--
-- Name: TABLE app_users; Type: COMMENT; Schema: entitlements; Owner: hearth_owner
--

COMMENT ON TABLE entitlements.app_users IS 'A person as one app knows them: a set of ids.';

--
-- Name: COLUMN app_users.missing_at; Type: COMMENT; Schema: entitlements; Owner: hearth_owner
--

COMMENT ON COLUMN entitlements.app_users.missing_at IS 'When RevenueCat last had no such customer, though a purchase of theirs gave access; counts until the next confirmation.';

--
-- Name: merges; Type: TABLE; Schema: entitlements; Owner: hearth_owner
--

CREATE TABLE entitlements.merges (
    tenant_id uuid NOT NULL,
    merge_id uuid DEFAULT gen_random_uuid() NOT NULL,
    anonymous_app_user_id text NOT NULL COLLATE pg_catalog."C",
    app_user_id text NOT NULL COLLATE pg_catalog."C",
    outcome text NOT NULL,
    proof text NOT NULL,
    moved_app_user_ids text[] NOT NULL,
    moved_purchase_ids uuid[] NOT NULL,
    answer jsonb NOT NULL,
    merged_at timestamp with time zone NOT NULL,
    undone_at timestamp with time zone,
    CONSTRAINT merges_check CHECK ((undone_at >= merged_at)),
    CONSTRAINT merges_outcome_check CHECK ((outcome = ANY (ARRAY['upgraded'::text, 'merged'::text]))),
    CONSTRAINT merges_proof_check CHECK ((proof = ANY (ARRAY['vouched'::text, 'operator'::text, 'device_secret'::text, 'anonymous_token'::text, 'merge_ticket'::text])))
);
ALTER TABLE ONLY entitlements.merges ALTER COLUMN tenant_id SET STATISTICS 0;

ALTER TABLE ONLY entitlements.merges FORCE ROW LEVEL SECURITY;

ALTER TABLE entitlements.merges OWNER TO hearth_owner;

--
-- Name: TABLE merges; Type: COMMENT; Schema: entitlements; Owner: hearth_owner
--

COMMENT ON TABLE entitlements.merges IS 'Merges of an anonymous app user into an account: the proof, and what moved.';

--
-- Name: attributes; Type: TABLE; Schema: entitlements; Owner: hearth_owner
--

CREATE TABLE entitlements.attributes (
    tenant_id uuid NOT NULL,
    app_user_id text NOT NULL COLLATE pg_catalog."C",
    name text NOT NULL COLLATE pg_catalog."C",
    value text,
    updated_at timestamp with time zone NOT NULL,
    CONSTRAINT attributes_name_check CHECK (((octet_length(name) >= 1) AND (octet_length(name) <= 160))),
    CONSTRAINT attributes_value_check CHECK (((octet_length(value) >= 1) AND (octet_length(value) <= 2000)))
);
ALTER TABLE ONLY entitlements.attributes ALTER COLUMN tenant_id SET STATISTICS 0;

ALTER TABLE ONLY entitlements.attributes FORCE ROW LEVEL SECURITY;

ALTER TABLE entitlements.attributes OWNER TO hearth_owner;

--
-- Name: TABLE attributes; Type: COMMENT; Schema: entitlements; Owner: hearth_owner
--

COMMENT ON TABLE entitlements.attributes IS 'The latest value of each attribute that RevenueCat told of an app user id.';

--
-- Name: audit_entries; Type: TABLE; Schema: entitlements; Owner: hearth_owner
--

CREATE TABLE entitlements.audit_entries (
    tenant_id uuid NOT NULL,
    audit_id uuid DEFAULT gen_random_uuid() NOT NULL,
    recorded_at timestamp with time zone NOT NULL,
    action text NOT NULL,
    actor text NOT NULL,
    reason text NOT NULL,
    app_user_ids text[] NOT NULL,
    before jsonb NOT NULL,
    after jsonb NOT NULL,
    CONSTRAINT audit_entries_action_check CHECK ((action = ANY (ARRAY['merge'::text, 'claim'::text, 'undo'::text, 'transfer'::text, 'erase'::text, 'grant'::text, 'revoke'::text, 'adjust'::text, 'redeem'::text, 'revoke_code'::text, 'create_endpoint'::text, 'update_endpoint'::text, 'delete_endpoint'::text, 'rotate_endpoint_secret'::text, 'replay_endpoint'::text, 'create_key'::text, 'revoke_key'::text, 'sign_in'::text, 'refuse_sign_in'::text]))),
    CONSTRAINT audit_entries_actor_check CHECK (((octet_length(actor) >= 1) AND (octet_length(actor) <= 2000))),
    CONSTRAINT audit_entries_reason_check CHECK (((octet_length(reason) >= 1) AND (octet_length(reason) <= 2000)))
);
ALTER TABLE ONLY entitlements.audit_entries ALTER COLUMN tenant_id SET STATISTICS 0;

ALTER TABLE ONLY entitlements.audit_entries FORCE ROW LEVEL SECURITY;

ALTER TABLE entitlements.audit_entries OWNER TO hearth_owner;

--
-- Name: TABLE audit_entries; Type: COMMENT; Schema: entitlements; Owner: hearth_owner
--

COMMENT ON TABLE entitlements.audit_entries IS 'Each merge, claim, undo, transfer, erasure, grant, revocation and adjustment. Never edited.';

--
-- Name: code_campaigns; Type: TABLE; Schema: entitlements; Owner: hearth_owner
--

CREATE TABLE entitlements.code_campaigns (
    tenant_id uuid NOT NULL,
    campaign_id text NOT NULL COLLATE pg_catalog."C",
    origin text NOT NULL,
    is_listed boolean NOT NULL,
    gives entitlements.reward NOT NULL,
    valid_from timestamp with time zone,
    valid_until timestamp with time zone,
    max_redemptions integer,
    per_app_user integer NOT NULL,
    only_new text,
    without_subscription boolean NOT NULL,
    is_stackable boolean NOT NULL,
    redemptions integer NOT NULL,
    created_at timestamp with time zone NOT NULL,
    revoked_at timestamp with time zone,
    CONSTRAINT code_campaigns_campaign_id_check CHECK (((octet_length(campaign_id) >= 1) AND (octet_length(campaign_id) <= 200))),
    CONSTRAINT code_campaigns_check CHECK ((valid_from < valid_until)),
    CONSTRAINT code_campaigns_gives_check CHECK (((num_nonnulls((gives).entitlement_id, (gives).product_id) = 1) AND ((gives).extends IS NOT NULL))),
    CONSTRAINT code_campaigns_max_redemptions_check CHECK (((max_redemptions >= 1) AND (max_redemptions <= 100000000))),
    CONSTRAINT code_campaigns_only_new_check CHECK ((only_new = ANY (ARRAY['app_user'::text, 'household'::text]))),
    CONSTRAINT code_campaigns_origin_check CHECK ((origin = ANY (ARRAY['file'::text, 'api'::text]))),
    CONSTRAINT code_campaigns_per_app_user_check CHECK (((per_app_user >= 1) AND (per_app_user <= 1000))),
    CONSTRAINT code_campaigns_redemptions_check CHECK ((redemptions >= 0))
);
ALTER TABLE ONLY entitlements.code_campaigns ALTER COLUMN tenant_id SET STATISTICS 0;

ALTER TABLE ONLY entitlements.code_campaigns FORCE ROW LEVEL SECURITY;

ALTER TABLE entitlements.code_campaigns OWNER TO hearth_owner;

--
-- Name: TABLE code_campaigns; Type: COMMENT; Schema: entitlements; Owner: hearth_owner
--

COMMENT ON TABLE entitlements.code_campaigns IS 'What codes give, when, to which app users and how often.';

--
-- Name: change_entries; Type: TABLE; Schema: entitlements; Owner: hearth_owner
--

CREATE TABLE entitlements.change_entries (
    tenant_id uuid NOT NULL,
    number bigint NOT NULL,
    kind text NOT NULL,
    app_user_id text NOT NULL COLLATE pg_catalog."C",
    before json,
    after json,
    cause text NOT NULL,
    cause_id text COLLATE pg_catalog."C",
    happened_at timestamp with time zone NOT NULL,
    recorded_at timestamp with time zone NOT NULL,
    numbered_at timestamp with time zone NOT NULL,
    environment text DEFAULT 'production'::text NOT NULL,
    CONSTRAINT change_entries_number_check CHECK ((number >= 1))
);
ALTER TABLE ONLY entitlements.change_entries ALTER COLUMN tenant_id SET STATISTICS 0;

ALTER TABLE ONLY entitlements.change_entries FORCE ROW LEVEL SECURITY;

ALTER TABLE entitlements.change_entries OWNER TO hearth_owner;

--
-- Name: TABLE change_entries; Type: COMMENT; Schema: entitlements; Owner: hearth_owner
--

COMMENT ON TABLE entitlements.change_entries IS 'The change log: what changed for app users, numbered in the order of commits.';

--
-- Name: stale_answers; Type: TABLE; Schema: entitlements; Owner: hearth_owner
--

CREATE TABLE entitlements.stale_answers (
    tenant_id uuid NOT NULL,
    app_user_uuid uuid NOT NULL,
    mark_id uuid DEFAULT gen_random_uuid() NOT NULL,
    cause text DEFAULT 'event'::text NOT NULL,
    cause_id text COLLATE pg_catalog."C"
);
ALTER TABLE ONLY entitlements.stale_answers ALTER COLUMN tenant_id SET STATISTICS 0;

ALTER TABLE ONLY entitlements.stale_answers FORCE ROW LEVEL SECURITY;

ALTER TABLE entitlements.stale_answers OWNER TO hearth_owner;

--
-- Name: TABLE stale_answers; Type: COMMENT; Schema: entitlements; Owner: hearth_owner
--

COMMENT ON TABLE entitlements.stale_answers IS 'App users whose stored answer must be derived again before it is used.';

--
-- Name: stored_answers; Type: TABLE; Schema: entitlements; Owner: hearth_owner
--

CREATE TABLE entitlements.stored_answers (
    tenant_id uuid NOT NULL,
    app_user_uuid uuid NOT NULL,
    answer json,
    definition_version bigint DEFAULT 0 NOT NULL,
    derived_at timestamp with time zone DEFAULT 'infinity'::timestamp with time zone NOT NULL,
    valid_until timestamp with time zone DEFAULT '-infinity'::timestamp with time zone NOT NULL,
    notice_at timestamp with time zone
)
WITH (fillfactor='80');
ALTER TABLE ONLY entitlements.stored_answers ALTER COLUMN tenant_id SET STATISTICS 0;

ALTER TABLE ONLY entitlements.stored_answers FORCE ROW LEVEL SECURITY;

ALTER TABLE entitlements.stored_answers OWNER TO hearth_owner;

--
-- Name: TABLE stored_answers; Type: COMMENT; Schema: entitlements; Owner: hearth_owner
--

COMMENT ON TABLE entitlements.stored_answers IS 'Each app user''s answer, and until when it holds. Always equal to its derivation.';

--
-- Name: code_rules; Type: TABLE; Schema: entitlements; Owner: hearth_owner
--

CREATE TABLE entitlements.code_rules (
    tenant_id uuid NOT NULL,
    attempts_per_hour integer NOT NULL,
    tenant_attempts_per_hour integer NOT NULL,
    CONSTRAINT code_rules_attempts_per_hour_check CHECK (((attempts_per_hour >= 1) AND (attempts_per_hour <= 1000))),
    CONSTRAINT code_rules_tenant_attempts_per_hour_check CHECK (((tenant_attempts_per_hour >= 1) AND (tenant_attempts_per_hour <= 1000000)))
);
ALTER TABLE ONLY entitlements.code_rules ALTER COLUMN tenant_id SET STATISTICS 0;

ALTER TABLE ONLY entitlements.code_rules FORCE ROW LEVEL SECURITY;

ALTER TABLE entitlements.code_rules OWNER TO hearth_owner;

--
-- Name: TABLE code_rules; Type: COMMENT; Schema: entitlements; Owner: hearth_owner
--

COMMENT ON TABLE entitlements.code_rules IS 'How often wrong codes may be tried.';

--
-- Name: runs; Type: TABLE; Schema: entitlements; Owner: hearth_owner
--

CREATE TABLE entitlements.runs (
    tenant_id uuid NOT NULL,
    run_id uuid DEFAULT gen_random_uuid() NOT NULL,
    scope text NOT NULL,
    origin text NOT NULL,
    app_user_id text COLLATE pg_catalog."C",
    is_dry_run boolean NOT NULL,
    stop_at_lost_percent integer NOT NULL,
    status text DEFAULT 'preparing'::text NOT NULL,
    setback text,
    started_at timestamp with time zone NOT NULL,
    ended_at timestamp with time zone,
    listed_until uuid,
    worked_at timestamp with time zone DEFAULT '-infinity'::timestamp with time zone NOT NULL,
    resting_until timestamp with time zone DEFAULT '-infinity'::timestamp with time zone NOT NULL,
    outcome jsonb,
    is_project_listed boolean DEFAULT false NOT NULL,
    has_listing_ended boolean DEFAULT false NOT NULL,
    project_page text,
    project_pages integer DEFAULT 0 NOT NULL,
    project_marker text,
    project_failures integer DEFAULT 0 NOT NULL,
    CONSTRAINT runs_check CHECK (((scope = 'user'::text) = (app_user_id IS NOT NULL))),
    CONSTRAINT runs_check1 CHECK (((ended_at IS NULL) = (status = ANY (ARRAY['preparing'::text, 'running'::text, 'listing'::text])))),
    CONSTRAINT runs_origin_check CHECK ((origin = ANY (ARRAY['request'::text, 'schedule'::text, 'catch_up'::text]))),
    CONSTRAINT runs_project_page_check CHECK ((octet_length(project_page) <= 4000)),
    CONSTRAINT runs_scope_check CHECK ((scope = ANY (ARRAY['user'::text, 'due'::text, 'all'::text]))),
    CONSTRAINT runs_status_check CHECK ((status = ANY (ARRAY['preparing'::text, 'running'::text, 'listing'::text, 'finished'::text, 'cancelled'::text, 'stopped'::text]))),
    CONSTRAINT runs_stop_at_lost_percent_check CHECK (((stop_at_lost_percent >= 1) AND (stop_at_lost_percent <= 100)))
);
ALTER TABLE ONLY entitlements.runs ALTER COLUMN tenant_id SET STATISTICS 0;

ALTER TABLE ONLY entitlements.runs FORCE ROW LEVEL SECURITY;

ALTER TABLE entitlements.runs OWNER TO hearth_owner;

--
-- Name: TABLE runs; Type: COMMENT; Schema: entitlements; Owner: hearth_owner
--

COMMENT ON TABLE entitlements.runs IS 'Runs: each compares many app users with RevenueCat.';

--
-- Name: household_owners; Type: TABLE; Schema: entitlements; Owner: hearth_owner
--

CREATE TABLE entitlements.household_owners (
    tenant_id uuid NOT NULL,
    household_id uuid NOT NULL,
    member_id uuid NOT NULL,
    owned_from timestamp with time zone NOT NULL,
    owned_until timestamp with time zone,
    CONSTRAINT household_owners_check CHECK ((owned_until >= owned_from))
);
ALTER TABLE ONLY entitlements.household_owners ALTER COLUMN tenant_id SET STATISTICS 0;

ALTER TABLE ONLY entitlements.household_owners FORCE ROW LEVEL SECURITY;

ALTER TABLE entitlements.household_owners OWNER TO hearth_owner;

--
-- Name: TABLE household_owners; Type: COMMENT; Schema: entitlements; Owner: hearth_owner
--

COMMENT ON TABLE entitlements.household_owners IS 'Household owners, present and past.';

--
-- Name: synced_household_members; Type: TABLE; Schema: entitlements; Owner: hearth_owner
--

CREATE TABLE entitlements.synced_household_members (
    tenant_id uuid NOT NULL,
    id uuid NOT NULL,
    household_id uuid NOT NULL,
    user_id text NOT NULL COLLATE pg_catalog."C",
    role text NOT NULL,
    joined_at_ms bigint NOT NULL,
    access_ends_at_ms bigint,
    CONSTRAINT synced_household_members_role_check CHECK ((role = ANY (ARRAY['owner'::text, 'member'::text])))
);
ALTER TABLE ONLY entitlements.synced_household_members ALTER COLUMN tenant_id SET STATISTICS 0;

ALTER TABLE ONLY entitlements.synced_household_members FORCE ROW LEVEL SECURITY;

ALTER TABLE entitlements.synced_household_members OWNER TO hearth_owner;

--
-- Name: TABLE synced_household_members; Type: COMMENT; Schema: entitlements; Owner: hearth_owner
--

COMMENT ON TABLE entitlements.synced_household_members IS 'Household members as devices receive them. Always equal to their derivation.';

--
-- Name: household_rules; Type: TABLE; Schema: entitlements; Owner: hearth_owner
--

CREATE TABLE entitlements.household_rules (
    tenant_id uuid NOT NULL,
    max_members integer NOT NULL,
    switch_cooldown_days integer NOT NULL,
    invite_ttl_days integer NOT NULL,
    owner_leaves text NOT NULL,
    departure_grace_days integer NOT NULL,
    downgrade text NOT NULL,
    downgrade_notice_days integer NOT NULL,
    confirm_by_owner boolean NOT NULL,
    joins_per_30_days integer NOT NULL,
    shares_from text NOT NULL,
    invites_within_seats boolean NOT NULL,
    transfer_hold_days integer NOT NULL,
    shares_grants boolean NOT NULL,
    CONSTRAINT household_rules_departure_grace_days_check CHECK (((departure_grace_days >= 0) AND (departure_grace_days <= 365))),
    CONSTRAINT household_rules_downgrade_check CHECK ((downgrade = ANY (ARRAY['newest_out'::text, 'freeze_joins'::text]))),
    CONSTRAINT household_rules_downgrade_notice_days_check CHECK (((downgrade_notice_days >= 0) AND (downgrade_notice_days <= 365))),
    CONSTRAINT household_rules_invite_ttl_days_check CHECK (((invite_ttl_days >= 1) AND (invite_ttl_days <= 365))),
    CONSTRAINT household_rules_joins_per_30_days_check CHECK (((joins_per_30_days >= 1) AND (joins_per_30_days <= 1000))),
    CONSTRAINT household_rules_max_members_check CHECK (((max_members >= 1) AND (max_members <= 100))),
    CONSTRAINT household_rules_owner_leaves_check CHECK ((owner_leaves = ANY (ARRAY['block'::text, 'transfer'::text, 'dissolve'::text]))),
    CONSTRAINT household_rules_shares_from_check CHECK ((shares_from = ANY (ARRAY['owner'::text, 'any_member'::text]))),
    CONSTRAINT household_rules_switch_cooldown_days_check CHECK (((switch_cooldown_days >= 0) AND (switch_cooldown_days <= 365))),
    CONSTRAINT household_rules_transfer_hold_days_check CHECK (((transfer_hold_days >= 0) AND (transfer_hold_days <= 30)))
);
ALTER TABLE ONLY entitlements.household_rules ALTER COLUMN tenant_id SET STATISTICS 0;

ALTER TABLE ONLY entitlements.household_rules FORCE ROW LEVEL SECURITY;

ALTER TABLE entitlements.household_rules OWNER TO hearth_owner;

--
-- Name: TABLE household_rules; Type: COMMENT; Schema: entitlements; Owner: hearth_owner
--

COMMENT ON TABLE entitlements.household_rules IS 'A tenant''s rules for households.';

--
-- Name: synced_subscriptions; Type: TABLE; Schema: entitlements; Owner: hearth_owner
--

CREATE TABLE entitlements.synced_subscriptions (
    tenant_id uuid NOT NULL,
    id text NOT NULL COLLATE pg_catalog."C",
    purchase_id uuid NOT NULL,
    user_id text NOT NULL COLLATE pg_catalog."C",
    household_id uuid,
    is_held boolean NOT NULL,
    environment text NOT NULL,
    product_id text COLLATE pg_catalog."C",
    store text NOT NULL,
    period_type text,
    entitlement_ids text,
    status_until_end text NOT NULL,
    status_after_end text NOT NULL,
    will_renew boolean NOT NULL,
    starts_at_ms bigint NOT NULL,
    expires_at_ms bigint,
    cancelled_at_ms bigint,
    billing_issue_at_ms bigint,
    CONSTRAINT synced_subscriptions_check CHECK ((expires_at_ms >= starts_at_ms)),
    CONSTRAINT synced_subscriptions_check1 CHECK (((household_id IS NOT NULL) OR (NOT is_held)))
)
WITH (fillfactor='80');
ALTER TABLE ONLY entitlements.synced_subscriptions ALTER COLUMN tenant_id SET STATISTICS 0;

ALTER TABLE ONLY entitlements.synced_subscriptions FORCE ROW LEVEL SECURITY;

ALTER TABLE entitlements.synced_subscriptions OWNER TO hearth_owner;

--
-- Name: TABLE synced_subscriptions; Type: COMMENT; Schema: entitlements; Owner: hearth_owner
--

COMMENT ON TABLE entitlements.synced_subscriptions IS 'Purchases as devices receive them. Always equal to their derivation.';

--
-- Name: snapshots; Type: TABLE; Schema: entitlements; Owner: hearth_owner
--

CREATE TABLE entitlements.snapshots (
    tenant_id uuid NOT NULL,
    app_user_id text NOT NULL COLLATE pg_catalog."C",
    read_at timestamp with time zone NOT NULL,
    received_at timestamp with time zone NOT NULL,
    order_at timestamp with time zone GENERATED ALWAYS AS (LEAST(read_at, received_at)) STORED NOT NULL,
    app_user_ids text[] NOT NULL,
    purchase_ids uuid[] NOT NULL,
    silent_products text[] NOT NULL,
    run_id uuid,
    has_drift boolean DEFAULT false NOT NULL,
    content bytea,
    first_read_at timestamp with time zone,
    first_received_at timestamp with time zone,
    CONSTRAINT snapshots_content_check CHECK ((octet_length(content) = 32)),
    CONSTRAINT snapshots_first_check CHECK ((((first_read_at IS NULL) = (first_received_at IS NULL)) AND (first_read_at < read_at) AND (first_received_at <= received_at)))
);
ALTER TABLE ONLY entitlements.snapshots ALTER COLUMN tenant_id SET STATISTICS 0;

ALTER TABLE ONLY entitlements.snapshots FORCE ROW LEVEL SECURITY;

ALTER TABLE entitlements.snapshots OWNER TO hearth_owner;

--
-- Name: TABLE snapshots; Type: COMMENT; Schema: entitlements; Owner: hearth_owner
--

COMMENT ON TABLE entitlements.snapshots IS 'Snapshots: what RevenueCat''s REST API listed about an app user at a moment.';

--
-- Name: COLUMN snapshots.silent_products; Type: COMMENT; Schema: entitlements; Owner: hearth_owner
--

COMMENT ON COLUMN entitlements.snapshots.silent_products IS 'The products of which the snapshot may have left out purchases that go on.';

--
-- Name: COLUMN snapshots.first_read_at; Type: COMMENT; Schema: entitlements; Owner: hearth_owner
--

COMMENT ON COLUMN entitlements.snapshots.first_read_at IS 'When the same was read first, if it was read again.';

--
-- Name: COLUMN snapshots.first_received_at; Type: COMMENT; Schema: entitlements; Owner: hearth_owner
--

COMMENT ON COLUMN entitlements.snapshots.first_received_at IS 'When the first of equal snapshots was received.';

--
-- Name: deliveries; Type: TABLE; Schema: entitlements; Owner: hearth_owner
--

CREATE TABLE entitlements.deliveries (
    tenant_id uuid NOT NULL,
    endpoint_id uuid NOT NULL,
    number bigint NOT NULL,
    attempts integer NOT NULL,
    first_attempt_at timestamp with time zone NOT NULL,
    last_attempt_at timestamp with time zone NOT NULL,
    duration_milliseconds integer NOT NULL,
    http_status integer,
    first_error text,
    due_at timestamp with time zone,
    CONSTRAINT deliveries_attempts_check CHECK ((attempts >= 0)),
    CONSTRAINT deliveries_duration_milliseconds_check CHECK ((duration_milliseconds >= 0)),
    CONSTRAINT deliveries_first_error_check CHECK (((octet_length(first_error) >= 1) AND (octet_length(first_error) <= 40))),
    CONSTRAINT deliveries_number_check CHECK ((number >= 1))
);
ALTER TABLE ONLY entitlements.deliveries ALTER COLUMN tenant_id SET STATISTICS 0;

ALTER TABLE ONLY entitlements.deliveries FORCE ROW LEVEL SECURITY;

ALTER TABLE entitlements.deliveries OWNER TO hearth_owner;

--
-- Name: TABLE deliveries; Type: COMMENT; Schema: entitlements; Owner: hearth_owner
--

COMMENT ON TABLE entitlements.deliveries IS 'The last attempt to deliver each change to each endpoint; delivered ones for some days.';

--
-- Name: uses; Type: TABLE; Schema: entitlements; Owner: hearth_owner
--

CREATE TABLE entitlements.uses (
    tenant_id uuid NOT NULL,
    app_user_id text NOT NULL COLLATE pg_catalog."C",
    limit_id text NOT NULL COLLATE pg_catalog."C",
    used_at timestamp with time zone NOT NULL,
    amount bigint NOT NULL,
    total bigint NOT NULL,
    covered bigint DEFAULT 0 NOT NULL,
    covered_total bigint DEFAULT 0 NOT NULL,
    CONSTRAINT uses_amount_check CHECK ((amount > 0)),
    CONSTRAINT uses_check CHECK ((total >= amount)),
    CONSTRAINT uses_check1 CHECK (((covered >= 0) AND (covered <= amount))),
    CONSTRAINT uses_check2 CHECK ((covered_total >= covered)),
    CONSTRAINT uses_limit_id_check CHECK (((octet_length(limit_id) >= 1) AND (octet_length(limit_id) <= 200)))
);
ALTER TABLE ONLY entitlements.uses ALTER COLUMN tenant_id SET STATISTICS 0;

ALTER TABLE ONLY entitlements.uses FORCE ROW LEVEL SECURITY;

ALTER TABLE entitlements.uses OWNER TO hearth_owner;

--
-- Name: TABLE uses; Type: COMMENT; Schema: entitlements; Owner: hearth_owner
--

COMMENT ON TABLE entitlements.uses IS 'Uses of limits: one row for an id, limit and moment, with the running total.';

--
-- Name: COLUMN uses.covered; Type: COMMENT; Schema: entitlements; Owner: hearth_owner
--

COMMENT ON COLUMN entitlements.uses.covered IS 'How much of the amount an entitlement without a limit covered, with a running total.';

--
-- Name: webhook_events; Type: TABLE; Schema: entitlements; Owner: hearth_owner
--

CREATE TABLE entitlements.webhook_events (
    tenant_id uuid NOT NULL,
    event_id text NOT NULL COLLATE pg_catalog."C",
    event_type text NOT NULL,
    body bytea,
    received_at timestamp with time zone DEFAULT now() NOT NULL,
    status text NOT NULL,
    failure text,
    attempts integer DEFAULT 1 NOT NULL,
    due_at timestamp with time zone,
    unread text[],
    app_user_id text COLLATE pg_catalog."C",
    environment text,
    applied_at timestamp with time zone,
    body_dropped_at timestamp with time zone,
    CONSTRAINT webhook_events_app_user_id_check CHECK (((octet_length(app_user_id) >= 1) AND (octet_length(app_user_id) <= 1500))),
    CONSTRAINT webhook_events_attempts_check CHECK ((attempts >= 0)),
    CONSTRAINT webhook_events_body_check CHECK (((body IS NULL) = (body_dropped_at IS NOT NULL))),
    CONSTRAINT webhook_events_body_status_check CHECK (((body IS NOT NULL) OR (status = 'applied'::text))),
    CONSTRAINT webhook_events_check CHECK (((status = 'failed'::text) = (failure IS NOT NULL))),
    CONSTRAINT webhook_events_check1 CHECK (((status = 'failed'::text) = (due_at IS NOT NULL))),
    CONSTRAINT webhook_events_event_id_check CHECK (((octet_length(event_id) >= 1) AND (octet_length(event_id) <= 1500))),
    CONSTRAINT webhook_events_event_type_check CHECK (((octet_length(event_type) >= 1) AND (octet_length(event_type) <= 200))),
    CONSTRAINT webhook_events_status_check CHECK ((status = ANY (ARRAY['applied'::text, 'stored'::text, 'failed'::text])))
);
ALTER TABLE ONLY entitlements.webhook_events ALTER COLUMN tenant_id SET STATISTICS 0;

ALTER TABLE ONLY entitlements.webhook_events FORCE ROW LEVEL SECURITY;

ALTER TABLE entitlements.webhook_events OWNER TO hearth_owner;

--
-- Name: TABLE webhook_events; Type: COMMENT; Schema: entitlements; Owner: hearth_owner
--

COMMENT ON TABLE entitlements.webhook_events IS 'Webhook events as received: applied, stored (not understood) or failed (to be retried).';

--
-- Name: COLUMN webhook_events.app_user_id; Type: COMMENT; Schema: entitlements; Owner: hearth_owner
--

COMMENT ON COLUMN entitlements.webhook_events.app_user_id IS 'The first app user id of an event that may be no evidence.';

--
-- Name: COLUMN webhook_events.environment; Type: COMMENT; Schema: entitlements; Owner: hearth_owner
--

COMMENT ON COLUMN entitlements.webhook_events.environment IS 'The environment of an event that may be no evidence; null if it names none.';

--
-- Name: COLUMN webhook_events.applied_at; Type: COMMENT; Schema: entitlements; Owner: hearth_owner
--

COMMENT ON COLUMN entitlements.webhook_events.applied_at IS 'When the event was applied, if that was not when it was received.';

--
-- Name: COLUMN webhook_events.body_dropped_at; Type: COMMENT; Schema: entitlements; Owner: hearth_owner
--

COMMENT ON COLUMN entitlements.webhook_events.body_dropped_at IS 'When the body of an applied event was dropped, because it was older than the tenant keeps it.';

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
ALTER TABLE ONLY entitlements.transfer_sides ALTER COLUMN tenant_id SET STATISTICS 0;

ALTER TABLE ONLY entitlements.transfer_sides FORCE ROW LEVEL SECURITY;

ALTER TABLE entitlements.transfer_sides OWNER TO hearth_owner;

--
-- Name: TABLE transfer_sides; Type: COMMENT; Schema: entitlements; Owner: hearth_owner
--

COMMENT ON TABLE entitlements.transfer_sides IS 'The app user ids that a transfer names, from and to.';

--
-- Name: referral_codes; Type: TABLE; Schema: entitlements; Owner: hearth_owner
--

CREATE TABLE entitlements.referral_codes (
    tenant_id uuid NOT NULL,
    app_user_id text NOT NULL COLLATE pg_catalog."C",
    code text NOT NULL COLLATE pg_catalog."C",
    digest bytea NOT NULL,
    created_at timestamp with time zone NOT NULL,
    CONSTRAINT referral_codes_digest_check CHECK ((octet_length(digest) = 32))
);
ALTER TABLE ONLY entitlements.referral_codes ALTER COLUMN tenant_id SET STATISTICS 0;

ALTER TABLE ONLY entitlements.referral_codes FORCE ROW LEVEL SECURITY;

ALTER TABLE entitlements.referral_codes OWNER TO hearth_owner;

--
-- Name: TABLE referral_codes; Type: COMMENT; Schema: entitlements; Owner: hearth_owner
--

COMMENT ON TABLE entitlements.referral_codes IS 'With which code an app user brings others.';

--
-- Name: household_invites; Type: TABLE; Schema: entitlements; Owner: hearth_owner
--

CREATE TABLE entitlements.household_invites (
    tenant_id uuid NOT NULL,
    household_id uuid NOT NULL,
    invite_id uuid DEFAULT gen_random_uuid() NOT NULL,
    code_digest bytea NOT NULL,
    created_at timestamp with time zone NOT NULL,
    expires_at timestamp with time zone NOT NULL,
    revoked_at timestamp with time zone,
    redeemed_at timestamp with time zone,
    redeemed_by_app_user_id text COLLATE pg_catalog."C",
    ignores_cooldown boolean DEFAULT false NOT NULL,
    member_id uuid,
    CONSTRAINT household_invites_check CHECK ((expires_at > created_at)),
    CONSTRAINT household_invites_check1 CHECK (((redeemed_at IS NULL) = (redeemed_by_app_user_id IS NULL))),
    CONSTRAINT household_invites_check2 CHECK (((member_id IS NULL) OR ((redeemed_at IS NOT NULL) AND (revoked_at IS NULL)))),
    CONSTRAINT household_invites_code_digest_check CHECK ((octet_length(code_digest) = 32))
);
ALTER TABLE ONLY entitlements.household_invites ALTER COLUMN tenant_id SET STATISTICS 0;

ALTER TABLE ONLY entitlements.household_invites FORCE ROW LEVEL SECURITY;

ALTER TABLE entitlements.household_invites OWNER TO hearth_owner;

--
-- Name: TABLE household_invites; Type: COMMENT; Schema: entitlements; Owner: hearth_owner
--

COMMENT ON TABLE entitlements.household_invites IS 'Invites to a household: single use, expiring, known by the digest of their code.';

--
-- Name: households; Type: TABLE; Schema: entitlements; Owner: hearth_owner
--

CREATE TABLE entitlements.households (
    tenant_id uuid NOT NULL,
    household_id uuid DEFAULT gen_random_uuid() NOT NULL,
    name text,
    created_at timestamp with time zone NOT NULL,
    dissolved_at timestamp with time zone,
    seats_exceeded_at timestamp with time zone,
    CONSTRAINT households_check CHECK ((dissolved_at >= created_at)),
    CONSTRAINT households_name_check CHECK (((octet_length(name) >= 1) AND (octet_length(name) <= 200)))
);
ALTER TABLE ONLY entitlements.households ALTER COLUMN tenant_id SET STATISTICS 0;

ALTER TABLE ONLY entitlements.households FORCE ROW LEVEL SECURITY;

ALTER TABLE entitlements.households OWNER TO hearth_owner;

--
-- Name: TABLE households; Type: COMMENT; Schema: entitlements; Owner: hearth_owner
--

COMMENT ON TABLE entitlements.households IS 'People who share what one of them paid for.';

--
-- Name: search_words; Type: TABLE; Schema: entitlements; Owner: hearth_owner
--

CREATE TABLE entitlements.search_words (
    tenant_id uuid NOT NULL,
    word text NOT NULL COLLATE pg_catalog."C",
    app_user_id text NOT NULL COLLATE pg_catalog."C",
    name text NOT NULL COLLATE pg_catalog."C",
    CONSTRAINT search_words_word_check CHECK (((octet_length(word) >= 1) AND (octet_length(word) <= 400)))
);
ALTER TABLE ONLY entitlements.search_words ALTER COLUMN tenant_id SET STATISTICS 0;

ALTER TABLE ONLY entitlements.search_words FORCE ROW LEVEL SECURITY;

ALTER TABLE entitlements.search_words OWNER TO hearth_owner;

--
-- Name: TABLE search_words; Type: COMMENT; Schema: entitlements; Owner: hearth_owner
--

COMMENT ON TABLE entitlements.search_words IS 'Words of attributes and of ids, each to the end of its text, to search by.';

--
-- Name: referrals; Type: TABLE; Schema: entitlements; Owner: hearth_owner
--

CREATE TABLE entitlements.referrals (
    tenant_id uuid NOT NULL,
    referral_id uuid DEFAULT gen_random_uuid() NOT NULL,
    referrer_app_user_id text NOT NULL COLLATE pg_catalog."C",
    referred_app_user_id text NOT NULL COLLATE pg_catalog."C",
    redeemed_at timestamp with time zone NOT NULL,
    paid_at timestamp with time zone,
    void_reason text,
    review_at timestamp with time zone,
    rewarded_at timestamp with time zone,
    referrer_grant_id uuid,
    referred_grant_id uuid,
    taken_back_at timestamp with time zone,
    CONSTRAINT referrals_check CHECK ((taken_back_at >= rewarded_at)),
    CONSTRAINT referrals_check1 CHECK ((referrer_app_user_id <> referred_app_user_id)),
    CONSTRAINT referrals_void_reason_check CHECK ((void_reason = ANY (ARRAY['same_app_user'::text, 'same_household'::text, 'circular'::text, 'not_new'::text, 'referred_before'::text, 'erased'::text])))
);
ALTER TABLE ONLY entitlements.referrals ALTER COLUMN tenant_id SET STATISTICS 0;

ALTER TABLE ONLY entitlements.referrals FORCE ROW LEVEL SECURITY;

ALTER TABLE entitlements.referrals OWNER TO hearth_owner;

--
-- Name: TABLE referrals; Type: COMMENT; Schema: entitlements; Owner: hearth_owner
--

COMMENT ON TABLE entitlements.referrals IS 'Which app user brought which, and what came of it.';

--
-- Name: kept_out_ids; Type: TABLE; Schema: entitlements; Owner: hearth_owner
--

CREATE TABLE entitlements.kept_out_ids (
    tenant_id uuid NOT NULL,
    digest bytea NOT NULL,
    erased_at timestamp with time zone NOT NULL,
    CONSTRAINT kept_out_ids_digest_check CHECK ((octet_length(digest) = 32))
);
ALTER TABLE ONLY entitlements.kept_out_ids ALTER COLUMN tenant_id SET STATISTICS 0;

ALTER TABLE ONLY entitlements.kept_out_ids FORCE ROW LEVEL SECURITY;

ALTER TABLE entitlements.kept_out_ids OWNER TO hearth_owner;

--
-- Name: TABLE kept_out_ids; Type: COMMENT; Schema: entitlements; Owner: hearth_owner
--

COMMENT ON TABLE entitlements.kept_out_ids IS 'Digests of erased ids, until the app registers one again, or a later event is about it.';

--
-- Name: limits; Type: TABLE; Schema: entitlements; Owner: hearth_owner
--

CREATE TABLE entitlements.limits (
    tenant_id uuid NOT NULL,
    limit_id text NOT NULL COLLATE pg_catalog."C",
    period text,
    free_amount bigint NOT NULL,
    rolling_hours integer,
    month_day smallint,
    is_pooled boolean NOT NULL,
    per_member bigint,
    counts text DEFAULT 'within_allowance'::text NOT NULL,
    CONSTRAINT limits_check CHECK (((period IS NULL) OR (rolling_hours IS NULL))),
    CONSTRAINT limits_check1 CHECK (((month_day IS NULL) OR (period = 'month'::text))),
    CONSTRAINT limits_check2 CHECK (((per_member IS NULL) OR is_pooled)),
    CONSTRAINT limits_counts_check CHECK ((counts = ANY (ARRAY['all'::text, 'within_allowance'::text]))),
    CONSTRAINT limits_free_amount_check CHECK (((free_amount >= 0) AND (free_amount <= 1000000000))),
    CONSTRAINT limits_limit_id_check CHECK (((octet_length(limit_id) >= 1) AND (octet_length(limit_id) <= 200))),
    CONSTRAINT limits_month_day_check CHECK (((month_day >= 1) AND (month_day <= 31))),
    CONSTRAINT limits_per_member_check CHECK (((per_member >= 1) AND (per_member <= 1000000000))),
    CONSTRAINT limits_period_check CHECK ((period = ANY (ARRAY['day'::text, 'week'::text, 'month'::text, 'year'::text, 'subscription'::text]))),
    CONSTRAINT limits_rolling_hours_check CHECK (((rolling_hours >= 1) AND (rolling_hours <= 8784)))
);
ALTER TABLE ONLY entitlements.limits ALTER COLUMN tenant_id SET STATISTICS 0;

ALTER TABLE ONLY entitlements.limits FORCE ROW LEVEL SECURITY;

ALTER TABLE entitlements.limits OWNER TO hearth_owner;

--
-- Name: TABLE limits; Type: COMMENT; Schema: entitlements; Owner: hearth_owner
--

COMMENT ON TABLE entitlements.limits IS 'How often a feature may be used in a period.';

--
-- Name: COLUMN limits.rolling_hours; Type: COMMENT; Schema: entitlements; Owner: hearth_owner
--

COMMENT ON COLUMN entitlements.limits.rolling_hours IS 'Each use leaves the window this many hours after it was made.';

--
-- Name: COLUMN limits.month_day; Type: COMMENT; Schema: entitlements; Owner: hearth_owner
--

COMMENT ON COLUMN entitlements.limits.month_day IS 'The day on which a month begins; in a shorter month, its last day.';

--
-- Name: COLUMN limits.is_pooled; Type: COMMENT; Schema: entitlements; Owner: hearth_owner
--

COMMENT ON COLUMN entitlements.limits.is_pooled IS 'Whether the members of a household use one allowance together.';

--
-- Name: COLUMN limits.per_member; Type: COMMENT; Schema: entitlements; Owner: hearth_owner
--

COMMENT ON COLUMN entitlements.limits.per_member IS 'What one member may use of the allowance of a pool; null: all of it.';

--
-- Name: COLUMN limits.counts; Type: COMMENT; Schema: entitlements; Owner: hearth_owner
--

COMMENT ON COLUMN entitlements.limits.counts IS 'Whether an allowance counts all uses, or only those that no unlimited entitlement covered.';

--
-- Name: app_user_id_links; Type: TABLE; Schema: entitlements; Owner: hearth_owner
--

CREATE TABLE entitlements.app_user_id_links (
    tenant_id uuid NOT NULL,
    app_user_id text NOT NULL COLLATE pg_catalog."C",
    linked_app_user_id text NOT NULL COLLATE pg_catalog."C",
    linked_at timestamp with time zone NOT NULL,
    evidence_id text NOT NULL COLLATE pg_catalog."C",
    recorded_at timestamp with time zone DEFAULT now() NOT NULL,
    CONSTRAINT app_user_id_links_check CHECK ((app_user_id <> linked_app_user_id))
);
ALTER TABLE ONLY entitlements.app_user_id_links ALTER COLUMN tenant_id SET STATISTICS 0;

ALTER TABLE ONLY entitlements.app_user_id_links FORCE ROW LEVEL SECURITY;

ALTER TABLE entitlements.app_user_id_links OWNER TO hearth_owner;

--
-- Name: TABLE app_user_id_links; Type: COMMENT; Schema: entitlements; Owner: hearth_owner
--

COMMENT ON TABLE entitlements.app_user_id_links IS 'Evidence that two ids are one person; between two identified ids, a conflict.';

--
-- Name: COLUMN app_user_id_links.recorded_at; Type: COMMENT; Schema: entitlements; Owner: hearth_owner
--

COMMENT ON COLUMN entitlements.app_user_id_links.recorded_at IS 'When any evidence first named the two ids together.';

--
-- Name: merge_links; Type: TABLE; Schema: entitlements; Owner: hearth_owner
--

CREATE TABLE entitlements.merge_links (
    tenant_id uuid NOT NULL,
    anonymous_app_user_id text NOT NULL COLLATE pg_catalog."C",
    app_user_id text NOT NULL COLLATE pg_catalog."C",
    merge_id uuid NOT NULL,
    is_severed boolean DEFAULT false NOT NULL,
    CONSTRAINT merge_links_check CHECK ((anonymous_app_user_id <> app_user_id))
);
ALTER TABLE ONLY entitlements.merge_links ALTER COLUMN tenant_id SET STATISTICS 0;

ALTER TABLE ONLY entitlements.merge_links FORCE ROW LEVEL SECURITY;

ALTER TABLE entitlements.merge_links OWNER TO hearth_owner;

--
-- Name: TABLE merge_links; Type: COMMENT; Schema: entitlements; Owner: hearth_owner
--

COMMENT ON TABLE entitlements.merge_links IS 'Pairs of ids that a merge joined, or that an undo separated.';

--
-- Name: sandbox_answers; Type: TABLE; Schema: entitlements; Owner: hearth_owner
--

CREATE TABLE entitlements.sandbox_answers (
    tenant_id uuid NOT NULL,
    app_user_uuid uuid NOT NULL,
    answer json,
    definition_version bigint DEFAULT 0 NOT NULL,
    valid_until timestamp with time zone DEFAULT '-infinity'::timestamp with time zone NOT NULL
)
WITH (fillfactor='80');
ALTER TABLE ONLY entitlements.sandbox_answers ALTER COLUMN tenant_id SET STATISTICS 0;

ALTER TABLE ONLY entitlements.sandbox_answers FORCE ROW LEVEL SECURITY;

ALTER TABLE entitlements.sandbox_answers OWNER TO hearth_owner;

--
-- Name: TABLE sandbox_answers; Type: COMMENT; Schema: entitlements; Owner: hearth_owner
--

COMMENT ON TABLE entitlements.sandbox_answers IS 'What app users with sandbox purchases had in the sandbox, to log what changes.';

--
-- Name: orphans; Type: TABLE; Schema: entitlements; Owner: hearth_owner
--

CREATE TABLE entitlements.orphans (
    tenant_id uuid NOT NULL,
    orphan_id uuid DEFAULT gen_random_uuid() NOT NULL,
    purchase_id uuid NOT NULL,
    orphaned_at timestamp with time zone NOT NULL,
    reason text NOT NULL,
    resolved_at timestamp with time zone,
    CONSTRAINT orphans_reason_check CHECK ((reason = ANY (ARRAY['unknown_id'::text, 'anonymous'::text, 'transferred'::text, 'conflict'::text])))
);
ALTER TABLE ONLY entitlements.orphans ALTER COLUMN tenant_id SET STATISTICS 0;

ALTER TABLE ONLY entitlements.orphans FORCE ROW LEVEL SECURITY;

ALTER TABLE entitlements.orphans OWNER TO hearth_owner;

--
-- Name: TABLE orphans; Type: COMMENT; Schema: entitlements; Owner: hearth_owner
--

COMMENT ON TABLE entitlements.orphans IS 'Purchases that no identified app user owns or owned: since when, and why.';

--
-- Name: figure_turns; Type: TABLE; Schema: entitlements; Owner: hearth_owner
--

CREATE TABLE entitlements.figure_turns (
    tenant_id uuid NOT NULL,
    due_at timestamp with time zone NOT NULL,
    next_bucket smallint DEFAULT 0 NOT NULL,
    round_milliseconds bigint DEFAULT 0 NOT NULL,
    CONSTRAINT figure_turns_next_bucket_check CHECK (((next_bucket >= 0) AND (next_bucket <= 15))),
    CONSTRAINT figure_turns_round_milliseconds_check CHECK ((round_milliseconds >= 0))
);
ALTER TABLE ONLY entitlements.figure_turns ALTER COLUMN tenant_id SET STATISTICS 0;

ALTER TABLE ONLY entitlements.figure_turns FORCE ROW LEVEL SECURITY;

ALTER TABLE entitlements.figure_turns OWNER TO hearth_owner;

--
-- Name: TABLE figure_turns; Type: COMMENT; Schema: entitlements; Owner: hearth_owner
--

COMMENT ON TABLE entitlements.figure_turns IS 'When the figures of a tenant are computed next, and from which bucket on.';

--
-- Name: COLUMN figure_turns.round_milliseconds; Type: COMMENT; Schema: entitlements; Owner: hearth_owner
--

COMMENT ON COLUMN entitlements.figure_turns.round_milliseconds IS 'How long all buckets took the last time, or those of this time so far.';

--
-- Name: operator_notes; Type: TABLE; Schema: entitlements; Owner: hearth_owner
--

CREATE TABLE entitlements.operator_notes (
    tenant_id uuid NOT NULL,
    note_id uuid DEFAULT gen_random_uuid() NOT NULL,
    app_user_id text NOT NULL COLLATE pg_catalog."C",
    note text NOT NULL,
    author text NOT NULL,
    written_at timestamp with time zone NOT NULL,
    CONSTRAINT operator_notes_note_check CHECK (((char_length(note) >= 1) AND (char_length(note) <= 255)))
);
ALTER TABLE ONLY entitlements.operator_notes ALTER COLUMN tenant_id SET STATISTICS 0;

ALTER TABLE ONLY entitlements.operator_notes FORCE ROW LEVEL SECURITY;

ALTER TABLE entitlements.operator_notes OWNER TO hearth_owner;

--
-- Name: TABLE operator_notes; Type: COMMENT; Schema: entitlements; Owner: hearth_owner
--

COMMENT ON TABLE entitlements.operator_notes IS 'Notes of operators on app users, until the app user is erased.';

--
-- Name: notice_rules; Type: TABLE; Schema: entitlements; Owner: hearth_owner
--

CREATE TABLE entitlements.notice_rules (
    tenant_id uuid NOT NULL,
    expiring_days_before integer NOT NULL,
    trial_ending_days_before integer NOT NULL,
    refunded_days_after integer NOT NULL,
    joined_household_days_after integer NOT NULL,
    limit_near_percent integer NOT NULL,
    is_logged boolean DEFAULT false NOT NULL,
    ended_days_after integer DEFAULT 14 NOT NULL,
    CONSTRAINT notice_rules_ended_days_after_check CHECK (((ended_days_after >= 0) AND (ended_days_after <= 365))),
    CONSTRAINT notice_rules_expiring_days_before_check CHECK (((expiring_days_before >= 0) AND (expiring_days_before <= 365))),
    CONSTRAINT notice_rules_joined_household_days_after_check CHECK (((joined_household_days_after >= 0) AND (joined_household_days_after <= 365))),
    CONSTRAINT notice_rules_limit_near_percent_check CHECK (((limit_near_percent >= 0) AND (limit_near_percent <= 100))),
    CONSTRAINT notice_rules_refunded_days_after_check CHECK (((refunded_days_after >= 0) AND (refunded_days_after <= 365))),
    CONSTRAINT notice_rules_trial_ending_days_before_check CHECK (((trial_ending_days_before >= 0) AND (trial_ending_days_before <= 365)))
);
ALTER TABLE ONLY entitlements.notice_rules ALTER COLUMN tenant_id SET STATISTICS 0;

ALTER TABLE ONLY entitlements.notice_rules FORCE ROW LEVEL SECURITY;

ALTER TABLE entitlements.notice_rules OWNER TO hearth_owner;

--
-- Name: TABLE notice_rules; Type: COMMENT; Schema: entitlements; Owner: hearth_owner
--

COMMENT ON TABLE entitlements.notice_rules IS 'When notices begin and how long they are shown.';

--
-- Name: people_rules; Type: TABLE; Schema: entitlements; Owner: hearth_owner
--

CREATE TABLE entitlements.people_rules (
    tenant_id uuid NOT NULL,
    restore_behavior text NOT NULL,
    claim_expiry_days integer NOT NULL,
    claims_per_30_days integer NOT NULL,
    claim_attempts_per_hour integer NOT NULL,
    tenant_claim_attempts_per_hour integer NOT NULL,
    aliases text NOT NULL,
    anonymous_ids text[] NOT NULL,
    CONSTRAINT people_rules_aliases_check CHECK ((aliases = ANY (ARRAY['one_person'::text, 'shared_purchases'::text, 'conflict'::text]))),
    CONSTRAINT people_rules_anonymous_ids_check CHECK ((cardinality(anonymous_ids) <= 20)),
    CONSTRAINT people_rules_claim_attempts_per_hour_check CHECK (((claim_attempts_per_hour >= 1) AND (claim_attempts_per_hour <= 1000))),
    CONSTRAINT people_rules_claim_expiry_days_check CHECK (((claim_expiry_days >= 0) AND (claim_expiry_days <= 3650))),
    CONSTRAINT people_rules_claims_per_30_days_check CHECK (((claims_per_30_days >= 1) AND (claims_per_30_days <= 100))),
    CONSTRAINT people_rules_restore_behavior_check CHECK ((restore_behavior = ANY (ARRAY['transfer'::text, 'transfer_if_inactive'::text, 'keep'::text, 'share'::text]))),
    CONSTRAINT people_rules_tenant_claim_attempts_per_hour_check CHECK (((tenant_claim_attempts_per_hour >= 1) AND (tenant_claim_attempts_per_hour <= 1000000)))
);
ALTER TABLE ONLY entitlements.people_rules ALTER COLUMN tenant_id SET STATISTICS 0;

ALTER TABLE ONLY entitlements.people_rules FORCE ROW LEVEL SECURITY;

ALTER TABLE entitlements.people_rules OWNER TO hearth_owner;

--
-- Name: TABLE people_rules; Type: COMMENT; Schema: entitlements; Owner: hearth_owner
--

COMMENT ON TABLE entitlements.people_rules IS 'A tenant''s rules for claims.';

--
-- Name: referral_rules; Type: TABLE; Schema: entitlements; Owner: hearth_owner
--

CREATE TABLE entitlements.referral_rules (
    tenant_id uuid NOT NULL,
    gives_referrer entitlements.reward,
    gives_referred entitlements.reward,
    hold_days integer NOT NULL,
    max_per_referrer integer,
    per_days integer,
    CONSTRAINT referral_rules_check CHECK ((num_nonnulls(gives_referrer, gives_referred) >= 1)),
    CONSTRAINT referral_rules_check1 CHECK (((per_days IS NULL) OR (max_per_referrer IS NOT NULL))),
    CONSTRAINT referral_rules_hold_days_check CHECK (((hold_days >= 0) AND (hold_days <= 365))),
    CONSTRAINT referral_rules_max_per_referrer_check CHECK (((max_per_referrer >= 1) AND (max_per_referrer <= 100000))),
    CONSTRAINT referral_rules_per_days_check CHECK (((per_days >= 1) AND (per_days <= 3650)))
);
ALTER TABLE ONLY entitlements.referral_rules ALTER COLUMN tenant_id SET STATISTICS 0;

ALTER TABLE ONLY entitlements.referral_rules FORCE ROW LEVEL SECURITY;

ALTER TABLE entitlements.referral_rules OWNER TO hearth_owner;

--
-- Name: TABLE referral_rules; Type: COMMENT; Schema: entitlements; Owner: hearth_owner
--

COMMENT ON TABLE entitlements.referral_rules IS 'What referrals give; only tenants that offer them have a row.';

--
-- Name: limit_entitlements; Type: TABLE; Schema: entitlements; Owner: hearth_owner
--

CREATE TABLE entitlements.limit_entitlements (
    tenant_id uuid NOT NULL,
    limit_id text NOT NULL COLLATE pg_catalog."C",
    entitlement_id text NOT NULL COLLATE pg_catalog."C",
    amount bigint,
    fair_use bigint,
    is_hard boolean NOT NULL,
    CONSTRAINT limit_entitlements_amount_check CHECK (((amount >= 0) AND (amount <= 1000000000))),
    CONSTRAINT limit_entitlements_check CHECK (((fair_use IS NULL) OR (amount IS NULL))),
    CONSTRAINT limit_entitlements_check1 CHECK (((NOT is_hard) OR (fair_use IS NOT NULL))),
    CONSTRAINT limit_entitlements_fair_use_check CHECK (((fair_use >= 1) AND (fair_use <= 1000000000)))
);
ALTER TABLE ONLY entitlements.limit_entitlements ALTER COLUMN tenant_id SET STATISTICS 0;

ALTER TABLE ONLY entitlements.limit_entitlements FORCE ROW LEVEL SECURITY;

ALTER TABLE entitlements.limit_entitlements OWNER TO hearth_owner;

--
-- Name: TABLE limit_entitlements; Type: COMMENT; Schema: entitlements; Owner: hearth_owner
--

COMMENT ON TABLE entitlements.limit_entitlements IS 'Entitlements that raise a limit, and the raised amount.';

--
-- Name: COLUMN limit_entitlements.fair_use; Type: COMMENT; Schema: entitlements; Owner: hearth_owner
--

COMMENT ON COLUMN entitlements.limit_entitlements.fair_use IS 'The amount above which unlimited use is throttled; where it is hard, refused.';

--
-- Name: tenant_moves; Type: TABLE; Schema: entitlements; Owner: hearth_owner
--

CREATE TABLE entitlements.tenant_moves (
    tenant_id uuid NOT NULL,
    slug text NOT NULL,
    state text NOT NULL,
    is_away boolean GENERATED ALWAYS AS ((state = ANY (ARRAY['fenced'::text, 'moved'::text, 'arriving'::text]))) STORED NOT NULL,
    other_database text NOT NULL,
    started_at timestamp with time zone DEFAULT now() NOT NULL,
    changed_at timestamp with time zone DEFAULT now() NOT NULL,
    fenced_position pg_lsn,
    subscription_id oid,
    cleared_at timestamp with time zone,
    key_ids text[],
    fenced_until timestamp with time zone,
    CONSTRAINT tenant_moves_cleared CHECK (((cleared_at IS NULL) OR (state = 'moved'::text))),
    CONSTRAINT tenant_moves_other_database_check CHECK (((octet_length(other_database) >= 1) AND (octet_length(other_database) <= 500))),
    CONSTRAINT tenant_moves_state_check CHECK ((state = ANY (ARRAY['copying'::text, 'fenced'::text, 'moved'::text, 'aborting'::text, 'arriving'::text])))
);
ALTER TABLE ONLY entitlements.tenant_moves ALTER COLUMN tenant_id SET STATISTICS 0;

ALTER TABLE ONLY entitlements.tenant_moves FORCE ROW LEVEL SECURITY;

ALTER TABLE entitlements.tenant_moves OWNER TO hearth_owner;

--
-- Name: TABLE tenant_moves; Type: COMMENT; Schema: entitlements; Owner: hearth_owner
--

COMMENT ON TABLE entitlements.tenant_moves IS 'Tenants that move to another database or arrive from one, and those that have moved.';

--
-- Name: COLUMN tenant_moves.cleared_at; Type: COMMENT; Schema: entitlements; Owner: hearth_owner
--

COMMENT ON COLUMN entitlements.tenant_moves.cleared_at IS 'When the tenant''s rows were deleted here. The row stays, so that requests are refused.';

--
-- Name: COLUMN tenant_moves.key_ids; Type: COMMENT; Schema: entitlements; Owner: hearth_owner
--

COMMENT ON COLUMN entitlements.tenant_moves.key_ids IS 'The ids of the API keys that the tenant had when its rows were deleted.';

--
-- Name: COLUMN tenant_moves.fenced_until; Type: COMMENT; Schema: entitlements; Owner: hearth_owner
--

COMMENT ON COLUMN entitlements.tenant_moves.fenced_until IS 'Until when writes are refused. The command prolongs it; null: until the command says so.';

--
-- Name: upstreams; Type: TABLE; Schema: entitlements; Owner: hearth_owner
--

CREATE TABLE entitlements.upstreams (
    tenant_id uuid NOT NULL,
    sealed_key bytea,
    full_at timestamp with time zone DEFAULT '-infinity'::timestamp with time zone NOT NULL,
    paused_until timestamp with time zone DEFAULT '-infinity'::timestamp with time zone NOT NULL,
    scheduled_at timestamp with time zone DEFAULT '-infinity'::timestamp with time zone NOT NULL,
    needs_catch_up boolean DEFAULT false NOT NULL,
    refused_since timestamp with time zone,
    recognised_at timestamp with time zone,
    is_key_refused boolean DEFAULT false NOT NULL,
    pause_reason text,
    CONSTRAINT upstreams_pause_reason_check CHECK ((pause_reason = ANY (ARRAY['rate_limited'::text, 'unavailable'::text, 'key_unusable'::text]))),
    CONSTRAINT upstreams_sealed_key_check CHECK (((octet_length(sealed_key) >= 29) AND (octet_length(sealed_key) <= 4096)))
)
WITH (fillfactor='50');
ALTER TABLE ONLY entitlements.upstreams ALTER COLUMN tenant_id SET STATISTICS 0;

ALTER TABLE ONLY entitlements.upstreams FORCE ROW LEVEL SECURITY;

ALTER TABLE entitlements.upstreams OWNER TO hearth_owner;

--
-- Name: TABLE upstreams; Type: COMMENT; Schema: entitlements; Owner: hearth_owner
--

COMMENT ON TABLE entitlements.upstreams IS 'Each tenant''s RevenueCat API key, sealed, and its request budget.';

--
-- Name: COLUMN upstreams.pause_reason; Type: COMMENT; Schema: entitlements; Owner: hearth_owner
--

COMMENT ON COLUMN entitlements.upstreams.pause_reason IS 'Why no request is allowed before paused_until; it says nothing of later.';

--
-- Name: usage; Type: TABLE; Schema: entitlements; Owner: hearth_owner
--

CREATE TABLE entitlements.usage (
    tenant_id uuid NOT NULL,
    app_user_id text NOT NULL COLLATE pg_catalog."C",
    limit_id text NOT NULL COLLATE pg_catalog."C",
    used bigint NOT NULL,
    covered bigint DEFAULT 0 NOT NULL,
    CONSTRAINT usage_covered_check CHECK ((covered >= 0)),
    CONSTRAINT usage_limit_id_check CHECK (((octet_length(limit_id) >= 1) AND (octet_length(limit_id) <= 200))),
    CONSTRAINT usage_used_check CHECK ((used >= 0))
)
WITH (fillfactor='80');
ALTER TABLE ONLY entitlements.usage ALTER COLUMN tenant_id SET STATISTICS 0;

ALTER TABLE ONLY entitlements.usage FORCE ROW LEVEL SECURITY;

ALTER TABLE entitlements.usage OWNER TO hearth_owner;

--
-- Name: TABLE usage; Type: COMMENT; Schema: entitlements; Owner: hearth_owner
--

COMMENT ON TABLE entitlements.usage IS 'What the pruned uses of an id and limit came to, for limits that never reset.';

--
-- Name: admin_keys; Type: TABLE; Schema: entitlements; Owner: hearth_owner
--

CREATE TABLE entitlements.admin_keys (
    key_id text NOT NULL COLLATE pg_catalog."C",
    digest bytea NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    revoked_at timestamp with time zone,
    last_used_at timestamp with time zone,
    name text,
    CONSTRAINT admin_keys_digest_check CHECK ((octet_length(digest) = 32)),
    CONSTRAINT admin_keys_key_id_check CHECK ((key_id ~ '^[0-9A-Za-z]{8,64}$'::text)),
    CONSTRAINT admin_keys_name_check CHECK (((octet_length(name) >= 1) AND (octet_length(name) <= 100)))
);

ALTER TABLE ONLY entitlements.admin_keys FORCE ROW LEVEL SECURITY;

ALTER TABLE entitlements.admin_keys OWNER TO hearth_owner;

--
-- Name: TABLE admin_keys; Type: COMMENT; Schema: entitlements; Owner: hearth_owner
--

COMMENT ON TABLE entitlements.admin_keys IS 'Keys of the installation''s operators.';

--
-- Name: COLUMN admin_keys.last_used_at; Type: COMMENT; Schema: entitlements; Owner: hearth_owner
--

COMMENT ON COLUMN entitlements.admin_keys.last_used_at IS 'Within an hour; null if the key was not used since the column is there.';

--
-- Name: COLUMN admin_keys.name; Type: COMMENT; Schema: entitlements; Owner: hearth_owner
--

COMMENT ON COLUMN entitlements.admin_keys.name IS 'Who or what has the key, for lists; null for keys without a name.';

--
-- Name: applied_definitions; Type: TABLE; Schema: entitlements; Owner: hearth_owner
--

CREATE TABLE entitlements.applied_definitions (
    tenant_id uuid NOT NULL,
    definition_version bigint NOT NULL,
    definition jsonb NOT NULL,
    source text,
    applied_by text NOT NULL,
    applied_at timestamp with time zone DEFAULT now() NOT NULL,
    CONSTRAINT applied_definitions_applied_by_check CHECK (((octet_length(applied_by) >= 1) AND (octet_length(applied_by) <= 300))),
    CONSTRAINT applied_definitions_source_check CHECK ((octet_length(source) <= 262144))
);
ALTER TABLE ONLY entitlements.applied_definitions ALTER COLUMN tenant_id SET STATISTICS 0;

ALTER TABLE ONLY entitlements.applied_definitions FORCE ROW LEVEL SECURITY;

ALTER TABLE entitlements.applied_definitions OWNER TO hearth_owner;

--
-- Name: TABLE applied_definitions; Type: COMMENT; Schema: entitlements; Owner: hearth_owner
--

COMMENT ON TABLE entitlements.applied_definitions IS 'The tenant files that were applied, newest 200 of each tenant, with time and actor.';

--
-- Name: audited_app_users; Type: TABLE; Schema: entitlements; Owner: hearth_owner
--

CREATE TABLE entitlements.audited_app_users (
    tenant_id uuid NOT NULL,
    app_user_id text NOT NULL COLLATE pg_catalog."C",
    recorded_at timestamp with time zone NOT NULL,
    audit_id uuid NOT NULL
);
ALTER TABLE ONLY entitlements.audited_app_users ALTER COLUMN tenant_id SET STATISTICS 0;

ALTER TABLE ONLY entitlements.audited_app_users FORCE ROW LEVEL SECURITY;

ALTER TABLE entitlements.audited_app_users OWNER TO hearth_owner;

--
-- Name: TABLE audited_app_users; Type: COMMENT; Schema: entitlements; Owner: hearth_owner
--

COMMENT ON TABLE entitlements.audited_app_users IS 'The app user ids of each entry of the audit.';

--
-- Name: awaited_transactions; Type: TABLE; Schema: entitlements; Owner: hearth_owner
--

CREATE TABLE entitlements.awaited_transactions (
    tenant_id uuid NOT NULL,
    transaction_id text NOT NULL COLLATE pg_catalog."C",
    awaited_until timestamp with time zone NOT NULL,
    CONSTRAINT awaited_transactions_transaction_id_check CHECK (((octet_length(transaction_id) >= 1) AND (octet_length(transaction_id) <= 500)))
);
ALTER TABLE ONLY entitlements.awaited_transactions ALTER COLUMN tenant_id SET STATISTICS 0;

ALTER TABLE ONLY entitlements.awaited_transactions FORCE ROW LEVEL SECURITY;

ALTER TABLE entitlements.awaited_transactions OWNER TO hearth_owner;

--
-- Name: TABLE awaited_transactions; Type: COMMENT; Schema: entitlements; Owner: hearth_owner
--

COMMENT ON TABLE entitlements.awaited_transactions IS 'Store transactions that an open request waits for.';

--
-- Name: change_heads; Type: TABLE; Schema: entitlements; Owner: hearth_owner
--

CREATE TABLE entitlements.change_heads (
    tenant_id uuid NOT NULL,
    last_number bigint DEFAULT 0 NOT NULL,
    pruned_number bigint DEFAULT 0 NOT NULL,
    CONSTRAINT change_heads_check CHECK (((pruned_number >= 0) AND (pruned_number <= last_number)))
)
WITH (fillfactor='50');
ALTER TABLE ONLY entitlements.change_heads ALTER COLUMN tenant_id SET STATISTICS 0;

ALTER TABLE ONLY entitlements.change_heads FORCE ROW LEVEL SECURITY;

ALTER TABLE entitlements.change_heads OWNER TO hearth_owner;

--
-- Name: TABLE change_heads; Type: COMMENT; Schema: entitlements; Owner: hearth_owner
--

COMMENT ON TABLE entitlements.change_heads IS 'Up to which number each log goes. Its row lock lets one sequencer number at a time.';

--
-- Name: claim_attempts; Type: TABLE; Schema: entitlements; Owner: hearth_owner
--

CREATE TABLE entitlements.claim_attempts (
    tenant_id uuid NOT NULL,
    app_user_id text NOT NULL COLLATE pg_catalog."C",
    hour timestamp with time zone NOT NULL,
    attempts integer NOT NULL,
    issuer text DEFAULT ''::text NOT NULL COLLATE pg_catalog."C",
    CONSTRAINT claim_attempts_attempts_check CHECK ((attempts >= 1))
);
ALTER TABLE ONLY entitlements.claim_attempts ALTER COLUMN tenant_id SET STATISTICS 0;

ALTER TABLE ONLY entitlements.claim_attempts FORCE ROW LEVEL SECURITY;

ALTER TABLE entitlements.claim_attempts OWNER TO hearth_owner;

--
-- Name: TABLE claim_attempts; Type: COMMENT; Schema: entitlements; Owner: hearth_owner
--

COMMENT ON TABLE entitlements.claim_attempts IS 'How many wrong claims came from end users, by the hour.';

--
-- Name: COLUMN claim_attempts.app_user_id; Type: COMMENT; Schema: entitlements; Owner: hearth_owner
--

COMMENT ON COLUMN entitlements.claim_attempts.app_user_id IS 'The app user''s id, or empty for all of an issuer.';

--
-- Name: COLUMN claim_attempts.issuer; Type: COMMENT; Schema: entitlements; Owner: hearth_owner
--

COMMENT ON COLUMN entitlements.claim_attempts.issuer IS 'The issuer, or empty for one app user.';

--
-- Name: code_attempts; Type: TABLE; Schema: entitlements; Owner: hearth_owner
--

CREATE TABLE entitlements.code_attempts (
    tenant_id uuid NOT NULL,
    app_user_id text NOT NULL COLLATE pg_catalog."C",
    hour timestamp with time zone NOT NULL,
    attempts integer NOT NULL,
    issuer text DEFAULT ''::text NOT NULL COLLATE pg_catalog."C",
    CONSTRAINT code_attempts_attempts_check CHECK ((attempts >= 1))
);
ALTER TABLE ONLY entitlements.code_attempts ALTER COLUMN tenant_id SET STATISTICS 0;

ALTER TABLE ONLY entitlements.code_attempts FORCE ROW LEVEL SECURITY;

ALTER TABLE entitlements.code_attempts OWNER TO hearth_owner;

--
-- Name: TABLE code_attempts; Type: COMMENT; Schema: entitlements; Owner: hearth_owner
--

COMMENT ON TABLE entitlements.code_attempts IS 'How many wrong codes came from end users, by the hour.';

--
-- Name: COLUMN code_attempts.app_user_id; Type: COMMENT; Schema: entitlements; Owner: hearth_owner
--

COMMENT ON COLUMN entitlements.code_attempts.app_user_id IS 'The app user''s id, or empty for all of an issuer.';

--
-- Name: COLUMN code_attempts.issuer; Type: COMMENT; Schema: entitlements; Owner: hearth_owner
--

COMMENT ON COLUMN entitlements.code_attempts.issuer IS 'The issuer, or empty for one app user.';

--
-- Name: console_sessions; Type: TABLE; Schema: entitlements; Owner: hearth_owner
--

CREATE TABLE entitlements.console_sessions (
    token_digest bytea NOT NULL,
    kind text NOT NULL,
    key_id text NOT NULL COLLATE pg_catalog."C",
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    expires_at timestamp with time zone NOT NULL,
    CONSTRAINT console_sessions_check CHECK ((expires_at > created_at)),
    CONSTRAINT console_sessions_key_id_check CHECK ((key_id ~ '^[0-9A-Za-z]{8,64}$'::text)),
    CONSTRAINT console_sessions_kind_check CHECK ((kind = ANY (ARRAY['link'::text, 'session'::text]))),
    CONSTRAINT console_sessions_token_digest_check CHECK ((octet_length(token_digest) = 32))
);

ALTER TABLE ONLY entitlements.console_sessions FORCE ROW LEVEL SECURITY;

ALTER TABLE entitlements.console_sessions OWNER TO hearth_owner;

--
-- Name: TABLE console_sessions; Type: COMMENT; Schema: entitlements; Owner: hearth_owner
--

COMMENT ON TABLE entitlements.console_sessions IS 'Signed-in browsers of the console, and links to sign in by, by the digest of their token.';

--
-- Name: credit_orders; Type: TABLE; Schema: entitlements; Owner: hearth_owner
--

CREATE TABLE entitlements.credit_orders (
    tenant_id uuid NOT NULL,
    app_user_id text NOT NULL COLLATE pg_catalog."C",
    environment text NOT NULL,
    credit_id text NOT NULL COLLATE pg_catalog."C",
    reference text NOT NULL COLLATE pg_catalog."C",
    ordered_at timestamp with time zone NOT NULL,
    expires_at timestamp with time zone NOT NULL,
    cancelled_at timestamp with time zone,
    CONSTRAINT credit_orders_credit_id_check CHECK (((octet_length(credit_id) >= 1) AND (octet_length(credit_id) <= 200))),
    CONSTRAINT credit_orders_environment_check CHECK ((environment = ANY (ARRAY['production'::text, 'sandbox'::text]))),
    CONSTRAINT credit_orders_reference_check CHECK (((octet_length(reference) >= 1) AND (octet_length(reference) <= 255)))
);
ALTER TABLE ONLY entitlements.credit_orders ALTER COLUMN tenant_id SET STATISTICS 0;

ALTER TABLE ONLY entitlements.credit_orders FORCE ROW LEVEL SECURITY;

ALTER TABLE entitlements.credit_orders OWNER TO hearth_owner;

--
-- Name: TABLE credit_orders; Type: COMMENT; Schema: entitlements; Owner: hearth_owner
--

COMMENT ON TABLE entitlements.credit_orders IS 'What a credit purchase is meant for.';

--
-- Name: credit_spends; Type: TABLE; Schema: entitlements; Owner: hearth_owner
--

CREATE TABLE entitlements.credit_spends (
    tenant_id uuid NOT NULL,
    app_user_id text NOT NULL COLLATE pg_catalog."C",
    credit_id text NOT NULL COLLATE pg_catalog."C",
    reference text NOT NULL COLLATE pg_catalog."C",
    purchase_id uuid NOT NULL,
    amount integer NOT NULL,
    spent_at timestamp with time zone NOT NULL,
    CONSTRAINT credit_spends_amount_check CHECK (((amount >= 1) AND (amount <= 1000000))),
    CONSTRAINT credit_spends_credit_id_check CHECK (((octet_length(credit_id) >= 1) AND (octet_length(credit_id) <= 200))),
    CONSTRAINT credit_spends_reference_check CHECK (((octet_length(reference) >= 1) AND (octet_length(reference) <= 255)))
);
ALTER TABLE ONLY entitlements.credit_spends ALTER COLUMN tenant_id SET STATISTICS 0;

ALTER TABLE ONLY entitlements.credit_spends FORCE ROW LEVEL SECURITY;

ALTER TABLE entitlements.credit_spends OWNER TO hearth_owner;

--
-- Name: TABLE credit_spends; Type: COMMENT; Schema: entitlements; Owner: hearth_owner
--

COMMENT ON TABLE entitlements.credit_spends IS 'Each use of credits, and the purchase that paid it.';

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

COMMENT ON TABLE entitlements.deployments IS 'One row while there is a schema api, of older releases: the SHA-256 over its function files.';

--
-- Name: device_secrets; Type: TABLE; Schema: entitlements; Owner: hearth_owner
--

CREATE TABLE entitlements.device_secrets (
    tenant_id uuid NOT NULL,
    digest bytea NOT NULL,
    app_user_id text NOT NULL COLLATE pg_catalog."C",
    created_at timestamp with time zone NOT NULL,
    revoked_at timestamp with time zone,
    CONSTRAINT device_secrets_check CHECK ((revoked_at >= created_at)),
    CONSTRAINT device_secrets_digest_check CHECK ((octet_length(digest) = 32))
);
ALTER TABLE ONLY entitlements.device_secrets ALTER COLUMN tenant_id SET STATISTICS 0;

ALTER TABLE ONLY entitlements.device_secrets FORCE ROW LEVEL SECURITY;

ALTER TABLE entitlements.device_secrets OWNER TO hearth_owner;

--
-- Name: TABLE device_secrets; Type: COMMENT; Schema: entitlements; Owner: hearth_owner
--

COMMENT ON TABLE entitlements.device_secrets IS 'Digests of the secrets with which a device proves that an anonymous id is its own.';

--
-- Name: dismissed_notices; Type: TABLE; Schema: entitlements; Owner: hearth_owner
--

CREATE TABLE entitlements.dismissed_notices (
    tenant_id uuid NOT NULL,
    app_user_id text NOT NULL COLLATE pg_catalog."C",
    notice_id text NOT NULL COLLATE pg_catalog."C",
    dismissed_at timestamp with time zone NOT NULL,
    CONSTRAINT dismissed_notices_notice_id_check CHECK ((octet_length(notice_id) = 32))
);
ALTER TABLE ONLY entitlements.dismissed_notices ALTER COLUMN tenant_id SET STATISTICS 0;

ALTER TABLE ONLY entitlements.dismissed_notices FORCE ROW LEVEL SECURITY;

ALTER TABLE entitlements.dismissed_notices OWNER TO hearth_owner;

--
-- Name: TABLE dismissed_notices; Type: COMMENT; Schema: entitlements; Owner: hearth_owner
--

COMMENT ON TABLE entitlements.dismissed_notices IS 'The notices that app users have put away.';

--
-- Name: dropped_bodies; Type: TABLE; Schema: entitlements; Owner: hearth_owner
--

CREATE TABLE entitlements.dropped_bodies (
    tenant_id uuid NOT NULL,
    dropped_until timestamp with time zone NOT NULL
)
WITH (fillfactor='50');
ALTER TABLE ONLY entitlements.dropped_bodies ALTER COLUMN tenant_id SET STATISTICS 0;

ALTER TABLE ONLY entitlements.dropped_bodies FORCE ROW LEVEL SECURITY;

ALTER TABLE entitlements.dropped_bodies OWNER TO hearth_owner;

--
-- Name: TABLE dropped_bodies; Type: COMMENT; Schema: entitlements; Owner: hearth_owner
--

COMMENT ON TABLE entitlements.dropped_bodies IS 'Up to when the bodies of applied webhook events are dropped.';

--
-- Name: endpoint_secrets; Type: TABLE; Schema: entitlements; Owner: hearth_owner
--

CREATE TABLE entitlements.endpoint_secrets (
    tenant_id uuid NOT NULL,
    endpoint_id uuid NOT NULL,
    slot integer NOT NULL,
    sealed bytea NOT NULL,
    created_at timestamp with time zone NOT NULL,
    CONSTRAINT endpoint_secrets_sealed_check CHECK (((octet_length(sealed) >= 29) AND (octet_length(sealed) <= 4096))),
    CONSTRAINT endpoint_secrets_slot_check CHECK ((slot = ANY (ARRAY[1, 2])))
);
ALTER TABLE ONLY entitlements.endpoint_secrets ALTER COLUMN tenant_id SET STATISTICS 0;

ALTER TABLE ONLY entitlements.endpoint_secrets FORCE ROW LEVEL SECURITY;

ALTER TABLE entitlements.endpoint_secrets OWNER TO hearth_owner;

--
-- Name: TABLE endpoint_secrets; Type: COMMENT; Schema: entitlements; Owner: hearth_owner
--

COMMENT ON TABLE entitlements.endpoint_secrets IS 'The secrets with which deliveries are signed, sealed. Both slots are live.';

--
-- Name: entitlement_implications; Type: TABLE; Schema: entitlements; Owner: hearth_owner
--

CREATE TABLE entitlements.entitlement_implications (
    tenant_id uuid NOT NULL,
    entitlement_id text NOT NULL COLLATE pg_catalog."C",
    granted_entitlement_id text NOT NULL COLLATE pg_catalog."C",
    CONSTRAINT entitlement_implications_check CHECK ((entitlement_id <> granted_entitlement_id))
);
ALTER TABLE ONLY entitlements.entitlement_implications ALTER COLUMN tenant_id SET STATISTICS 0;

ALTER TABLE ONLY entitlements.entitlement_implications FORCE ROW LEVEL SECURITY;

ALTER TABLE entitlements.entitlement_implications OWNER TO hearth_owner;

--
-- Name: TABLE entitlement_implications; Type: COMMENT; Schema: entitlements; Owner: hearth_owner
--

COMMENT ON TABLE entitlements.entitlement_implications IS 'The transitive closure of "implies" over a tenant''s entitlements.';

--
-- Name: erased_ids; Type: TABLE; Schema: entitlements; Owner: hearth_owner
--

CREATE TABLE entitlements.erased_ids (
    tenant_id uuid NOT NULL,
    digest bytea NOT NULL,
    app_user_uuid uuid NOT NULL,
    CONSTRAINT erased_ids_digest_check CHECK ((octet_length(digest) = 32))
);
ALTER TABLE ONLY entitlements.erased_ids ALTER COLUMN tenant_id SET STATISTICS 0;

ALTER TABLE ONLY entitlements.erased_ids FORCE ROW LEVEL SECURITY;

ALTER TABLE entitlements.erased_ids OWNER TO hearth_owner;

--
-- Name: TABLE erased_ids; Type: COMMENT; Schema: entitlements; Owner: hearth_owner
--

COMMENT ON TABLE entitlements.erased_ids IS 'Digests of the ids of erased app users who had redeemed a code.';

--
-- Name: erasures; Type: TABLE; Schema: entitlements; Owner: hearth_owner
--

CREATE TABLE entitlements.erasures (
    tenant_id uuid NOT NULL,
    erasure_id uuid DEFAULT gen_random_uuid() NOT NULL,
    erased_at timestamp with time zone NOT NULL,
    spellings bytea[] NOT NULL,
    looked_at_received_at timestamp with time zone DEFAULT '-infinity'::timestamp with time zone NOT NULL,
    looked_at_event_id text DEFAULT ''::text NOT NULL COLLATE pg_catalog."C",
    finished_at timestamp with time zone,
    CONSTRAINT erasures_check CHECK ((finished_at >= erased_at)),
    CONSTRAINT erasures_check1 CHECK (((finished_at IS NOT NULL) = (cardinality(spellings) = 0)))
);
ALTER TABLE ONLY entitlements.erasures ALTER COLUMN tenant_id SET STATISTICS 0;

ALTER TABLE ONLY entitlements.erasures FORCE ROW LEVEL SECURITY;

ALTER TABLE entitlements.erasures OWNER TO hearth_owner;

--
-- Name: TABLE erasures; Type: COMMENT; Schema: entitlements; Owner: hearth_owner
--

COMMENT ON TABLE entitlements.erasures IS 'Erased app users, and the progress through their events.';

--
-- Name: events_to_erase; Type: TABLE; Schema: entitlements; Owner: hearth_owner
--

CREATE TABLE entitlements.events_to_erase (
    tenant_id uuid NOT NULL,
    event_id text NOT NULL COLLATE pg_catalog."C",
    erasure_id uuid NOT NULL,
    app_user_ids text[] NOT NULL,
    names text[] NOT NULL
);
ALTER TABLE ONLY entitlements.events_to_erase ALTER COLUMN tenant_id SET STATISTICS 0;

ALTER TABLE ONLY entitlements.events_to_erase FORCE ROW LEVEL SECURITY;

ALTER TABLE entitlements.events_to_erase OWNER TO hearth_owner;

--
-- Name: TABLE events_to_erase; Type: COMMENT; Schema: entitlements; Owner: hearth_owner
--

COMMENT ON TABLE entitlements.events_to_erase IS 'Events from which a worker has yet to take the ids of an erased app user.';

--
-- Name: evidence_kinds; Type: TABLE; Schema: entitlements; Owner: hearth_owner
--

CREATE TABLE entitlements.evidence_kinds (
    kind text NOT NULL COLLATE pg_catalog."C",
    rank smallint NOT NULL,
    does text NOT NULL,
    CONSTRAINT evidence_kinds_does_check CHECK ((does = ANY (ARRAY['imports'::text, 'lends'::text, 'pays'::text, 'changes'::text, 'asks'::text, 'marks'::text, 'gives'::text, 'revokes'::text, 'moves'::text, 'reads'::text, 'misses'::text, 'claims'::text]))),
    CONSTRAINT evidence_kinds_kind_check CHECK ((kind ~ '^[a-z]+(_[a-z]+)*$'::text))
);

ALTER TABLE entitlements.evidence_kinds OWNER TO hearth_owner;

--
-- Name: TABLE evidence_kinds; Type: COMMENT; Schema: entitlements; Owner: hearth_owner
--

COMMENT ON TABLE entitlements.evidence_kinds IS 'The kinds of evidence: the order within one instant, and what each does to a purchase.';

--
-- Name: COLUMN evidence_kinds.rank; Type: COMMENT; Schema: entitlements; Owner: hearth_owner
--

COMMENT ON COLUMN entitlements.evidence_kinds.rank IS 'Kinds that happen at one instant are folded in this order.';

--
-- Name: COLUMN evidence_kinds.does; Type: COMMENT; Schema: entitlements; Owner: hearth_owner
--

COMMENT ON COLUMN entitlements.evidence_kinds.does IS 'lends and pays open a period; changes, asks and marks are about one; the others are ours.';

--
-- Name: features; Type: TABLE; Schema: entitlements; Owner: hearth_owner
--

CREATE TABLE entitlements.features (
    tenant_id uuid NOT NULL,
    feature_id text NOT NULL COLLATE pg_catalog."C",
    entitlement_id text COLLATE pg_catalog."C",
    CONSTRAINT features_feature_id_check CHECK (((octet_length(feature_id) >= 1) AND (octet_length(feature_id) <= 200)))
);
ALTER TABLE ONLY entitlements.features ALTER COLUMN tenant_id SET STATISTICS 0;

ALTER TABLE ONLY entitlements.features FORCE ROW LEVEL SECURITY;

ALTER TABLE entitlements.features OWNER TO hearth_owner;

--
-- Name: TABLE features; Type: COMMENT; Schema: entitlements; Owner: hearth_owner
--

COMMENT ON TABLE entitlements.features IS 'Features, and the entitlement that each needs. A feature without one is free.';

--
-- Name: figure_buckets; Type: TABLE; Schema: entitlements; Owner: hearth_owner
--

CREATE TABLE entitlements.figure_buckets (
    tenant_id uuid NOT NULL,
    bucket smallint NOT NULL,
    computed_at timestamp with time zone NOT NULL,
    due_at timestamp with time zone DEFAULT '-infinity'::timestamp with time zone NOT NULL,
    CONSTRAINT figure_buckets_bucket_check CHECK (((bucket >= 0) AND (bucket <= 15)))
);
ALTER TABLE ONLY entitlements.figure_buckets ALTER COLUMN tenant_id SET STATISTICS 0;

ALTER TABLE ONLY entitlements.figure_buckets FORCE ROW LEVEL SECURITY;

ALTER TABLE entitlements.figure_buckets OWNER TO hearth_owner;

--
-- Name: TABLE figure_buckets; Type: COMMENT; Schema: entitlements; Owner: hearth_owner
--

COMMENT ON TABLE entitlements.figure_buckets IS 'When the figures of a bucket were computed, and when they will be again.';

--
-- Name: figure_pace; Type: TABLE; Schema: entitlements; Owner: hearth_owner
--

CREATE TABLE entitlements.figure_pace (
    is_only boolean DEFAULT true NOT NULL,
    paid_until timestamp with time zone NOT NULL,
    CONSTRAINT figure_pace_is_only_check CHECK (is_only)
)
WITH (fillfactor='50');

ALTER TABLE entitlements.figure_pace OWNER TO hearth_owner;

--
-- Name: TABLE figure_pace; Type: COMMENT; Schema: entitlements; Owner: hearth_owner
--

COMMENT ON TABLE entitlements.figure_pace IS 'Until when the budget for computing figures is spent.';

--
-- Name: figures; Type: TABLE; Schema: entitlements; Owner: hearth_owner
--

CREATE TABLE entitlements.figures (
    tenant_id uuid NOT NULL,
    bucket smallint NOT NULL,
    day date NOT NULL,
    product_id text NOT NULL COLLATE pg_catalog."C",
    store text NOT NULL,
    country_code text NOT NULL,
    currency text NOT NULL,
    figure text NOT NULL,
    number bigint NOT NULL,
    amount numeric NOT NULL,
    CONSTRAINT figures_bucket_check CHECK (((bucket >= 0) AND (bucket <= 15)))
);
ALTER TABLE ONLY entitlements.figures ALTER COLUMN tenant_id SET STATISTICS 0;

ALTER TABLE ONLY entitlements.figures FORCE ROW LEVEL SECURITY;

ALTER TABLE entitlements.figures OWNER TO hearth_owner;

--
-- Name: TABLE figures; Type: COMMENT; Schema: entitlements; Owner: hearth_owner
--

COMMENT ON TABLE entitlements.figures IS 'Numbers and amounts of the business by day. Always equal to their derivation.';

--
-- Name: former_app_user_ids; Type: TABLE; Schema: entitlements; Owner: hearth_owner
--

CREATE TABLE entitlements.former_app_user_ids (
    tenant_id uuid NOT NULL,
    app_user_id text NOT NULL COLLATE pg_catalog."C",
    replaced_at timestamp with time zone NOT NULL,
    app_user_uuid uuid NOT NULL,
    declared_anonymous_at timestamp with time zone,
    identified_at timestamp with time zone,
    matches_anonymous_ids boolean NOT NULL,
    is_alias boolean NOT NULL
);
ALTER TABLE ONLY entitlements.former_app_user_ids ALTER COLUMN tenant_id SET STATISTICS 0;

ALTER TABLE ONLY entitlements.former_app_user_ids FORCE ROW LEVEL SECURITY;

ALTER TABLE entitlements.former_app_user_ids OWNER TO hearth_owner;

--
-- Name: TABLE former_app_user_ids; Type: COMMENT; Schema: entitlements; Owner: hearth_owner
--

COMMENT ON TABLE entitlements.former_app_user_ids IS 'What an id was until a moment: whose, and whether anonymous. Never edited.';

--
-- Name: household_reviews; Type: TABLE; Schema: entitlements; Owner: hearth_owner
--

CREATE TABLE entitlements.household_reviews (
    tenant_id uuid NOT NULL,
    household_id uuid NOT NULL,
    due_at timestamp with time zone NOT NULL
);
ALTER TABLE ONLY entitlements.household_reviews ALTER COLUMN tenant_id SET STATISTICS 0;

ALTER TABLE ONLY entitlements.household_reviews FORCE ROW LEVEL SECURITY;

ALTER TABLE entitlements.household_reviews OWNER TO hearth_owner;

--
-- Name: TABLE household_reviews; Type: COMMENT; Schema: entitlements; Owner: hearth_owner
--

COMMENT ON TABLE entitlements.household_reviews IS 'Households whose seats must be compared with their members, and when.';

--
-- Name: idempotent_answers; Type: TABLE; Schema: entitlements; Owner: hearth_owner
--

CREATE TABLE entitlements.idempotent_answers (
    tenant_id uuid NOT NULL,
    idempotency_key text NOT NULL COLLATE pg_catalog."C",
    operation text NOT NULL,
    request_digest bytea NOT NULL,
    answer json NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    CONSTRAINT idempotent_answers_idempotency_key_check CHECK (((octet_length(idempotency_key) >= 1) AND (octet_length(idempotency_key) <= 255))),
    CONSTRAINT idempotent_answers_request_digest_check CHECK ((octet_length(request_digest) = 32))
);
ALTER TABLE ONLY entitlements.idempotent_answers ALTER COLUMN tenant_id SET STATISTICS 0;

ALTER TABLE ONLY entitlements.idempotent_answers FORCE ROW LEVEL SECURITY;

ALTER TABLE entitlements.idempotent_answers OWNER TO hearth_owner;

--
-- Name: TABLE idempotent_answers; Type: COMMENT; Schema: entitlements; Owner: hearth_owner
--

COMMENT ON TABLE entitlements.idempotent_answers IS 'The first answers to requests with an idempotency key.';

--
-- Name: installation; Type: TABLE; Schema: entitlements; Owner: hearth_owner
--

CREATE TABLE entitlements.installation (
    is_only boolean DEFAULT true NOT NULL,
    installation_id uuid DEFAULT gen_random_uuid() NOT NULL,
    mark uuid DEFAULT gen_random_uuid() NOT NULL,
    former_mark uuid DEFAULT gen_random_uuid() NOT NULL,
    marked_at timestamp with time zone DEFAULT now() NOT NULL,
    CONSTRAINT installation_is_only_check CHECK (is_only)
)
WITH (fillfactor='50');

ALTER TABLE entitlements.installation OWNER TO hearth_owner;

--
-- Name: TABLE installation; Type: COMMENT; Schema: entitlements; Owner: hearth_owner
--

COMMENT ON TABLE entitlements.installation IS 'The id of the installation, and the last two marks that a server has left.';

--
-- Name: invariant_violations; Type: VIEW; Schema: entitlements; Owner: hearth_owner
--

CREATE VIEW entitlements.invariant_violations WITH (security_invoker='true') AS
 SELECT member.tenant_id,
    'person_in_two_households'::text AS violation,
    member.app_user_uuid AS subject
   FROM entitlements.household_members member
  WHERE (member.left_at IS NULL)
  GROUP BY member.tenant_id, member.app_user_uuid
 HAVING (count(*) > 1)
UNION ALL
 SELECT member.tenant_id,
    'more_members_than_seats'::text AS violation,
    member.household_id AS subject
   FROM entitlements.household_members member
  WHERE (member.left_at IS NULL)
  GROUP BY member.tenant_id, member.household_id
 HAVING (count(*) > max(member.seats))
UNION ALL
 SELECT household.tenant_id,
    'household_without_owner'::text AS violation,
    household.household_id AS subject
   FROM entitlements.households household
  WHERE ((household.dissolved_at IS NULL) AND (NOT (EXISTS ( SELECT
           FROM (entitlements.household_owners owner
             JOIN entitlements.household_members member ON (((member.tenant_id = owner.tenant_id) AND (member.household_id = owner.household_id) AND (member.member_id = owner.member_id))))
          WHERE ((owner.tenant_id = household.tenant_id) AND (owner.household_id = household.household_id) AND (owner.owned_until IS NULL) AND (member.left_at IS NULL))))))
UNION ALL
 SELECT household.tenant_id,
    'dissolved_household_is_alive'::text AS violation,
    household.household_id AS subject
   FROM entitlements.households household
  WHERE ((household.dissolved_at IS NOT NULL) AND ((EXISTS ( SELECT
           FROM entitlements.household_members member
          WHERE ((member.tenant_id = household.tenant_id) AND (member.household_id = household.household_id) AND (member.left_at IS NULL)))) OR (EXISTS ( SELECT
           FROM entitlements.household_invites invite
          WHERE ((invite.tenant_id = household.tenant_id) AND (invite.household_id = household.household_id) AND (invite.revoked_at IS NULL) AND (invite.member_id IS NULL))))))
UNION ALL
 SELECT owner.tenant_id,
    'owner_outside_membership'::text AS violation,
    owner.household_id AS subject
   FROM (entitlements.household_owners owner
     JOIN entitlements.household_members member ON (((member.tenant_id = owner.tenant_id) AND (member.household_id = owner.household_id) AND (member.member_id = owner.member_id))))
  WHERE ((owner.owned_from < member.joined_at) OR (COALESCE(owner.owned_until, 'infinity'::timestamp with time zone) > COALESCE(member.left_at, 'infinity'::timestamp with time zone)))
UNION ALL
 SELECT member.tenant_id,
    'member_is_somebody_else'::text AS violation,
    member.member_id AS subject
   FROM (entitlements.household_members member
     LEFT JOIN entitlements.app_user_ids known ON (((known.tenant_id = member.tenant_id) AND (known.app_user_id = member.app_user_id))))
  WHERE (known.app_user_uuid IS DISTINCT FROM member.app_user_uuid)
UNION ALL
 SELECT purchase.tenant_id,
    'purchase_is_somebody_elses'::text AS violation,
    purchase.purchase_id AS subject
   FROM (entitlements.purchases purchase
     JOIN entitlements.app_user_ids known ON (((known.tenant_id = purchase.tenant_id) AND (known.app_user_id = purchase.owner_app_user_id))))
  WHERE (known.app_user_uuid <> purchase.owner_uuid);

ALTER TABLE entitlements.invariant_violations OWNER TO hearth_owner;

--
-- Name: VIEW invariant_violations; Type: COMMENT; Schema: entitlements; Owner: hearth_owner
--

COMMENT ON VIEW entitlements.invariant_violations IS 'What must never be: empty, in every tenant, at every moment.';

--
-- Name: logged_notices; Type: TABLE; Schema: entitlements; Owner: hearth_owner
--

CREATE TABLE entitlements.logged_notices (
    tenant_id uuid NOT NULL,
    app_user_id text NOT NULL COLLATE pg_catalog."C",
    notice_id text NOT NULL COLLATE pg_catalog."C",
    until timestamp with time zone,
    logged_at timestamp with time zone NOT NULL,
    CONSTRAINT logged_notices_notice_id_check CHECK ((octet_length(notice_id) = 32))
);
ALTER TABLE ONLY entitlements.logged_notices ALTER COLUMN tenant_id SET STATISTICS 0;

ALTER TABLE ONLY entitlements.logged_notices FORCE ROW LEVEL SECURITY;

ALTER TABLE entitlements.logged_notices OWNER TO hearth_owner;

--
-- Name: TABLE logged_notices; Type: COMMENT; Schema: entitlements; Owner: hearth_owner
--

COMMENT ON TABLE entitlements.logged_notices IS 'The notices that the change log had; so each is logged once.';

--
-- Name: merge_tickets; Type: TABLE; Schema: entitlements; Owner: hearth_owner
--

CREATE TABLE entitlements.merge_tickets (
    tenant_id uuid NOT NULL,
    digest bytea NOT NULL,
    anonymous_app_user_id text NOT NULL COLLATE pg_catalog."C",
    app_user_id text NOT NULL COLLATE pg_catalog."C",
    created_at timestamp with time zone NOT NULL,
    expires_at timestamp with time zone NOT NULL,
    closed_at timestamp with time zone,
    CONSTRAINT merge_tickets_check CHECK (((expires_at >= (created_at + '00:01:00'::interval)) AND (expires_at <= (created_at + '00:10:00'::interval)))),
    CONSTRAINT merge_tickets_check1 CHECK ((anonymous_app_user_id <> app_user_id)),
    CONSTRAINT merge_tickets_digest_check CHECK ((octet_length(digest) = 32))
);
ALTER TABLE ONLY entitlements.merge_tickets ALTER COLUMN tenant_id SET STATISTICS 0;

ALTER TABLE ONLY entitlements.merge_tickets FORCE ROW LEVEL SECURITY;

ALTER TABLE entitlements.merge_tickets OWNER TO hearth_owner;

--
-- Name: TABLE merge_tickets; Type: COMMENT; Schema: entitlements; Owner: hearth_owner
--

COMMENT ON TABLE entitlements.merge_tickets IS 'Permissions of a tenant''s backend for one merge: single use, expiring.';

--
-- Name: migrations; Type: TABLE; Schema: entitlements; Owner: hearth_owner
--

CREATE TABLE entitlements.migrations (
    version integer NOT NULL,
    name text NOT NULL,
    checksum text NOT NULL,
    applied_at timestamp with time zone DEFAULT now() NOT NULL,
    compatible_from integer,
    CONSTRAINT migrations_version_check CHECK ((version > 0))
);

ALTER TABLE entitlements.migrations OWNER TO hearth_owner;

--
-- Name: TABLE migrations; Type: COMMENT; Schema: entitlements; Owner: hearth_owner
--

COMMENT ON TABLE entitlements.migrations IS 'Applied migrations, with the SHA-256 of each file.';

--
-- Name: named_by_events; Type: TABLE; Schema: entitlements; Owner: hearth_owner
--

CREATE TABLE entitlements.named_by_events (
    tenant_id uuid NOT NULL,
    text text NOT NULL COLLATE pg_catalog."C",
    event_id text NOT NULL COLLATE pg_catalog."C",
    CONSTRAINT named_by_events_text_check CHECK (((octet_length(text) >= 1) AND (octet_length(text) <= 1500)))
);
ALTER TABLE ONLY entitlements.named_by_events ALTER COLUMN tenant_id SET STATISTICS 0;

ALTER TABLE ONLY entitlements.named_by_events FORCE ROW LEVEL SECURITY;

ALTER TABLE entitlements.named_by_events OWNER TO hearth_owner;

--
-- Name: TABLE named_by_events; Type: COMMENT; Schema: entitlements; Owner: hearth_owner
--

COMMENT ON TABLE entitlements.named_by_events IS 'What may name an app user in events that became no evidence when they were received.';

--
-- Name: noted_balances; Type: TABLE; Schema: entitlements; Owner: hearth_owner
--

CREATE TABLE entitlements.noted_balances (
    tenant_id uuid NOT NULL,
    app_user_uuid uuid NOT NULL,
    credit_id text NOT NULL COLLATE pg_catalog."C",
    balance bigint NOT NULL,
    CONSTRAINT noted_balances_credit_id_check CHECK (((octet_length(credit_id) >= 1) AND (octet_length(credit_id) <= 200)))
);
ALTER TABLE ONLY entitlements.noted_balances ALTER COLUMN tenant_id SET STATISTICS 0;

ALTER TABLE ONLY entitlements.noted_balances FORCE ROW LEVEL SECURITY;

ALTER TABLE entitlements.noted_balances OWNER TO hearth_owner;

--
-- Name: TABLE noted_balances; Type: COMMENT; Schema: entitlements; Owner: hearth_owner
--

COMMENT ON TABLE entitlements.noted_balances IS 'The balance of each credit in production that the change log told last.';

--
-- Name: overuses; Type: TABLE; Schema: entitlements; Owner: hearth_owner
--

CREATE TABLE entitlements.overuses (
    tenant_id uuid NOT NULL,
    limit_id text NOT NULL COLLATE pg_catalog."C",
    app_user_id text NOT NULL COLLATE pg_catalog."C",
    first_at timestamp with time zone NOT NULL,
    last_at timestamp with time zone NOT NULL,
    CONSTRAINT overuses_check CHECK ((last_at >= first_at)),
    CONSTRAINT overuses_limit_id_check CHECK (((octet_length(limit_id) >= 1) AND (octet_length(limit_id) <= 200)))
);
ALTER TABLE ONLY entitlements.overuses ALTER COLUMN tenant_id SET STATISTICS 0;

ALTER TABLE ONLY entitlements.overuses FORCE ROW LEVEL SECURITY;

ALTER TABLE entitlements.overuses OWNER TO hearth_owner;

--
-- Name: TABLE overuses; Type: COMMENT; Schema: entitlements; Owner: hearth_owner
--

COMMENT ON TABLE entitlements.overuses IS 'When the use of a limit under an id rose above the fair use, first and last.';

--
-- Name: pending_changes; Type: TABLE; Schema: entitlements; Owner: hearth_owner
--

CREATE TABLE entitlements.pending_changes (
    tenant_id uuid NOT NULL,
    place bigint NOT NULL,
    kind text NOT NULL,
    app_user_id text NOT NULL COLLATE pg_catalog."C",
    before json,
    after json,
    cause text NOT NULL,
    cause_id text COLLATE pg_catalog."C",
    happened_at timestamp with time zone NOT NULL,
    recorded_at timestamp with time zone NOT NULL,
    environment text DEFAULT 'production'::text NOT NULL,
    CONSTRAINT pending_changes_cause_check CHECK (((octet_length(cause) >= 1) AND (octet_length(cause) <= 40))),
    CONSTRAINT pending_changes_cause_id_check CHECK (((octet_length(cause_id) >= 1) AND (octet_length(cause_id) <= 500))),
    CONSTRAINT pending_changes_environment_check CHECK ((environment = ANY (ARRAY['production'::text, 'sandbox'::text]))),
    CONSTRAINT pending_changes_kind_check CHECK (((octet_length(kind) >= 1) AND (octet_length(kind) <= 40)))
);
ALTER TABLE ONLY entitlements.pending_changes ALTER COLUMN tenant_id SET STATISTICS 0;

ALTER TABLE ONLY entitlements.pending_changes FORCE ROW LEVEL SECURITY;

ALTER TABLE entitlements.pending_changes OWNER TO hearth_owner;

--
-- Name: TABLE pending_changes; Type: COMMENT; Schema: entitlements; Owner: hearth_owner
--

COMMENT ON TABLE entitlements.pending_changes IS 'Changes that the sequencer has not numbered yet; normally for some milliseconds.';

--
-- Name: pending_changes_place_seq; Type: SEQUENCE; Schema: entitlements; Owner: hearth_owner
--

ALTER TABLE entitlements.pending_changes ALTER COLUMN place ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME entitlements.pending_changes_place_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

--
-- Name: policy_roles; Type: TABLE; Schema: entitlements; Owner: hearth_owner
--

CREATE TABLE entitlements.policy_roles (
    tenant_id uuid NOT NULL,
    role_name text NOT NULL COLLATE pg_catalog."C",
    CONSTRAINT policy_roles_role_name_check CHECK (((octet_length(role_name) >= 1) AND (octet_length(role_name) <= 63)))
);
ALTER TABLE ONLY entitlements.policy_roles ALTER COLUMN tenant_id SET STATISTICS 0;

ALTER TABLE ONLY entitlements.policy_roles FORCE ROW LEVEL SECURITY;

ALTER TABLE entitlements.policy_roles OWNER TO hearth_owner;

--
-- Name: TABLE policy_roles; Type: COMMENT; Schema: entitlements; Owner: hearth_owner
--

COMMENT ON TABLE entitlements.policy_roles IS 'The database roles of an app that may ask about its tenant''s people.';

--
-- Name: presence; Type: TABLE; Schema: entitlements; Owner: hearth_owner
--

CREATE TABLE entitlements.presence (
    is_only boolean DEFAULT true NOT NULL,
    seen_at timestamp with time zone NOT NULL,
    servers jsonb DEFAULT '{}'::jsonb NOT NULL,
    CONSTRAINT presence_is_only_check CHECK (is_only)
);

ALTER TABLE entitlements.presence OWNER TO hearth_owner;

--
-- Name: TABLE presence; Type: COMMENT; Schema: entitlements; Owner: hearth_owner
--

COMMENT ON TABLE entitlements.presence IS 'When a server was last able to receive webhooks.';

--
-- Name: COLUMN presence.servers; Type: COMMENT; Schema: entitlements; Owner: hearth_owner
--

COMMENT ON COLUMN entitlements.presence.servers IS 'The servers by name: when each was last present, and the ids of its encryption keys.';

--
-- Name: product_credits; Type: TABLE; Schema: entitlements; Owner: hearth_owner
--

CREATE TABLE entitlements.product_credits (
    tenant_id uuid NOT NULL,
    product_id text NOT NULL COLLATE pg_catalog."C",
    credit_id text NOT NULL COLLATE pg_catalog."C",
    amount integer NOT NULL,
    CONSTRAINT product_credits_amount_check CHECK (((amount >= 1) AND (amount <= 1000000))),
    CONSTRAINT product_credits_credit_id_check CHECK (((octet_length(credit_id) >= 1) AND (octet_length(credit_id) <= 200)))
);
ALTER TABLE ONLY entitlements.product_credits ALTER COLUMN tenant_id SET STATISTICS 0;

ALTER TABLE ONLY entitlements.product_credits FORCE ROW LEVEL SECURITY;

ALTER TABLE entitlements.product_credits OWNER TO hearth_owner;

--
-- Name: TABLE product_credits; Type: COMMENT; Schema: entitlements; Owner: hearth_owner
--

COMMENT ON TABLE entitlements.product_credits IS 'The credits that one purchase of a product gives.';

--
-- Name: purchase_moves; Type: TABLE; Schema: entitlements; Owner: hearth_owner
--

CREATE TABLE entitlements.purchase_moves (
    tenant_id uuid NOT NULL,
    purchase_id uuid NOT NULL,
    moved_at timestamp with time zone NOT NULL,
    audit_id uuid NOT NULL,
    app_user_id text NOT NULL COLLATE pg_catalog."C"
);
ALTER TABLE ONLY entitlements.purchase_moves ALTER COLUMN tenant_id SET STATISTICS 0;

ALTER TABLE ONLY entitlements.purchase_moves FORCE ROW LEVEL SECURITY;

ALTER TABLE entitlements.purchase_moves OWNER TO hearth_owner;

--
-- Name: TABLE purchase_moves; Type: COMMENT; Schema: entitlements; Owner: hearth_owner
--

COMMENT ON TABLE entitlements.purchase_moves IS 'Purchases that a merge or a claim moved: from, to and when. Never edited.';

--
-- Name: reached_limits; Type: TABLE; Schema: entitlements; Owner: hearth_owner
--

CREATE TABLE entitlements.reached_limits (
    tenant_id uuid NOT NULL,
    reached_at timestamp with time zone NOT NULL,
    reached_id uuid DEFAULT gen_random_uuid() NOT NULL,
    limit_id text NOT NULL COLLATE pg_catalog."C",
    CONSTRAINT reached_limits_limit_id_check CHECK (((octet_length(limit_id) >= 1) AND (octet_length(limit_id) <= 200)))
);
ALTER TABLE ONLY entitlements.reached_limits ALTER COLUMN tenant_id SET STATISTICS 0;

ALTER TABLE ONLY entitlements.reached_limits FORCE ROW LEVEL SECURITY;

ALTER TABLE entitlements.reached_limits OWNER TO hearth_owner;

--
-- Name: TABLE reached_limits; Type: COMMENT; Schema: entitlements; Owner: hearth_owner
--

COMMENT ON TABLE entitlements.reached_limits IS 'Each time that a use left nothing of a limit. Never edited.';

--
-- Name: refused_webhooks; Type: TABLE; Schema: entitlements; Owner: hearth_owner
--

CREATE TABLE entitlements.refused_webhooks (
    tenant_id uuid NOT NULL,
    reason text NOT NULL,
    refusals bigint NOT NULL,
    first_refused_at timestamp with time zone NOT NULL,
    last_refused_at timestamp with time zone NOT NULL,
    CONSTRAINT refused_webhooks_check CHECK ((last_refused_at >= first_refused_at)),
    CONSTRAINT refused_webhooks_reason_check CHECK (((octet_length(reason) >= 1) AND (octet_length(reason) <= 100))),
    CONSTRAINT refused_webhooks_refusals_check CHECK ((refusals > 0))
);
ALTER TABLE ONLY entitlements.refused_webhooks ALTER COLUMN tenant_id SET STATISTICS 0;

ALTER TABLE ONLY entitlements.refused_webhooks FORCE ROW LEVEL SECURITY;

ALTER TABLE entitlements.refused_webhooks OWNER TO hearth_owner;

--
-- Name: TABLE refused_webhooks; Type: COMMENT; Schema: entitlements; Owner: hearth_owner
--

COMMENT ON TABLE entitlements.refused_webhooks IS 'How many webhooks were refused lately, and why the latest. A day without one starts anew.';

--
-- Name: releases; Type: TABLE; Schema: entitlements; Owner: hearth_owner
--

CREATE TABLE entitlements.releases (
    schema_name text NOT NULL,
    schema_version integer NOT NULL,
    installed_at timestamp with time zone DEFAULT now() NOT NULL,
    seen_at timestamp with time zone DEFAULT now() NOT NULL
);

ALTER TABLE entitlements.releases OWNER TO hearth_owner;

--
-- Name: TABLE releases; Type: COMMENT; Schema: entitlements; Owner: hearth_owner
--

COMMENT ON TABLE entitlements.releases IS 'The releases whose functions are installed, each in a schema of its own, and when a server or a migrator of each was last seen.';

--
-- Name: run_app_users; Type: TABLE; Schema: entitlements; Owner: hearth_owner
--

CREATE TABLE entitlements.run_app_users (
    tenant_id uuid NOT NULL,
    run_id uuid NOT NULL,
    app_user_id text NOT NULL COLLATE pg_catalog."C",
    risk smallint NOT NULL,
    due_at timestamp with time zone DEFAULT '-infinity'::timestamp with time zone NOT NULL,
    claim_id uuid,
    attempts integer DEFAULT 0 NOT NULL,
    outcome text,
    is_lost boolean DEFAULT false NOT NULL,
    done_at timestamp with time zone,
    CONSTRAINT run_app_users_attempts_check CHECK ((attempts >= 0)),
    CONSTRAINT run_app_users_check CHECK (((outcome IS NULL) = (done_at IS NULL))),
    CONSTRAINT run_app_users_outcome_check CHECK ((outcome = ANY (ARRAY['read'::text, 'unknown'::text, 'failed'::text])))
)
WITH (fillfactor='70');
ALTER TABLE ONLY entitlements.run_app_users ALTER COLUMN tenant_id SET STATISTICS 0;

ALTER TABLE ONLY entitlements.run_app_users FORCE ROW LEVEL SECURITY;

ALTER TABLE entitlements.run_app_users OWNER TO hearth_owner;

--
-- Name: TABLE run_app_users; Type: COMMENT; Schema: entitlements; Owner: hearth_owner
--

COMMENT ON TABLE entitlements.run_app_users IS 'The app users of a run, each with its outcome.';

--
-- Name: signing_keys; Type: TABLE; Schema: entitlements; Owner: hearth_owner
--

CREATE TABLE entitlements.signing_keys (
    tenant_id uuid NOT NULL,
    key_id text NOT NULL COLLATE pg_catalog."C",
    sealed bytea NOT NULL,
    public_key bytea NOT NULL,
    created_at timestamp with time zone NOT NULL,
    signs_from timestamp with time zone NOT NULL,
    CONSTRAINT signing_keys_check CHECK ((signs_from >= created_at)),
    CONSTRAINT signing_keys_key_id_check CHECK ((octet_length(key_id) = 43)),
    CONSTRAINT signing_keys_public_key_check CHECK ((octet_length(public_key) = 64)),
    CONSTRAINT signing_keys_sealed_check CHECK (((octet_length(sealed) >= 29) AND (octet_length(sealed) <= 4096)))
);
ALTER TABLE ONLY entitlements.signing_keys ALTER COLUMN tenant_id SET STATISTICS 0;

ALTER TABLE ONLY entitlements.signing_keys FORCE ROW LEVEL SECURITY;

ALTER TABLE entitlements.signing_keys OWNER TO hearth_owner;

--
-- Name: TABLE signing_keys; Type: COMMENT; Schema: entitlements; Owner: hearth_owner
--

COMMENT ON TABLE entitlements.signing_keys IS 'The keys with which a tenant''s statements for phones are signed, sealed.';

--
-- Name: size_samples; Type: TABLE; Schema: entitlements; Owner: hearth_owner
--

CREATE TABLE entitlements.size_samples (
    sampled_on date NOT NULL,
    kind text NOT NULL,
    bytes bigint NOT NULL
);

ALTER TABLE entitlements.size_samples OWNER TO hearth_owner;

--
-- Name: TABLE size_samples; Type: COMMENT; Schema: entitlements; Owner: hearth_owner
--

COMMENT ON TABLE entitlements.size_samples IS 'Bytes of the tables by kind, once a day for a year.';

--
-- Name: snapshot_queue; Type: TABLE; Schema: entitlements; Owner: hearth_owner
--

CREATE TABLE entitlements.snapshot_queue (
    tenant_id uuid NOT NULL,
    app_user_uuid uuid NOT NULL,
    app_user_id text NOT NULL COLLATE pg_catalog."C",
    queued_at timestamp with time zone DEFAULT now() NOT NULL,
    due_at timestamp with time zone DEFAULT now() NOT NULL,
    claim_id uuid,
    attempts integer DEFAULT 0 NOT NULL,
    setback text,
    CONSTRAINT snapshot_queue_attempts_check CHECK ((attempts >= 0))
)
WITH (fillfactor='80');
ALTER TABLE ONLY entitlements.snapshot_queue ALTER COLUMN tenant_id SET STATISTICS 0;

ALTER TABLE ONLY entitlements.snapshot_queue FORCE ROW LEVEL SECURITY;

ALTER TABLE entitlements.snapshot_queue OWNER TO hearth_owner;

--
-- Name: TABLE snapshot_queue; Type: COMMENT; Schema: entitlements; Owner: hearth_owner
--

COMMENT ON TABLE entitlements.snapshot_queue IS 'App users who are due for a snapshot from RevenueCat.';

--
-- Name: token_issuers; Type: TABLE; Schema: entitlements; Owner: hearth_owner
--

CREATE TABLE entitlements.token_issuers (
    tenant_id uuid NOT NULL,
    issuer text NOT NULL COLLATE pg_catalog."C",
    algorithms text[] NOT NULL,
    jwks_url text,
    audience text,
    authorized_parties text[] NOT NULL,
    anonymous_claim text NOT NULL,
    app_user_id_prefix text NOT NULL COLLATE pg_catalog."C",
    CONSTRAINT token_issuers_algorithms_check CHECK (((cardinality(algorithms) >= 1) AND (algorithms <@ ARRAY['ES256'::text, 'HS256'::text, 'RS256'::text]))),
    CONSTRAINT token_issuers_anonymous_claim_check CHECK (((octet_length(anonymous_claim) >= 1) AND (octet_length(anonymous_claim) <= 100))),
    CONSTRAINT token_issuers_app_user_id_prefix_check CHECK ((octet_length(app_user_id_prefix) <= 100)),
    CONSTRAINT token_issuers_audience_check CHECK (((octet_length(audience) >= 1) AND (octet_length(audience) <= 500))),
    CONSTRAINT token_issuers_check CHECK (((audience IS NOT NULL) OR (cardinality(authorized_parties) > 0))),
    CONSTRAINT token_issuers_check1 CHECK (((jwks_url IS NOT NULL) = (algorithms && ARRAY['ES256'::text, 'RS256'::text]))),
    CONSTRAINT token_issuers_issuer_check CHECK (((octet_length(issuer) >= 1) AND (octet_length(issuer) <= 500))),
    CONSTRAINT token_issuers_jwks_url_check CHECK (((octet_length(jwks_url) >= 1) AND (octet_length(jwks_url) <= 1000)))
);
ALTER TABLE ONLY entitlements.token_issuers ALTER COLUMN tenant_id SET STATISTICS 0;

ALTER TABLE ONLY entitlements.token_issuers FORCE ROW LEVEL SECURITY;

ALTER TABLE entitlements.token_issuers OWNER TO hearth_owner;

--
-- Name: TABLE token_issuers; Type: COMMENT; Schema: entitlements; Owner: hearth_owner
--

COMMENT ON TABLE entitlements.token_issuers IS 'Issuers of end-user tokens, and the claims that a token must have.';

--
-- Name: token_secrets; Type: TABLE; Schema: entitlements; Owner: hearth_owner
--

CREATE TABLE entitlements.token_secrets (
    tenant_id uuid NOT NULL,
    issuer text NOT NULL COLLATE pg_catalog."C",
    slot integer NOT NULL,
    sealed bytea NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    CONSTRAINT token_secrets_sealed_check CHECK (((octet_length(sealed) >= 29) AND (octet_length(sealed) <= 4096))),
    CONSTRAINT token_secrets_slot_check CHECK ((slot = ANY (ARRAY[1, 2])))
);
ALTER TABLE ONLY entitlements.token_secrets ALTER COLUMN tenant_id SET STATISTICS 0;

ALTER TABLE ONLY entitlements.token_secrets FORCE ROW LEVEL SECURITY;

ALTER TABLE entitlements.token_secrets OWNER TO hearth_owner;

--
-- Name: TABLE token_secrets; Type: COMMENT; Schema: entitlements; Owner: hearth_owner
--

COMMENT ON TABLE entitlements.token_secrets IS 'HS256 secrets of token issuers, sealed with the encryption key.';

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
ALTER TABLE ONLY entitlements.webhook_secrets ALTER COLUMN tenant_id SET STATISTICS 0;

ALTER TABLE ONLY entitlements.webhook_secrets FORCE ROW LEVEL SECURITY;

ALTER TABLE entitlements.webhook_secrets OWNER TO hearth_owner;

--
-- Name: TABLE webhook_secrets; Type: COMMENT; Schema: entitlements; Owner: hearth_owner
--

COMMENT ON TABLE entitlements.webhook_secrets IS 'Secrets that RevenueCat sends or signs with, sealed with the encryption key.';

--
-- Name: admin_keys admin_keys_pkey; Type: CONSTRAINT; Schema: entitlements; Owner: hearth_owner
--

ALTER TABLE ONLY entitlements.admin_keys
    ADD CONSTRAINT admin_keys_pkey PRIMARY KEY (key_id);

--
-- Name: aliased_ids aliased_ids_pkey; Type: CONSTRAINT; Schema: entitlements; Owner: hearth_owner
--

ALTER TABLE ONLY entitlements.aliased_ids
    ADD CONSTRAINT aliased_ids_pkey PRIMARY KEY (tenant_id, app_user_id);

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
-- Name: applied_definitions applied_definitions_pkey; Type: CONSTRAINT; Schema: entitlements; Owner: hearth_owner
--

ALTER TABLE ONLY entitlements.applied_definitions
    ADD CONSTRAINT applied_definitions_pkey PRIMARY KEY (tenant_id, definition_version);

--
-- Name: attributes attributes_pkey; Type: CONSTRAINT; Schema: entitlements; Owner: hearth_owner
--

ALTER TABLE ONLY entitlements.attributes
    ADD CONSTRAINT attributes_pkey PRIMARY KEY (tenant_id, app_user_id, name);

--
-- Name: audit_entries audit_entries_pkey; Type: CONSTRAINT; Schema: entitlements; Owner: hearth_owner
--

ALTER TABLE ONLY entitlements.audit_entries
    ADD CONSTRAINT audit_entries_pkey PRIMARY KEY (tenant_id, audit_id);

--
-- Name: audited_app_users audited_app_users_pkey; Type: CONSTRAINT; Schema: entitlements; Owner: hearth_owner
--

ALTER TABLE ONLY entitlements.audited_app_users
    ADD CONSTRAINT audited_app_users_pkey PRIMARY KEY (tenant_id, app_user_id, recorded_at, audit_id);

--
-- Name: awaited_transactions awaited_transactions_pkey; Type: CONSTRAINT; Schema: entitlements; Owner: hearth_owner
--

ALTER TABLE ONLY entitlements.awaited_transactions
    ADD CONSTRAINT awaited_transactions_pkey PRIMARY KEY (tenant_id, transaction_id);

--
-- Name: change_entries change_entries_pkey; Type: CONSTRAINT; Schema: entitlements; Owner: hearth_owner
--

ALTER TABLE ONLY entitlements.change_entries
    ADD CONSTRAINT change_entries_pkey PRIMARY KEY (tenant_id, number);

--
-- Name: change_heads change_heads_pkey; Type: CONSTRAINT; Schema: entitlements; Owner: hearth_owner
--

ALTER TABLE ONLY entitlements.change_heads
    ADD CONSTRAINT change_heads_pkey PRIMARY KEY (tenant_id);

--
-- Name: claim_attempts claim_attempts_pkey; Type: CONSTRAINT; Schema: entitlements; Owner: hearth_owner
--

ALTER TABLE ONLY entitlements.claim_attempts
    ADD CONSTRAINT claim_attempts_pkey PRIMARY KEY (tenant_id, app_user_id, issuer, hour);

--
-- Name: code_attempts code_attempts_pkey; Type: CONSTRAINT; Schema: entitlements; Owner: hearth_owner
--

ALTER TABLE ONLY entitlements.code_attempts
    ADD CONSTRAINT code_attempts_pkey PRIMARY KEY (tenant_id, app_user_id, issuer, hour);

--
-- Name: code_campaigns code_campaigns_pkey; Type: CONSTRAINT; Schema: entitlements; Owner: hearth_owner
--

ALTER TABLE ONLY entitlements.code_campaigns
    ADD CONSTRAINT code_campaigns_pkey PRIMARY KEY (tenant_id, campaign_id);

--
-- Name: code_redemptions code_redemptions_pkey; Type: CONSTRAINT; Schema: entitlements; Owner: hearth_owner
--

ALTER TABLE ONLY entitlements.code_redemptions
    ADD CONSTRAINT code_redemptions_pkey PRIMARY KEY (tenant_id, redemption_id);

--
-- Name: code_redemptions code_redemptions_tenant_id_campaign_id_number_key; Type: CONSTRAINT; Schema: entitlements; Owner: hearth_owner
--

ALTER TABLE ONLY entitlements.code_redemptions
    ADD CONSTRAINT code_redemptions_tenant_id_campaign_id_number_key UNIQUE (tenant_id, campaign_id, number);

--
-- Name: code_rules code_rules_pkey; Type: CONSTRAINT; Schema: entitlements; Owner: hearth_owner
--

ALTER TABLE ONLY entitlements.code_rules
    ADD CONSTRAINT code_rules_pkey PRIMARY KEY (tenant_id);

--
-- Name: codes codes_pkey; Type: CONSTRAINT; Schema: entitlements; Owner: hearth_owner
--

ALTER TABLE ONLY entitlements.codes
    ADD CONSTRAINT codes_pkey PRIMARY KEY (tenant_id, code_id);

--
-- Name: codes codes_tenant_id_digest_key; Type: CONSTRAINT; Schema: entitlements; Owner: hearth_owner
--

ALTER TABLE ONLY entitlements.codes
    ADD CONSTRAINT codes_tenant_id_digest_key UNIQUE (tenant_id, digest);

--
-- Name: console_sessions console_sessions_pkey; Type: CONSTRAINT; Schema: entitlements; Owner: hearth_owner
--

ALTER TABLE ONLY entitlements.console_sessions
    ADD CONSTRAINT console_sessions_pkey PRIMARY KEY (token_digest);

--
-- Name: credit_adjustments credit_adjustments_pkey; Type: CONSTRAINT; Schema: entitlements; Owner: hearth_owner
--

ALTER TABLE ONLY entitlements.credit_adjustments
    ADD CONSTRAINT credit_adjustments_pkey PRIMARY KEY (tenant_id, adjustment_id);

--
-- Name: credit_adjustments credit_adjustments_tenant_id_app_user_id_environment_credit_key; Type: CONSTRAINT; Schema: entitlements; Owner: hearth_owner
--

ALTER TABLE ONLY entitlements.credit_adjustments
    ADD CONSTRAINT credit_adjustments_tenant_id_app_user_id_environment_credit_key UNIQUE (tenant_id, app_user_id, environment, credit_id, reference);

--
-- Name: credit_orders credit_orders_pkey; Type: CONSTRAINT; Schema: entitlements; Owner: hearth_owner
--

ALTER TABLE ONLY entitlements.credit_orders
    ADD CONSTRAINT credit_orders_pkey PRIMARY KEY (tenant_id, app_user_id, environment, credit_id, reference);

--
-- Name: credit_spends credit_spends_pkey; Type: CONSTRAINT; Schema: entitlements; Owner: hearth_owner
--

ALTER TABLE ONLY entitlements.credit_spends
    ADD CONSTRAINT credit_spends_pkey PRIMARY KEY (tenant_id, app_user_id, credit_id, reference, purchase_id);

--
-- Name: deliveries deliveries_pkey; Type: CONSTRAINT; Schema: entitlements; Owner: hearth_owner
--

ALTER TABLE ONLY entitlements.deliveries
    ADD CONSTRAINT deliveries_pkey PRIMARY KEY (tenant_id, endpoint_id, number);

--
-- Name: deployments deployments_pkey; Type: CONSTRAINT; Schema: entitlements; Owner: hearth_owner
--

ALTER TABLE ONLY entitlements.deployments
    ADD CONSTRAINT deployments_pkey PRIMARY KEY (is_only);

--
-- Name: device_secrets device_secrets_pkey; Type: CONSTRAINT; Schema: entitlements; Owner: hearth_owner
--

ALTER TABLE ONLY entitlements.device_secrets
    ADD CONSTRAINT device_secrets_pkey PRIMARY KEY (tenant_id, digest);

--
-- Name: dismissed_notices dismissed_notices_pkey; Type: CONSTRAINT; Schema: entitlements; Owner: hearth_owner
--

ALTER TABLE ONLY entitlements.dismissed_notices
    ADD CONSTRAINT dismissed_notices_pkey PRIMARY KEY (tenant_id, app_user_id, notice_id);

--
-- Name: drift drift_pkey; Type: CONSTRAINT; Schema: entitlements; Owner: hearth_owner
--

ALTER TABLE ONLY entitlements.drift
    ADD CONSTRAINT drift_pkey PRIMARY KEY (tenant_id, drift_id);

--
-- Name: dropped_bodies dropped_bodies_pkey; Type: CONSTRAINT; Schema: entitlements; Owner: hearth_owner
--

ALTER TABLE ONLY entitlements.dropped_bodies
    ADD CONSTRAINT dropped_bodies_pkey PRIMARY KEY (tenant_id);

--
-- Name: endpoint_secrets endpoint_secrets_pkey; Type: CONSTRAINT; Schema: entitlements; Owner: hearth_owner
--

ALTER TABLE ONLY entitlements.endpoint_secrets
    ADD CONSTRAINT endpoint_secrets_pkey PRIMARY KEY (tenant_id, endpoint_id, slot);

--
-- Name: endpoints endpoints_pkey; Type: CONSTRAINT; Schema: entitlements; Owner: hearth_owner
--

ALTER TABLE ONLY entitlements.endpoints
    ADD CONSTRAINT endpoints_pkey PRIMARY KEY (tenant_id, endpoint_id);

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
-- Name: erased_ids erased_ids_pkey; Type: CONSTRAINT; Schema: entitlements; Owner: hearth_owner
--

ALTER TABLE ONLY entitlements.erased_ids
    ADD CONSTRAINT erased_ids_pkey PRIMARY KEY (tenant_id, digest, app_user_uuid);

--
-- Name: erasures erasures_pkey; Type: CONSTRAINT; Schema: entitlements; Owner: hearth_owner
--

ALTER TABLE ONLY entitlements.erasures
    ADD CONSTRAINT erasures_pkey PRIMARY KEY (tenant_id, erasure_id);

--
-- Name: events_to_erase events_to_erase_pkey; Type: CONSTRAINT; Schema: entitlements; Owner: hearth_owner
--

ALTER TABLE ONLY entitlements.events_to_erase
    ADD CONSTRAINT events_to_erase_pkey PRIMARY KEY (tenant_id, event_id, erasure_id);

--
-- Name: evidence_kinds evidence_kinds_pkey; Type: CONSTRAINT; Schema: entitlements; Owner: hearth_owner
--

ALTER TABLE ONLY entitlements.evidence_kinds
    ADD CONSTRAINT evidence_kinds_pkey PRIMARY KEY (kind);

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
-- Name: figure_buckets figure_buckets_pkey; Type: CONSTRAINT; Schema: entitlements; Owner: hearth_owner
--

ALTER TABLE ONLY entitlements.figure_buckets
    ADD CONSTRAINT figure_buckets_pkey PRIMARY KEY (tenant_id, bucket);

--
-- Name: figure_pace figure_pace_pkey; Type: CONSTRAINT; Schema: entitlements; Owner: hearth_owner
--

ALTER TABLE ONLY entitlements.figure_pace
    ADD CONSTRAINT figure_pace_pkey PRIMARY KEY (is_only);

--
-- Name: figure_turns figure_turns_pkey; Type: CONSTRAINT; Schema: entitlements; Owner: hearth_owner
--

ALTER TABLE ONLY entitlements.figure_turns
    ADD CONSTRAINT figure_turns_pkey PRIMARY KEY (tenant_id);

--
-- Name: figures figures_pkey; Type: CONSTRAINT; Schema: entitlements; Owner: hearth_owner
--

ALTER TABLE ONLY entitlements.figures
    ADD CONSTRAINT figures_pkey PRIMARY KEY (tenant_id, bucket, day, product_id, store, country_code, currency, figure);

--
-- Name: former_app_user_ids former_app_user_ids_pkey; Type: CONSTRAINT; Schema: entitlements; Owner: hearth_owner
--

ALTER TABLE ONLY entitlements.former_app_user_ids
    ADD CONSTRAINT former_app_user_ids_pkey PRIMARY KEY (tenant_id, app_user_id, replaced_at);

--
-- Name: grants grants_pkey; Type: CONSTRAINT; Schema: entitlements; Owner: hearth_owner
--

ALTER TABLE ONLY entitlements.grants
    ADD CONSTRAINT grants_pkey PRIMARY KEY (tenant_id, grant_id);

--
-- Name: household_invites household_invites_pkey; Type: CONSTRAINT; Schema: entitlements; Owner: hearth_owner
--

ALTER TABLE ONLY entitlements.household_invites
    ADD CONSTRAINT household_invites_pkey PRIMARY KEY (tenant_id, household_id, invite_id);

--
-- Name: household_invites household_invites_tenant_id_code_digest_key; Type: CONSTRAINT; Schema: entitlements; Owner: hearth_owner
--

ALTER TABLE ONLY entitlements.household_invites
    ADD CONSTRAINT household_invites_tenant_id_code_digest_key UNIQUE (tenant_id, code_digest);

--
-- Name: household_members household_members_pkey; Type: CONSTRAINT; Schema: entitlements; Owner: hearth_owner
--

ALTER TABLE ONLY entitlements.household_members
    ADD CONSTRAINT household_members_pkey PRIMARY KEY (tenant_id, household_id, member_id);

--
-- Name: household_owners household_owners_pkey; Type: CONSTRAINT; Schema: entitlements; Owner: hearth_owner
--

ALTER TABLE ONLY entitlements.household_owners
    ADD CONSTRAINT household_owners_pkey PRIMARY KEY (tenant_id, household_id, member_id, owned_from);

--
-- Name: household_reviews household_reviews_pkey; Type: CONSTRAINT; Schema: entitlements; Owner: hearth_owner
--

ALTER TABLE ONLY entitlements.household_reviews
    ADD CONSTRAINT household_reviews_pkey PRIMARY KEY (tenant_id, household_id);

--
-- Name: household_rules household_rules_pkey; Type: CONSTRAINT; Schema: entitlements; Owner: hearth_owner
--

ALTER TABLE ONLY entitlements.household_rules
    ADD CONSTRAINT household_rules_pkey PRIMARY KEY (tenant_id);

--
-- Name: households households_pkey; Type: CONSTRAINT; Schema: entitlements; Owner: hearth_owner
--

ALTER TABLE ONLY entitlements.households
    ADD CONSTRAINT households_pkey PRIMARY KEY (tenant_id, household_id);

--
-- Name: idempotent_answers idempotent_answers_pkey; Type: CONSTRAINT; Schema: entitlements; Owner: hearth_owner
--

ALTER TABLE ONLY entitlements.idempotent_answers
    ADD CONSTRAINT idempotent_answers_pkey PRIMARY KEY (tenant_id, idempotency_key);

--
-- Name: installation installation_pkey; Type: CONSTRAINT; Schema: entitlements; Owner: hearth_owner
--

ALTER TABLE ONLY entitlements.installation
    ADD CONSTRAINT installation_pkey PRIMARY KEY (is_only);

--
-- Name: kept_out_ids kept_out_ids_pkey; Type: CONSTRAINT; Schema: entitlements; Owner: hearth_owner
--

ALTER TABLE ONLY entitlements.kept_out_ids
    ADD CONSTRAINT kept_out_ids_pkey PRIMARY KEY (tenant_id, digest);

--
-- Name: limit_entitlements limit_entitlements_pkey; Type: CONSTRAINT; Schema: entitlements; Owner: hearth_owner
--

ALTER TABLE ONLY entitlements.limit_entitlements
    ADD CONSTRAINT limit_entitlements_pkey PRIMARY KEY (tenant_id, limit_id, entitlement_id);

--
-- Name: limits limits_pkey; Type: CONSTRAINT; Schema: entitlements; Owner: hearth_owner
--

ALTER TABLE ONLY entitlements.limits
    ADD CONSTRAINT limits_pkey PRIMARY KEY (tenant_id, limit_id);

--
-- Name: logged_notices logged_notices_pkey; Type: CONSTRAINT; Schema: entitlements; Owner: hearth_owner
--

ALTER TABLE ONLY entitlements.logged_notices
    ADD CONSTRAINT logged_notices_pkey PRIMARY KEY (tenant_id, app_user_id, notice_id);

--
-- Name: merge_links merge_links_pkey; Type: CONSTRAINT; Schema: entitlements; Owner: hearth_owner
--

ALTER TABLE ONLY entitlements.merge_links
    ADD CONSTRAINT merge_links_pkey PRIMARY KEY (tenant_id, anonymous_app_user_id, app_user_id);

--
-- Name: merge_tickets merge_tickets_pkey; Type: CONSTRAINT; Schema: entitlements; Owner: hearth_owner
--

ALTER TABLE ONLY entitlements.merge_tickets
    ADD CONSTRAINT merge_tickets_pkey PRIMARY KEY (tenant_id, digest);

--
-- Name: merges merges_pkey; Type: CONSTRAINT; Schema: entitlements; Owner: hearth_owner
--

ALTER TABLE ONLY entitlements.merges
    ADD CONSTRAINT merges_pkey PRIMARY KEY (tenant_id, merge_id);

--
-- Name: migrations migrations_pkey; Type: CONSTRAINT; Schema: entitlements; Owner: hearth_owner
--

ALTER TABLE ONLY entitlements.migrations
    ADD CONSTRAINT migrations_pkey PRIMARY KEY (version);

--
-- Name: named_by_events named_by_events_pkey; Type: CONSTRAINT; Schema: entitlements; Owner: hearth_owner
--

ALTER TABLE ONLY entitlements.named_by_events
    ADD CONSTRAINT named_by_events_pkey PRIMARY KEY (tenant_id, text, event_id);

--
-- Name: noted_balances noted_balances_pkey; Type: CONSTRAINT; Schema: entitlements; Owner: hearth_owner
--

ALTER TABLE ONLY entitlements.noted_balances
    ADD CONSTRAINT noted_balances_pkey PRIMARY KEY (tenant_id, app_user_uuid, credit_id);

--
-- Name: notice_rules notice_rules_pkey; Type: CONSTRAINT; Schema: entitlements; Owner: hearth_owner
--

ALTER TABLE ONLY entitlements.notice_rules
    ADD CONSTRAINT notice_rules_pkey PRIMARY KEY (tenant_id);

--
-- Name: operator_notes operator_notes_pkey; Type: CONSTRAINT; Schema: entitlements; Owner: hearth_owner
--

ALTER TABLE ONLY entitlements.operator_notes
    ADD CONSTRAINT operator_notes_pkey PRIMARY KEY (tenant_id, note_id);

--
-- Name: orphans orphans_pkey; Type: CONSTRAINT; Schema: entitlements; Owner: hearth_owner
--

ALTER TABLE ONLY entitlements.orphans
    ADD CONSTRAINT orphans_pkey PRIMARY KEY (tenant_id, orphan_id);

--
-- Name: overuses overuses_pkey; Type: CONSTRAINT; Schema: entitlements; Owner: hearth_owner
--

ALTER TABLE ONLY entitlements.overuses
    ADD CONSTRAINT overuses_pkey PRIMARY KEY (tenant_id, limit_id, app_user_id);

--
-- Name: pending_changes pending_changes_pkey; Type: CONSTRAINT; Schema: entitlements; Owner: hearth_owner
--

ALTER TABLE ONLY entitlements.pending_changes
    ADD CONSTRAINT pending_changes_pkey PRIMARY KEY (tenant_id, place);

--
-- Name: people_rules people_rules_pkey; Type: CONSTRAINT; Schema: entitlements; Owner: hearth_owner
--

ALTER TABLE ONLY entitlements.people_rules
    ADD CONSTRAINT people_rules_pkey PRIMARY KEY (tenant_id);

--
-- Name: policy_roles policy_roles_pkey; Type: CONSTRAINT; Schema: entitlements; Owner: hearth_owner
--

ALTER TABLE ONLY entitlements.policy_roles
    ADD CONSTRAINT policy_roles_pkey PRIMARY KEY (tenant_id, role_name);

--
-- Name: presence presence_pkey; Type: CONSTRAINT; Schema: entitlements; Owner: hearth_owner
--

ALTER TABLE ONLY entitlements.presence
    ADD CONSTRAINT presence_pkey PRIMARY KEY (is_only);

--
-- Name: product_credits product_credits_pkey; Type: CONSTRAINT; Schema: entitlements; Owner: hearth_owner
--

ALTER TABLE ONLY entitlements.product_credits
    ADD CONSTRAINT product_credits_pkey PRIMARY KEY (tenant_id, product_id, credit_id);

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
-- Name: purchase_moves purchase_moves_pkey; Type: CONSTRAINT; Schema: entitlements; Owner: hearth_owner
--

ALTER TABLE ONLY entitlements.purchase_moves
    ADD CONSTRAINT purchase_moves_pkey PRIMARY KEY (tenant_id, purchase_id, moved_at, audit_id);

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
-- Name: reached_limits reached_limits_pkey; Type: CONSTRAINT; Schema: entitlements; Owner: hearth_owner
--

ALTER TABLE ONLY entitlements.reached_limits
    ADD CONSTRAINT reached_limits_pkey PRIMARY KEY (tenant_id, reached_at, reached_id);

--
-- Name: referral_codes referral_codes_pkey; Type: CONSTRAINT; Schema: entitlements; Owner: hearth_owner
--

ALTER TABLE ONLY entitlements.referral_codes
    ADD CONSTRAINT referral_codes_pkey PRIMARY KEY (tenant_id, app_user_id);

--
-- Name: referral_codes referral_codes_tenant_id_digest_key; Type: CONSTRAINT; Schema: entitlements; Owner: hearth_owner
--

ALTER TABLE ONLY entitlements.referral_codes
    ADD CONSTRAINT referral_codes_tenant_id_digest_key UNIQUE (tenant_id, digest);

--
-- Name: referral_rules referral_rules_pkey; Type: CONSTRAINT; Schema: entitlements; Owner: hearth_owner
--

ALTER TABLE ONLY entitlements.referral_rules
    ADD CONSTRAINT referral_rules_pkey PRIMARY KEY (tenant_id);

--
-- Name: referrals referrals_pkey; Type: CONSTRAINT; Schema: entitlements; Owner: hearth_owner
--

ALTER TABLE ONLY entitlements.referrals
    ADD CONSTRAINT referrals_pkey PRIMARY KEY (tenant_id, referral_id);

--
-- Name: refused_webhooks refused_webhooks_pkey; Type: CONSTRAINT; Schema: entitlements; Owner: hearth_owner
--

ALTER TABLE ONLY entitlements.refused_webhooks
    ADD CONSTRAINT refused_webhooks_pkey PRIMARY KEY (tenant_id);

--
-- Name: releases releases_pkey; Type: CONSTRAINT; Schema: entitlements; Owner: hearth_owner
--

ALTER TABLE ONLY entitlements.releases
    ADD CONSTRAINT releases_pkey PRIMARY KEY (schema_name);

--
-- Name: reservations reservations_pkey; Type: CONSTRAINT; Schema: entitlements; Owner: hearth_owner
--

ALTER TABLE ONLY entitlements.reservations
    ADD CONSTRAINT reservations_pkey PRIMARY KEY (tenant_id, reservation_id);

--
-- Name: run_app_users run_app_users_pkey; Type: CONSTRAINT; Schema: entitlements; Owner: hearth_owner
--

ALTER TABLE ONLY entitlements.run_app_users
    ADD CONSTRAINT run_app_users_pkey PRIMARY KEY (tenant_id, run_id, app_user_id);

--
-- Name: runs runs_pkey; Type: CONSTRAINT; Schema: entitlements; Owner: hearth_owner
--

ALTER TABLE ONLY entitlements.runs
    ADD CONSTRAINT runs_pkey PRIMARY KEY (tenant_id, run_id);

--
-- Name: sandbox_answers sandbox_answers_pkey; Type: CONSTRAINT; Schema: entitlements; Owner: hearth_owner
--

ALTER TABLE ONLY entitlements.sandbox_answers
    ADD CONSTRAINT sandbox_answers_pkey PRIMARY KEY (tenant_id, app_user_uuid);

--
-- Name: sandbox_testers sandbox_testers_pkey; Type: CONSTRAINT; Schema: entitlements; Owner: hearth_owner
--

ALTER TABLE ONLY entitlements.sandbox_testers
    ADD CONSTRAINT sandbox_testers_pkey PRIMARY KEY (tenant_id, app_user_id);

--
-- Name: search_words search_words_pkey; Type: CONSTRAINT; Schema: entitlements; Owner: hearth_owner
--

ALTER TABLE ONLY entitlements.search_words
    ADD CONSTRAINT search_words_pkey PRIMARY KEY (tenant_id, word, app_user_id, name);

--
-- Name: signing_keys signing_keys_pkey; Type: CONSTRAINT; Schema: entitlements; Owner: hearth_owner
--

ALTER TABLE ONLY entitlements.signing_keys
    ADD CONSTRAINT signing_keys_pkey PRIMARY KEY (tenant_id, key_id);

--
-- Name: signing_keys signing_keys_tenant_id_signs_from_key; Type: CONSTRAINT; Schema: entitlements; Owner: hearth_owner
--

ALTER TABLE ONLY entitlements.signing_keys
    ADD CONSTRAINT signing_keys_tenant_id_signs_from_key UNIQUE (tenant_id, signs_from);

--
-- Name: size_samples size_samples_pkey; Type: CONSTRAINT; Schema: entitlements; Owner: hearth_owner
--

ALTER TABLE ONLY entitlements.size_samples
    ADD CONSTRAINT size_samples_pkey PRIMARY KEY (sampled_on, kind);

--
-- Name: snapshot_queue snapshot_queue_pkey; Type: CONSTRAINT; Schema: entitlements; Owner: hearth_owner
--

ALTER TABLE ONLY entitlements.snapshot_queue
    ADD CONSTRAINT snapshot_queue_pkey PRIMARY KEY (tenant_id, app_user_uuid);

--
-- Name: snapshots snapshots_pkey; Type: CONSTRAINT; Schema: entitlements; Owner: hearth_owner
--

ALTER TABLE ONLY entitlements.snapshots
    ADD CONSTRAINT snapshots_pkey PRIMARY KEY (tenant_id, app_user_id, read_at);

--
-- Name: stale_answers stale_answers_pkey; Type: CONSTRAINT; Schema: entitlements; Owner: hearth_owner
--

ALTER TABLE ONLY entitlements.stale_answers
    ADD CONSTRAINT stale_answers_pkey PRIMARY KEY (tenant_id, app_user_uuid, mark_id);

--
-- Name: stored_answers stored_answers_pkey; Type: CONSTRAINT; Schema: entitlements; Owner: hearth_owner
--

ALTER TABLE ONLY entitlements.stored_answers
    ADD CONSTRAINT stored_answers_pkey PRIMARY KEY (tenant_id, app_user_uuid);

--
-- Name: synced_household_members synced_household_members_pkey; Type: CONSTRAINT; Schema: entitlements; Owner: hearth_owner
--

ALTER TABLE ONLY entitlements.synced_household_members
    ADD CONSTRAINT synced_household_members_pkey PRIMARY KEY (tenant_id, id);

--
-- Name: synced_subscriptions synced_subscriptions_pkey; Type: CONSTRAINT; Schema: entitlements; Owner: hearth_owner
--

ALTER TABLE ONLY entitlements.synced_subscriptions
    ADD CONSTRAINT synced_subscriptions_pkey PRIMARY KEY (tenant_id, id);

--
-- Name: tenant_moves tenant_moves_pkey; Type: CONSTRAINT; Schema: entitlements; Owner: hearth_owner
--

ALTER TABLE ONLY entitlements.tenant_moves
    ADD CONSTRAINT tenant_moves_pkey PRIMARY KEY (tenant_id);

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
-- Name: token_issuers token_issuers_pkey; Type: CONSTRAINT; Schema: entitlements; Owner: hearth_owner
--

ALTER TABLE ONLY entitlements.token_issuers
    ADD CONSTRAINT token_issuers_pkey PRIMARY KEY (tenant_id, issuer);

--
-- Name: token_secrets token_secrets_pkey; Type: CONSTRAINT; Schema: entitlements; Owner: hearth_owner
--

ALTER TABLE ONLY entitlements.token_secrets
    ADD CONSTRAINT token_secrets_pkey PRIMARY KEY (tenant_id, issuer, slot);

--
-- Name: transfer_sides transfer_sides_pkey; Type: CONSTRAINT; Schema: entitlements; Owner: hearth_owner
--

ALTER TABLE ONLY entitlements.transfer_sides
    ADD CONSTRAINT transfer_sides_pkey PRIMARY KEY (tenant_id, app_user_id, evidence_id, side);

--
-- Name: upstreams upstreams_pkey; Type: CONSTRAINT; Schema: entitlements; Owner: hearth_owner
--

ALTER TABLE ONLY entitlements.upstreams
    ADD CONSTRAINT upstreams_pkey PRIMARY KEY (tenant_id);

--
-- Name: usage usage_pkey; Type: CONSTRAINT; Schema: entitlements; Owner: hearth_owner
--

ALTER TABLE ONLY entitlements.usage
    ADD CONSTRAINT usage_pkey PRIMARY KEY (tenant_id, app_user_id, limit_id);

--
-- Name: uses uses_pkey; Type: CONSTRAINT; Schema: entitlements; Owner: hearth_owner
--

ALTER TABLE ONLY entitlements.uses
    ADD CONSTRAINT uses_pkey PRIMARY KEY (tenant_id, app_user_id, limit_id, used_at);

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
-- Name: aliased_ids_of_alias; Type: INDEX; Schema: entitlements; Owner: hearth_owner
--

CREATE INDEX aliased_ids_of_alias ON entitlements.aliased_ids USING btree (tenant_id, alias_uuid);

--
-- Name: anonymous_ids_are_merged_once; Type: INDEX; Schema: entitlements; Owner: hearth_owner
--

CREATE UNIQUE INDEX anonymous_ids_are_merged_once ON entitlements.merges USING btree (tenant_id, anonymous_app_user_id) WHERE (undone_at IS NULL);

--
-- Name: app_user_id_links_backwards; Type: INDEX; Schema: entitlements; Owner: hearth_owner
--

CREATE INDEX app_user_id_links_backwards ON entitlements.app_user_id_links USING btree (tenant_id, linked_app_user_id);

--
-- Name: app_user_ids_of_app_user; Type: INDEX; Schema: entitlements; Owner: hearth_owner
--

CREATE INDEX app_user_ids_of_app_user ON entitlements.app_user_ids USING btree (tenant_id, app_user_uuid);

--
-- Name: app_users_by_confirmation; Type: INDEX; Schema: entitlements; Owner: hearth_owner
--

CREATE INDEX app_users_by_confirmation ON entitlements.app_users USING btree (tenant_id, confirmed_at);

--
-- Name: app_users_by_creation; Type: INDEX; Schema: entitlements; Owner: hearth_owner
--

CREATE INDEX app_users_by_creation ON entitlements.app_users USING btree (tenant_id, created_at, app_user_uuid);

--
-- Name: app_users_have_one_household; Type: INDEX; Schema: entitlements; Owner: hearth_owner
--

CREATE UNIQUE INDEX app_users_have_one_household ON entitlements.household_members USING btree (tenant_id, app_user_uuid) WHERE (left_at IS NULL);

--
-- Name: app_users_have_one_identified_id; Type: INDEX; Schema: entitlements; Owner: hearth_owner
--

CREATE UNIQUE INDEX app_users_have_one_identified_id ON entitlements.app_user_ids USING btree (tenant_id, app_user_uuid) WHERE (NOT is_anonymous);

--
-- Name: audit_entries_recent; Type: INDEX; Schema: entitlements; Owner: hearth_owner
--

CREATE INDEX audit_entries_recent ON entitlements.audit_entries USING btree (tenant_id, recorded_at, audit_id);

--
-- Name: change_entries_of_app_user; Type: INDEX; Schema: entitlements; Owner: hearth_owner
--

CREATE INDEX change_entries_of_app_user ON entitlements.change_entries USING btree (tenant_id, app_user_id, number);

--
-- Name: claim_attempts_by_age; Type: INDEX; Schema: entitlements; Owner: hearth_owner
--

CREATE INDEX claim_attempts_by_age ON entitlements.claim_attempts USING btree (hour);

--
-- Name: code_attempts_by_age; Type: INDEX; Schema: entitlements; Owner: hearth_owner
--

CREATE INDEX code_attempts_by_age ON entitlements.code_attempts USING btree (hour);

--
-- Name: codes_are_used_once; Type: INDEX; Schema: entitlements; Owner: hearth_owner
--

CREATE UNIQUE INDEX codes_are_used_once ON entitlements.code_redemptions USING btree (tenant_id, code_id) WHERE is_single_use;

--
-- Name: codes_of_batch; Type: INDEX; Schema: entitlements; Owner: hearth_owner
--

CREATE INDEX codes_of_batch ON entitlements.codes USING btree (tenant_id, batch_id) WHERE (batch_id IS NOT NULL);

--
-- Name: codes_of_campaign; Type: INDEX; Schema: entitlements; Owner: hearth_owner
--

CREATE INDEX codes_of_campaign ON entitlements.codes USING btree (tenant_id, campaign_id, batch_id);

--
-- Name: console_sessions_by_expiry; Type: INDEX; Schema: entitlements; Owner: hearth_owner
--

CREATE INDEX console_sessions_by_expiry ON entitlements.console_sessions USING btree (expires_at);

--
-- Name: credit_spends_of_purchase; Type: INDEX; Schema: entitlements; Owner: hearth_owner
--

CREATE INDEX credit_spends_of_purchase ON entitlements.credit_spends USING btree (tenant_id, purchase_id, credit_id);

--
-- Name: deliveries_failing; Type: INDEX; Schema: entitlements; Owner: hearth_owner
--

CREATE INDEX deliveries_failing ON entitlements.deliveries USING btree (tenant_id, endpoint_id, due_at) WHERE (due_at IS NOT NULL);

--
-- Name: device_secrets_of_app_user_id; Type: INDEX; Schema: entitlements; Owner: hearth_owner
--

CREATE UNIQUE INDEX device_secrets_of_app_user_id ON entitlements.device_secrets USING btree (tenant_id, app_user_id) WHERE (revoked_at IS NULL);

--
-- Name: drift_of_app_user_id; Type: INDEX; Schema: entitlements; Owner: hearth_owner
--

CREATE INDEX drift_of_app_user_id ON entitlements.drift USING btree (tenant_id, app_user_id);

--
-- Name: drift_of_run; Type: INDEX; Schema: entitlements; Owner: hearth_owner
--

CREATE INDEX drift_of_run ON entitlements.drift USING btree (tenant_id, run_id, found_at, drift_id) WHERE (run_id IS NOT NULL);

--
-- Name: drift_recent; Type: INDEX; Schema: entitlements; Owner: hearth_owner
--

CREATE INDEX drift_recent ON entitlements.drift USING btree (tenant_id, found_at, drift_id);

--
-- Name: endpoints_on; Type: INDEX; Schema: entitlements; Owner: hearth_owner
--

CREATE INDEX endpoints_on ON entitlements.endpoints USING btree (is_slow, is_new) WHERE (off_reason IS NULL);

--
-- Name: erasures_open; Type: INDEX; Schema: entitlements; Owner: hearth_owner
--

CREATE INDEX erasures_open ON entitlements.erasures USING btree (erased_at) WHERE (finished_at IS NULL);

--
-- Name: evidence_of_app_user_id; Type: INDEX; Schema: entitlements; Owner: hearth_owner
--

CREATE INDEX evidence_of_app_user_id ON entitlements.evidence USING btree (tenant_id, app_user_id);

--
-- Name: evidence_of_offers; Type: INDEX; Schema: entitlements; Owner: hearth_owner
--

CREATE INDEX evidence_of_offers ON entitlements.evidence USING btree (tenant_id, environment, offer_code, purchase_id) INCLUDE (purchased_at, order_at) WHERE (offer_code IS NOT NULL);

--
-- Name: evidence_of_purchase; Type: INDEX; Schema: entitlements; Owner: hearth_owner
--

CREATE INDEX evidence_of_purchase ON entitlements.evidence USING btree (tenant_id, purchase_id);

--
-- Name: evidence_of_receiver; Type: INDEX; Schema: entitlements; Owner: hearth_owner
--

CREATE INDEX evidence_of_receiver ON entitlements.evidence USING btree (tenant_id, transferred_to_app_user_id) WHERE (transferred_to_app_user_id IS NOT NULL);

--
-- Name: evidence_of_transaction; Type: INDEX; Schema: entitlements; Owner: hearth_owner
--

CREATE INDEX evidence_of_transaction ON entitlements.evidence USING btree (tenant_id, transaction_id text_pattern_ops) WHERE (transaction_id IS NOT NULL);

--
-- Name: figure_turns_due; Type: INDEX; Schema: entitlements; Owner: hearth_owner
--

CREATE INDEX figure_turns_due ON entitlements.figure_turns USING btree (due_at);

--
-- Name: former_app_user_ids_of_app_user; Type: INDEX; Schema: entitlements; Owner: hearth_owner
--

CREATE INDEX former_app_user_ids_of_app_user ON entitlements.former_app_user_ids USING btree (tenant_id, app_user_uuid);

--
-- Name: grants_of_app_user_id; Type: INDEX; Schema: entitlements; Owner: hearth_owner
--

CREATE INDEX grants_of_app_user_id ON entitlements.grants USING btree (tenant_id, app_user_id, granted_at, grant_id);

--
-- Name: household_invites_by_id; Type: INDEX; Schema: entitlements; Owner: hearth_owner
--

CREATE INDEX household_invites_by_id ON entitlements.household_invites USING btree (tenant_id, invite_id);

--
-- Name: household_invites_of_redeemer; Type: INDEX; Schema: entitlements; Owner: hearth_owner
--

CREATE INDEX household_invites_of_redeemer ON entitlements.household_invites USING btree (tenant_id, redeemed_by_app_user_id) WHERE (redeemed_by_app_user_id IS NOT NULL);

--
-- Name: household_members_of_app_user; Type: INDEX; Schema: entitlements; Owner: hearth_owner
--

CREATE INDEX household_members_of_app_user ON entitlements.household_members USING btree (tenant_id, app_user_uuid);

--
-- Name: household_members_of_app_user_id; Type: INDEX; Schema: entitlements; Owner: hearth_owner
--

CREATE INDEX household_members_of_app_user_id ON entitlements.household_members USING btree (tenant_id, app_user_id);

--
-- Name: household_reviews_due; Type: INDEX; Schema: entitlements; Owner: hearth_owner
--

CREATE INDEX household_reviews_due ON entitlements.household_reviews USING btree (due_at);

--
-- Name: households_by_creation; Type: INDEX; Schema: entitlements; Owner: hearth_owner
--

CREATE INDEX households_by_creation ON entitlements.households USING btree (tenant_id, created_at, household_id);

--
-- Name: households_have_one_owner; Type: INDEX; Schema: entitlements; Owner: hearth_owner
--

CREATE UNIQUE INDEX households_have_one_owner ON entitlements.household_owners USING btree (tenant_id, household_id) WHERE (owned_until IS NULL);

--
-- Name: idempotent_answers_by_age; Type: INDEX; Schema: entitlements; Owner: hearth_owner
--

CREATE INDEX idempotent_answers_by_age ON entitlements.idempotent_answers USING btree (created_at);

--
-- Name: logged_notices_by_end; Type: INDEX; Schema: entitlements; Owner: hearth_owner
--

CREATE INDEX logged_notices_by_end ON entitlements.logged_notices USING btree (until) WHERE (until IS NOT NULL);

--
-- Name: merge_links_backwards; Type: INDEX; Schema: entitlements; Owner: hearth_owner
--

CREATE INDEX merge_links_backwards ON entitlements.merge_links USING btree (tenant_id, app_user_id);

--
-- Name: merge_tickets_by_age; Type: INDEX; Schema: entitlements; Owner: hearth_owner
--

CREATE INDEX merge_tickets_by_age ON entitlements.merge_tickets USING btree (expires_at);

--
-- Name: merge_tickets_of_app_user_id; Type: INDEX; Schema: entitlements; Owner: hearth_owner
--

CREATE INDEX merge_tickets_of_app_user_id ON entitlements.merge_tickets USING btree (tenant_id, anonymous_app_user_id) WHERE (closed_at IS NULL);

--
-- Name: merges_of_app_user_id; Type: INDEX; Schema: entitlements; Owner: hearth_owner
--

CREATE INDEX merges_of_app_user_id ON entitlements.merges USING btree (tenant_id, app_user_id);

--
-- Name: operator_notes_by_app_user; Type: INDEX; Schema: entitlements; Owner: hearth_owner
--

CREATE INDEX operator_notes_by_app_user ON entitlements.operator_notes USING btree (tenant_id, app_user_id, written_at, note_id);

--
-- Name: orphans_recent; Type: INDEX; Schema: entitlements; Owner: hearth_owner
--

CREATE INDEX orphans_recent ON entitlements.orphans USING btree (tenant_id, orphaned_at, orphan_id) WHERE (resolved_at IS NULL);

--
-- Name: overuses_by_age; Type: INDEX; Schema: entitlements; Owner: hearth_owner
--

CREATE INDEX overuses_by_age ON entitlements.overuses USING btree (tenant_id, limit_id, last_at);

--
-- Name: overuses_of_app_user; Type: INDEX; Schema: entitlements; Owner: hearth_owner
--

CREATE INDEX overuses_of_app_user ON entitlements.overuses USING btree (tenant_id, app_user_id);

--
-- Name: purchase_moves_of_app_user_id; Type: INDEX; Schema: entitlements; Owner: hearth_owner
--

CREATE INDEX purchase_moves_of_app_user_id ON entitlements.purchase_moves USING btree (tenant_id, app_user_id);

--
-- Name: purchases_are_orphaned_once; Type: INDEX; Schema: entitlements; Owner: hearth_owner
--

CREATE UNIQUE INDEX purchases_are_orphaned_once ON entitlements.orphans USING btree (tenant_id, purchase_id) WHERE (resolved_at IS NULL);

--
-- Name: purchases_by_end; Type: INDEX; Schema: entitlements; Owner: hearth_owner
--

CREATE INDEX purchases_by_end ON entitlements.purchases USING btree (tenant_id, access_ends_at, purchase_id) WHERE isfinite(access_ends_at);

--
-- Name: purchases_in_trouble; Type: INDEX; Schema: entitlements; Owner: hearth_owner
--

CREATE INDEX purchases_in_trouble ON entitlements.purchases USING btree (tenant_id, access_ends_at, purchase_id) WHERE (billing_issue_at IS NOT NULL);

--
-- Name: purchases_of_anonymous; Type: INDEX; Schema: entitlements; Owner: hearth_owner
--

CREATE INDEX purchases_of_anonymous ON entitlements.purchases USING btree (tenant_id, access_ends_at) WHERE starts_with(owner_app_user_id, '$RCAnonymousID:'::text);

--
-- Name: purchases_of_owner; Type: INDEX; Schema: entitlements; Owner: hearth_owner
--

CREATE INDEX purchases_of_owner ON entitlements.purchases USING btree (tenant_id, owner_uuid);

--
-- Name: purchases_of_owner_id; Type: INDEX; Schema: entitlements; Owner: hearth_owner
--

CREATE INDEX purchases_of_owner_id ON entitlements.purchases USING btree (tenant_id, owner_app_user_id);

--
-- Name: purchases_of_previous_owner; Type: INDEX; Schema: entitlements; Owner: hearth_owner
--

CREATE INDEX purchases_of_previous_owner ON entitlements.purchases USING btree (tenant_id, previous_owner_uuid) WHERE (previous_owner_uuid IS NOT NULL);

--
-- Name: purchases_of_previous_owner_id; Type: INDEX; Schema: entitlements; Owner: hearth_owner
--

CREATE INDEX purchases_of_previous_owner_id ON entitlements.purchases USING btree (tenant_id, previous_owner_app_user_id) WHERE (previous_owner_app_user_id IS NOT NULL);

--
-- Name: purchases_of_product; Type: INDEX; Schema: entitlements; Owner: hearth_owner
--

CREATE INDEX purchases_of_product ON entitlements.purchases USING btree (tenant_id, product_id) WHERE (environment = 'production'::text);

--
-- Name: redemptions_by_key; Type: INDEX; Schema: entitlements; Owner: hearth_owner
--

CREATE UNIQUE INDEX redemptions_by_key ON entitlements.code_redemptions USING btree (tenant_id, app_user_id, idempotency_key);

--
-- Name: redemptions_of_code; Type: INDEX; Schema: entitlements; Owner: hearth_owner
--

CREATE INDEX redemptions_of_code ON entitlements.code_redemptions USING btree (tenant_id, code_id);

--
-- Name: redemptions_recent; Type: INDEX; Schema: entitlements; Owner: hearth_owner
--

CREATE INDEX redemptions_recent ON entitlements.code_redemptions USING btree (tenant_id, redeemed_at, redemption_id);

--
-- Name: referrals_due; Type: INDEX; Schema: entitlements; Owner: hearth_owner
--

CREATE INDEX referrals_due ON entitlements.referrals USING btree (review_at) WHERE (review_at IS NOT NULL);

--
-- Name: referrals_of_referred; Type: INDEX; Schema: entitlements; Owner: hearth_owner
--

CREATE UNIQUE INDEX referrals_of_referred ON entitlements.referrals USING btree (tenant_id, referred_app_user_id);

--
-- Name: referrals_of_referrer; Type: INDEX; Schema: entitlements; Owner: hearth_owner
--

CREATE INDEX referrals_of_referrer ON entitlements.referrals USING btree (tenant_id, referrer_app_user_id);

--
-- Name: reservations_by_age; Type: INDEX; Schema: entitlements; Owner: hearth_owner
--

CREATE INDEX reservations_by_age ON entitlements.reservations USING btree (made_at) WHERE ((status <> 'used'::text) OR (period_starts_at > '-infinity'::timestamp with time zone));

--
-- Name: reservations_held; Type: INDEX; Schema: entitlements; Owner: hearth_owner
--

CREATE INDEX reservations_held ON entitlements.reservations USING btree (tenant_id, app_user_id, limit_id) WHERE (status = 'reserved'::text);

--
-- Name: reservations_of_reference; Type: INDEX; Schema: entitlements; Owner: hearth_owner
--

CREATE UNIQUE INDEX reservations_of_reference ON entitlements.reservations USING btree (tenant_id, app_user_id, limit_id, reference) WHERE (status <> 'released'::text);

--
-- Name: reservations_released; Type: INDEX; Schema: entitlements; Owner: hearth_owner
--

CREATE INDEX reservations_released ON entitlements.reservations USING btree (tenant_id, app_user_id, limit_id, reference) WHERE ((status = 'released'::text) AND (reference IS NOT NULL));

--
-- Name: reservations_used; Type: INDEX; Schema: entitlements; Owner: hearth_owner
--

CREATE INDEX reservations_used ON entitlements.reservations USING btree (tenant_id, app_user_id, limit_id, made_at) WHERE (status = 'used'::text);

--
-- Name: run_app_users_latest; Type: INDEX; Schema: entitlements; Owner: hearth_owner
--

CREATE INDEX run_app_users_latest ON entitlements.run_app_users USING btree (tenant_id, run_id, done_at) WHERE (outcome IS NOT NULL);

--
-- Name: run_app_users_lost; Type: INDEX; Schema: entitlements; Owner: hearth_owner
--

CREATE INDEX run_app_users_lost ON entitlements.run_app_users USING btree (tenant_id, run_id) WHERE (is_lost AND (outcome IS NULL));

--
-- Name: run_app_users_waiting; Type: INDEX; Schema: entitlements; Owner: hearth_owner
--

CREATE INDEX run_app_users_waiting ON entitlements.run_app_users USING btree (tenant_id, run_id, risk, app_user_id) WHERE (outcome IS NULL);

--
-- Name: runs_ended; Type: INDEX; Schema: entitlements; Owner: hearth_owner
--

CREATE INDEX runs_ended ON entitlements.runs USING btree (tenant_id, ended_at) WHERE (ended_at IS NOT NULL);

--
-- Name: runs_of_app_user_id; Type: INDEX; Schema: entitlements; Owner: hearth_owner
--

CREATE INDEX runs_of_app_user_id ON entitlements.runs USING btree (tenant_id, app_user_id) WHERE (app_user_id IS NOT NULL);

--
-- Name: runs_recent; Type: INDEX; Schema: entitlements; Owner: hearth_owner
--

CREATE INDEX runs_recent ON entitlements.runs USING btree (tenant_id, started_at DESC, run_id DESC);

--
-- Name: sandbox_answers_due; Type: INDEX; Schema: entitlements; Owner: hearth_owner
--

CREATE INDEX sandbox_answers_due ON entitlements.sandbox_answers USING btree (tenant_id, definition_version, valid_until);

--
-- Name: seats_are_taken_once; Type: INDEX; Schema: entitlements; Owner: hearth_owner
--

CREATE UNIQUE INDEX seats_are_taken_once ON entitlements.household_members USING btree (tenant_id, household_id, seat) WHERE (left_at IS NULL);

--
-- Name: snapshots_due; Type: INDEX; Schema: entitlements; Owner: hearth_owner
--

CREATE INDEX snapshots_due ON entitlements.snapshot_queue USING btree (tenant_id, due_at);

--
-- Name: snapshots_not_recognised; Type: INDEX; Schema: entitlements; Owner: hearth_owner
--

CREATE INDEX snapshots_not_recognised ON entitlements.snapshot_queue USING btree (tenant_id) WHERE (setback = 'project_not_recognised'::text);

--
-- Name: stored_answers_due; Type: INDEX; Schema: entitlements; Owner: hearth_owner
--

CREATE INDEX stored_answers_due ON entitlements.stored_answers USING btree (tenant_id, definition_version, valid_until);

--
-- Name: stored_answers_with_notices; Type: INDEX; Schema: entitlements; Owner: hearth_owner
--

CREATE INDEX stored_answers_with_notices ON entitlements.stored_answers USING btree (tenant_id, notice_at) WHERE (notice_at IS NOT NULL);

--
-- Name: synced_household_members_of_household; Type: INDEX; Schema: entitlements; Owner: hearth_owner
--

CREATE INDEX synced_household_members_of_household ON entitlements.synced_household_members USING btree (tenant_id, household_id);

--
-- Name: tenant_moves_cleared_keys; Type: INDEX; Schema: entitlements; Owner: hearth_owner
--

CREATE INDEX tenant_moves_cleared_keys ON entitlements.tenant_moves USING gin (key_ids) WHERE (cleared_at IS NOT NULL);

--
-- Name: tenants_have_one_run; Type: INDEX; Schema: entitlements; Owner: hearth_owner
--

CREATE UNIQUE INDEX tenants_have_one_run ON entitlements.runs USING btree (tenant_id) WHERE (ended_at IS NULL);

--
-- Name: transfer_sides_of_transfer; Type: INDEX; Schema: entitlements; Owner: hearth_owner
--

CREATE INDEX transfer_sides_of_transfer ON entitlements.transfer_sides USING btree (tenant_id, evidence_id);

--
-- Name: uses_by_age; Type: INDEX; Schema: entitlements; Owner: hearth_owner
--

CREATE INDEX uses_by_age ON entitlements.uses USING btree (used_at) WHERE (amount > 0);

--
-- Name: webhook_events_applied_late; Type: INDEX; Schema: entitlements; Owner: hearth_owner
--

CREATE INDEX webhook_events_applied_late ON entitlements.webhook_events USING btree (tenant_id, applied_at) WHERE (applied_at IS NOT NULL);

--
-- Name: webhook_events_by_type; Type: INDEX; Schema: entitlements; Owner: hearth_owner
--

CREATE INDEX webhook_events_by_type ON entitlements.webhook_events USING btree (tenant_id, status, event_type, received_at);

--
-- Name: webhook_events_due; Type: INDEX; Schema: entitlements; Owner: hearth_owner
--

CREATE INDEX webhook_events_due ON entitlements.webhook_events USING btree (due_at) WHERE (status = 'failed'::text);

--
-- Name: webhook_events_not_applied; Type: INDEX; Schema: entitlements; Owner: hearth_owner
--

CREATE INDEX webhook_events_not_applied ON entitlements.webhook_events USING btree (tenant_id, status, received_at) WHERE (status <> 'applied'::text);

--
-- Name: webhook_events_of_app_user_id; Type: INDEX; Schema: entitlements; Owner: hearth_owner
--

CREATE INDEX webhook_events_of_app_user_id ON entitlements.webhook_events USING btree (tenant_id, app_user_id) WHERE (app_user_id IS NOT NULL);

--
-- Name: webhook_events_recent; Type: INDEX; Schema: entitlements; Owner: hearth_owner
--

CREATE INDEX webhook_events_recent ON entitlements.webhook_events USING btree (tenant_id, received_at);

--
-- Name: app_user_ids keep_former_app_user_id; Type: TRIGGER; Schema: entitlements; Owner: hearth_owner
--

CREATE TRIGGER keep_former_app_user_id AFTER UPDATE ON entitlements.app_user_ids FOR EACH ROW WHEN (((old.app_user_id = new.app_user_id) AND (((((old.app_user_uuid IS DISTINCT FROM new.app_user_uuid) OR (old.declared_anonymous_at IS DISTINCT FROM new.declared_anonymous_at)) OR (old.identified_at IS DISTINCT FROM new.identified_at)) OR (old.matches_anonymous_ids IS DISTINCT FROM new.matches_anonymous_ids)) OR (old.is_alias IS DISTINCT FROM new.is_alias)))) EXECUTE FUNCTION entitlements.keep_former_app_user_id();

--
-- Name: webhook_events note_named; Type: TRIGGER; Schema: entitlements; Owner: hearth_owner
--

CREATE TRIGGER note_named AFTER INSERT ON entitlements.webhook_events FOR EACH ROW WHEN (((new.status <> 'applied'::text) OR (new.environment = 'sandbox'::text))) EXECUTE FUNCTION entitlements.note_named();

--
-- Name: webhook_events note_named_by_failed; Type: TRIGGER; Schema: entitlements; Owner: hearth_owner
--

CREATE TRIGGER note_named_by_failed AFTER UPDATE OF status ON entitlements.webhook_events FOR EACH ROW WHEN (((new.status = 'failed'::text) AND (old.status = 'applied'::text))) EXECUTE FUNCTION entitlements.note_named();

--
-- Name: releases pin_installed_functions; Type: TRIGGER; Schema: entitlements; Owner: hearth_owner
--

CREATE CONSTRAINT TRIGGER pin_installed_functions AFTER INSERT OR UPDATE ON entitlements.releases DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (pg_has_role(SESSION_USER, 'hearth_owner'::name, 'member'::text)) EXECUTE FUNCTION entitlements.pin_installed_functions();

--
-- Name: app_user_id_links refuse_erased_name; Type: TRIGGER; Schema: entitlements; Owner: hearth_owner
--

CREATE TRIGGER refuse_erased_name BEFORE INSERT ON entitlements.app_user_id_links FOR EACH ROW WHEN ((entitlements.is_erased_name(new.app_user_id) OR entitlements.is_erased_name(new.linked_app_user_id))) EXECUTE FUNCTION entitlements.refuse_erased_name();

--
-- Name: app_user_ids refuse_erased_name; Type: TRIGGER; Schema: entitlements; Owner: hearth_owner
--

CREATE TRIGGER refuse_erased_name BEFORE INSERT ON entitlements.app_user_ids FOR EACH ROW WHEN (entitlements.is_erased_name(new.app_user_id)) EXECUTE FUNCTION entitlements.refuse_erased_name();

--
-- Name: attributes refuse_erased_name; Type: TRIGGER; Schema: entitlements; Owner: hearth_owner
--

CREATE TRIGGER refuse_erased_name BEFORE INSERT ON entitlements.attributes FOR EACH ROW WHEN (entitlements.is_erased_name(new.app_user_id)) EXECUTE FUNCTION entitlements.refuse_erased_name();

--
-- Name: code_redemptions refuse_erased_name; Type: TRIGGER; Schema: entitlements; Owner: hearth_owner
--

CREATE TRIGGER refuse_erased_name BEFORE INSERT ON entitlements.code_redemptions FOR EACH ROW WHEN (entitlements.is_erased_name(new.app_user_id)) EXECUTE FUNCTION entitlements.refuse_erased_name();

--
-- Name: credit_orders refuse_erased_name; Type: TRIGGER; Schema: entitlements; Owner: hearth_owner
--

CREATE TRIGGER refuse_erased_name BEFORE INSERT ON entitlements.credit_orders FOR EACH ROW WHEN (entitlements.is_erased_name(new.app_user_id)) EXECUTE FUNCTION entitlements.refuse_erased_name();

--
-- Name: device_secrets refuse_erased_name; Type: TRIGGER; Schema: entitlements; Owner: hearth_owner
--

CREATE TRIGGER refuse_erased_name BEFORE INSERT ON entitlements.device_secrets FOR EACH ROW WHEN (entitlements.is_erased_name(new.app_user_id)) EXECUTE FUNCTION entitlements.refuse_erased_name();

--
-- Name: dismissed_notices refuse_erased_name; Type: TRIGGER; Schema: entitlements; Owner: hearth_owner
--

CREATE TRIGGER refuse_erased_name BEFORE INSERT ON entitlements.dismissed_notices FOR EACH ROW WHEN (entitlements.is_erased_name(new.app_user_id)) EXECUTE FUNCTION entitlements.refuse_erased_name();

--
-- Name: evidence refuse_erased_name; Type: TRIGGER; Schema: entitlements; Owner: hearth_owner
--

CREATE TRIGGER refuse_erased_name BEFORE INSERT ON entitlements.evidence FOR EACH ROW WHEN (((new.store <> 'hearth'::text) AND (entitlements.is_erased_name(new.app_user_id) OR entitlements.is_erased_name(new.transferred_to_app_user_id)))) EXECUTE FUNCTION entitlements.refuse_erased_name();

--
-- Name: household_members refuse_erased_name; Type: TRIGGER; Schema: entitlements; Owner: hearth_owner
--

CREATE TRIGGER refuse_erased_name BEFORE INSERT ON entitlements.household_members FOR EACH ROW WHEN (entitlements.is_erased_name(new.app_user_id)) EXECUTE FUNCTION entitlements.refuse_erased_name();

--
-- Name: merge_links refuse_erased_name; Type: TRIGGER; Schema: entitlements; Owner: hearth_owner
--

CREATE TRIGGER refuse_erased_name BEFORE INSERT ON entitlements.merge_links FOR EACH ROW WHEN ((entitlements.is_erased_name(new.anonymous_app_user_id) OR entitlements.is_erased_name(new.app_user_id))) EXECUTE FUNCTION entitlements.refuse_erased_name();

--
-- Name: merge_tickets refuse_erased_name; Type: TRIGGER; Schema: entitlements; Owner: hearth_owner
--

CREATE TRIGGER refuse_erased_name BEFORE INSERT ON entitlements.merge_tickets FOR EACH ROW WHEN ((entitlements.is_erased_name(new.anonymous_app_user_id) OR entitlements.is_erased_name(new.app_user_id))) EXECUTE FUNCTION entitlements.refuse_erased_name();

--
-- Name: operator_notes refuse_erased_name; Type: TRIGGER; Schema: entitlements; Owner: hearth_owner
--

CREATE TRIGGER refuse_erased_name BEFORE INSERT ON entitlements.operator_notes FOR EACH ROW WHEN (entitlements.is_erased_name(new.app_user_id)) EXECUTE FUNCTION entitlements.refuse_erased_name();

--
-- Name: referral_codes refuse_erased_name; Type: TRIGGER; Schema: entitlements; Owner: hearth_owner
--

CREATE TRIGGER refuse_erased_name BEFORE INSERT ON entitlements.referral_codes FOR EACH ROW WHEN (entitlements.is_erased_name(new.app_user_id)) EXECUTE FUNCTION entitlements.refuse_erased_name();

--
-- Name: referrals refuse_erased_name; Type: TRIGGER; Schema: entitlements; Owner: hearth_owner
--

CREATE TRIGGER refuse_erased_name BEFORE INSERT ON entitlements.referrals FOR EACH ROW WHEN ((entitlements.is_erased_name(new.referrer_app_user_id) OR entitlements.is_erased_name(new.referred_app_user_id))) EXECUTE FUNCTION entitlements.refuse_erased_name();

--
-- Name: reservations refuse_erased_name; Type: TRIGGER; Schema: entitlements; Owner: hearth_owner
--

CREATE TRIGGER refuse_erased_name BEFORE INSERT ON entitlements.reservations FOR EACH ROW WHEN (entitlements.is_erased_name(new.app_user_id)) EXECUTE FUNCTION entitlements.refuse_erased_name();

--
-- Name: snapshots refuse_erased_name; Type: TRIGGER; Schema: entitlements; Owner: hearth_owner
--

CREATE TRIGGER refuse_erased_name BEFORE INSERT ON entitlements.snapshots FOR EACH ROW WHEN (entitlements.is_erased_name(new.app_user_id)) EXECUTE FUNCTION entitlements.refuse_erased_name();

--
-- Name: transfer_sides refuse_erased_name; Type: TRIGGER; Schema: entitlements; Owner: hearth_owner
--

CREATE TRIGGER refuse_erased_name BEFORE INSERT ON entitlements.transfer_sides FOR EACH ROW WHEN (entitlements.is_erased_name(new.app_user_id)) EXECUTE FUNCTION entitlements.refuse_erased_name();

--
-- Name: app_user_ids refuse_kept_out_id; Type: TRIGGER; Schema: entitlements; Owner: hearth_owner
--

CREATE TRIGGER refuse_kept_out_id AFTER INSERT ON entitlements.app_user_ids FOR EACH ROW EXECUTE FUNCTION entitlements.refuse_kept_out_id();

--
-- Name: aliased_ids aliased_ids_tenant_id_app_user_id_fkey; Type: FK CONSTRAINT; Schema: entitlements; Owner: hearth_owner
--

ALTER TABLE ONLY entitlements.aliased_ids
    ADD CONSTRAINT aliased_ids_tenant_id_app_user_id_fkey FOREIGN KEY (tenant_id, app_user_id) REFERENCES entitlements.app_user_ids(tenant_id, app_user_id) ON UPDATE CASCADE;

--
-- Name: api_keys api_keys_tenant_id_fkey; Type: FK CONSTRAINT; Schema: entitlements; Owner: hearth_owner
--

ALTER TABLE ONLY entitlements.api_keys
    ADD CONSTRAINT api_keys_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES entitlements.tenants(tenant_id);

--
-- Name: app_user_id_links app_user_id_links_tenant_id_app_user_id_fkey; Type: FK CONSTRAINT; Schema: entitlements; Owner: hearth_owner
--

ALTER TABLE ONLY entitlements.app_user_id_links
    ADD CONSTRAINT app_user_id_links_tenant_id_app_user_id_fkey FOREIGN KEY (tenant_id, app_user_id) REFERENCES entitlements.app_user_ids(tenant_id, app_user_id) ON UPDATE CASCADE;

--
-- Name: app_user_id_links app_user_id_links_tenant_id_linked_app_user_id_fkey; Type: FK CONSTRAINT; Schema: entitlements; Owner: hearth_owner
--

ALTER TABLE ONLY entitlements.app_user_id_links
    ADD CONSTRAINT app_user_id_links_tenant_id_linked_app_user_id_fkey FOREIGN KEY (tenant_id, linked_app_user_id) REFERENCES entitlements.app_user_ids(tenant_id, app_user_id) ON UPDATE CASCADE;

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
-- Name: applied_definitions applied_definitions_tenant_id_fkey; Type: FK CONSTRAINT; Schema: entitlements; Owner: hearth_owner
--

ALTER TABLE ONLY entitlements.applied_definitions
    ADD CONSTRAINT applied_definitions_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES entitlements.tenants(tenant_id);

--
-- Name: attributes attributes_tenant_id_app_user_id_fkey; Type: FK CONSTRAINT; Schema: entitlements; Owner: hearth_owner
--

ALTER TABLE ONLY entitlements.attributes
    ADD CONSTRAINT attributes_tenant_id_app_user_id_fkey FOREIGN KEY (tenant_id, app_user_id) REFERENCES entitlements.app_user_ids(tenant_id, app_user_id) ON UPDATE CASCADE;

--
-- Name: audit_entries audit_entries_tenant_id_fkey; Type: FK CONSTRAINT; Schema: entitlements; Owner: hearth_owner
--

ALTER TABLE ONLY entitlements.audit_entries
    ADD CONSTRAINT audit_entries_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES entitlements.tenants(tenant_id);

--
-- Name: audited_app_users audited_app_users_tenant_id_audit_id_fkey; Type: FK CONSTRAINT; Schema: entitlements; Owner: hearth_owner
--

ALTER TABLE ONLY entitlements.audited_app_users
    ADD CONSTRAINT audited_app_users_tenant_id_audit_id_fkey FOREIGN KEY (tenant_id, audit_id) REFERENCES entitlements.audit_entries(tenant_id, audit_id);

--
-- Name: awaited_transactions awaited_transactions_tenant_id_fkey; Type: FK CONSTRAINT; Schema: entitlements; Owner: hearth_owner
--

ALTER TABLE ONLY entitlements.awaited_transactions
    ADD CONSTRAINT awaited_transactions_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES entitlements.tenants(tenant_id);

--
-- Name: change_heads change_heads_tenant_id_fkey; Type: FK CONSTRAINT; Schema: entitlements; Owner: hearth_owner
--

ALTER TABLE ONLY entitlements.change_heads
    ADD CONSTRAINT change_heads_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES entitlements.tenants(tenant_id);

--
-- Name: claim_attempts claim_attempts_tenant_id_fkey; Type: FK CONSTRAINT; Schema: entitlements; Owner: hearth_owner
--

ALTER TABLE ONLY entitlements.claim_attempts
    ADD CONSTRAINT claim_attempts_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES entitlements.tenants(tenant_id);

--
-- Name: code_attempts code_attempts_tenant_id_fkey; Type: FK CONSTRAINT; Schema: entitlements; Owner: hearth_owner
--

ALTER TABLE ONLY entitlements.code_attempts
    ADD CONSTRAINT code_attempts_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES entitlements.tenants(tenant_id);

--
-- Name: code_campaigns code_campaigns_tenant_id_fkey; Type: FK CONSTRAINT; Schema: entitlements; Owner: hearth_owner
--

ALTER TABLE ONLY entitlements.code_campaigns
    ADD CONSTRAINT code_campaigns_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES entitlements.tenants(tenant_id);

--
-- Name: code_redemptions code_redemptions_tenant_id_app_user_id_fkey; Type: FK CONSTRAINT; Schema: entitlements; Owner: hearth_owner
--

ALTER TABLE ONLY entitlements.code_redemptions
    ADD CONSTRAINT code_redemptions_tenant_id_app_user_id_fkey FOREIGN KEY (tenant_id, app_user_id) REFERENCES entitlements.app_user_ids(tenant_id, app_user_id) ON UPDATE CASCADE;

--
-- Name: code_redemptions code_redemptions_tenant_id_campaign_id_fkey; Type: FK CONSTRAINT; Schema: entitlements; Owner: hearth_owner
--

ALTER TABLE ONLY entitlements.code_redemptions
    ADD CONSTRAINT code_redemptions_tenant_id_campaign_id_fkey FOREIGN KEY (tenant_id, campaign_id) REFERENCES entitlements.code_campaigns(tenant_id, campaign_id);

--
-- Name: code_redemptions code_redemptions_tenant_id_code_id_fkey; Type: FK CONSTRAINT; Schema: entitlements; Owner: hearth_owner
--

ALTER TABLE ONLY entitlements.code_redemptions
    ADD CONSTRAINT code_redemptions_tenant_id_code_id_fkey FOREIGN KEY (tenant_id, code_id) REFERENCES entitlements.codes(tenant_id, code_id);

--
-- Name: code_redemptions code_redemptions_tenant_id_grant_id_fkey; Type: FK CONSTRAINT; Schema: entitlements; Owner: hearth_owner
--

ALTER TABLE ONLY entitlements.code_redemptions
    ADD CONSTRAINT code_redemptions_tenant_id_grant_id_fkey FOREIGN KEY (tenant_id, grant_id) REFERENCES entitlements.grants(tenant_id, grant_id);

--
-- Name: code_rules code_rules_tenant_id_fkey; Type: FK CONSTRAINT; Schema: entitlements; Owner: hearth_owner
--

ALTER TABLE ONLY entitlements.code_rules
    ADD CONSTRAINT code_rules_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES entitlements.tenants(tenant_id);

--
-- Name: codes codes_tenant_id_campaign_id_fkey; Type: FK CONSTRAINT; Schema: entitlements; Owner: hearth_owner
--

ALTER TABLE ONLY entitlements.codes
    ADD CONSTRAINT codes_tenant_id_campaign_id_fkey FOREIGN KEY (tenant_id, campaign_id) REFERENCES entitlements.code_campaigns(tenant_id, campaign_id);

--
-- Name: credit_adjustments credit_adjustments_tenant_id_app_user_id_fkey; Type: FK CONSTRAINT; Schema: entitlements; Owner: hearth_owner
--

ALTER TABLE ONLY entitlements.credit_adjustments
    ADD CONSTRAINT credit_adjustments_tenant_id_app_user_id_fkey FOREIGN KEY (tenant_id, app_user_id) REFERENCES entitlements.app_user_ids(tenant_id, app_user_id) ON UPDATE CASCADE;

--
-- Name: credit_adjustments credit_adjustments_tenant_id_purchase_id_fkey; Type: FK CONSTRAINT; Schema: entitlements; Owner: hearth_owner
--

ALTER TABLE ONLY entitlements.credit_adjustments
    ADD CONSTRAINT credit_adjustments_tenant_id_purchase_id_fkey FOREIGN KEY (tenant_id, purchase_id) REFERENCES entitlements.purchases(tenant_id, purchase_id);

--
-- Name: credit_orders credit_orders_tenant_id_app_user_id_fkey; Type: FK CONSTRAINT; Schema: entitlements; Owner: hearth_owner
--

ALTER TABLE ONLY entitlements.credit_orders
    ADD CONSTRAINT credit_orders_tenant_id_app_user_id_fkey FOREIGN KEY (tenant_id, app_user_id) REFERENCES entitlements.app_user_ids(tenant_id, app_user_id) ON UPDATE CASCADE;

--
-- Name: credit_spends credit_spends_tenant_id_app_user_id_fkey; Type: FK CONSTRAINT; Schema: entitlements; Owner: hearth_owner
--

ALTER TABLE ONLY entitlements.credit_spends
    ADD CONSTRAINT credit_spends_tenant_id_app_user_id_fkey FOREIGN KEY (tenant_id, app_user_id) REFERENCES entitlements.app_user_ids(tenant_id, app_user_id) ON UPDATE CASCADE;

--
-- Name: credit_spends credit_spends_tenant_id_purchase_id_fkey; Type: FK CONSTRAINT; Schema: entitlements; Owner: hearth_owner
--

ALTER TABLE ONLY entitlements.credit_spends
    ADD CONSTRAINT credit_spends_tenant_id_purchase_id_fkey FOREIGN KEY (tenant_id, purchase_id) REFERENCES entitlements.purchases(tenant_id, purchase_id);

--
-- Name: deliveries deliveries_tenant_id_endpoint_id_fkey; Type: FK CONSTRAINT; Schema: entitlements; Owner: hearth_owner
--

ALTER TABLE ONLY entitlements.deliveries
    ADD CONSTRAINT deliveries_tenant_id_endpoint_id_fkey FOREIGN KEY (tenant_id, endpoint_id) REFERENCES entitlements.endpoints(tenant_id, endpoint_id) ON DELETE CASCADE;

--
-- Name: device_secrets device_secrets_tenant_id_app_user_id_fkey; Type: FK CONSTRAINT; Schema: entitlements; Owner: hearth_owner
--

ALTER TABLE ONLY entitlements.device_secrets
    ADD CONSTRAINT device_secrets_tenant_id_app_user_id_fkey FOREIGN KEY (tenant_id, app_user_id) REFERENCES entitlements.app_user_ids(tenant_id, app_user_id) ON UPDATE CASCADE;

--
-- Name: dismissed_notices dismissed_notices_tenant_id_app_user_id_fkey; Type: FK CONSTRAINT; Schema: entitlements; Owner: hearth_owner
--

ALTER TABLE ONLY entitlements.dismissed_notices
    ADD CONSTRAINT dismissed_notices_tenant_id_app_user_id_fkey FOREIGN KEY (tenant_id, app_user_id) REFERENCES entitlements.app_user_ids(tenant_id, app_user_id) ON UPDATE CASCADE;

--
-- Name: drift drift_tenant_id_fkey; Type: FK CONSTRAINT; Schema: entitlements; Owner: hearth_owner
--

ALTER TABLE ONLY entitlements.drift
    ADD CONSTRAINT drift_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES entitlements.tenants(tenant_id);

--
-- Name: drift drift_tenant_id_purchase_id_fkey; Type: FK CONSTRAINT; Schema: entitlements; Owner: hearth_owner
--

ALTER TABLE ONLY entitlements.drift
    ADD CONSTRAINT drift_tenant_id_purchase_id_fkey FOREIGN KEY (tenant_id, purchase_id) REFERENCES entitlements.purchases(tenant_id, purchase_id);

--
-- Name: dropped_bodies dropped_bodies_tenant_id_fkey; Type: FK CONSTRAINT; Schema: entitlements; Owner: hearth_owner
--

ALTER TABLE ONLY entitlements.dropped_bodies
    ADD CONSTRAINT dropped_bodies_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES entitlements.tenants(tenant_id);

--
-- Name: endpoint_secrets endpoint_secrets_tenant_id_endpoint_id_fkey; Type: FK CONSTRAINT; Schema: entitlements; Owner: hearth_owner
--

ALTER TABLE ONLY entitlements.endpoint_secrets
    ADD CONSTRAINT endpoint_secrets_tenant_id_endpoint_id_fkey FOREIGN KEY (tenant_id, endpoint_id) REFERENCES entitlements.endpoints(tenant_id, endpoint_id) ON DELETE CASCADE;

--
-- Name: endpoints endpoints_tenant_id_fkey; Type: FK CONSTRAINT; Schema: entitlements; Owner: hearth_owner
--

ALTER TABLE ONLY entitlements.endpoints
    ADD CONSTRAINT endpoints_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES entitlements.tenants(tenant_id);

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
-- Name: erased_ids erased_ids_tenant_id_app_user_uuid_fkey; Type: FK CONSTRAINT; Schema: entitlements; Owner: hearth_owner
--

ALTER TABLE ONLY entitlements.erased_ids
    ADD CONSTRAINT erased_ids_tenant_id_app_user_uuid_fkey FOREIGN KEY (tenant_id, app_user_uuid) REFERENCES entitlements.app_users(tenant_id, app_user_uuid);

--
-- Name: erasures erasures_tenant_id_fkey; Type: FK CONSTRAINT; Schema: entitlements; Owner: hearth_owner
--

ALTER TABLE ONLY entitlements.erasures
    ADD CONSTRAINT erasures_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES entitlements.tenants(tenant_id);

--
-- Name: events_to_erase events_to_erase_tenant_id_erasure_id_fkey; Type: FK CONSTRAINT; Schema: entitlements; Owner: hearth_owner
--

ALTER TABLE ONLY entitlements.events_to_erase
    ADD CONSTRAINT events_to_erase_tenant_id_erasure_id_fkey FOREIGN KEY (tenant_id, erasure_id) REFERENCES entitlements.erasures(tenant_id, erasure_id);

--
-- Name: events_to_erase events_to_erase_tenant_id_event_id_fkey; Type: FK CONSTRAINT; Schema: entitlements; Owner: hearth_owner
--

ALTER TABLE ONLY entitlements.events_to_erase
    ADD CONSTRAINT events_to_erase_tenant_id_event_id_fkey FOREIGN KEY (tenant_id, event_id) REFERENCES entitlements.webhook_events(tenant_id, event_id);

--
-- Name: events_to_erase events_to_erase_tenant_id_fkey; Type: FK CONSTRAINT; Schema: entitlements; Owner: hearth_owner
--

ALTER TABLE ONLY entitlements.events_to_erase
    ADD CONSTRAINT events_to_erase_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES entitlements.tenants(tenant_id);

--
-- Name: evidence evidence_tenant_id_app_user_id_fkey; Type: FK CONSTRAINT; Schema: entitlements; Owner: hearth_owner
--

ALTER TABLE ONLY entitlements.evidence
    ADD CONSTRAINT evidence_tenant_id_app_user_id_fkey FOREIGN KEY (tenant_id, app_user_id) REFERENCES entitlements.app_user_ids(tenant_id, app_user_id) ON UPDATE CASCADE;

--
-- Name: evidence evidence_tenant_id_purchase_id_fkey; Type: FK CONSTRAINT; Schema: entitlements; Owner: hearth_owner
--

ALTER TABLE ONLY entitlements.evidence
    ADD CONSTRAINT evidence_tenant_id_purchase_id_fkey FOREIGN KEY (tenant_id, purchase_id) REFERENCES entitlements.purchases(tenant_id, purchase_id);

--
-- Name: evidence evidence_tenant_id_transferred_to_app_user_id_fkey; Type: FK CONSTRAINT; Schema: entitlements; Owner: hearth_owner
--

ALTER TABLE ONLY entitlements.evidence
    ADD CONSTRAINT evidence_tenant_id_transferred_to_app_user_id_fkey FOREIGN KEY (tenant_id, transferred_to_app_user_id) REFERENCES entitlements.app_user_ids(tenant_id, app_user_id) ON UPDATE CASCADE;

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
-- Name: figure_buckets figure_buckets_tenant_id_fkey; Type: FK CONSTRAINT; Schema: entitlements; Owner: hearth_owner
--

ALTER TABLE ONLY entitlements.figure_buckets
    ADD CONSTRAINT figure_buckets_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES entitlements.tenants(tenant_id);

--
-- Name: figure_turns figure_turns_tenant_id_fkey; Type: FK CONSTRAINT; Schema: entitlements; Owner: hearth_owner
--

ALTER TABLE ONLY entitlements.figure_turns
    ADD CONSTRAINT figure_turns_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES entitlements.tenants(tenant_id);

--
-- Name: figures figures_tenant_id_fkey; Type: FK CONSTRAINT; Schema: entitlements; Owner: hearth_owner
--

ALTER TABLE ONLY entitlements.figures
    ADD CONSTRAINT figures_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES entitlements.tenants(tenant_id);

--
-- Name: former_app_user_ids former_app_user_ids_tenant_id_app_user_id_fkey; Type: FK CONSTRAINT; Schema: entitlements; Owner: hearth_owner
--

ALTER TABLE ONLY entitlements.former_app_user_ids
    ADD CONSTRAINT former_app_user_ids_tenant_id_app_user_id_fkey FOREIGN KEY (tenant_id, app_user_id) REFERENCES entitlements.app_user_ids(tenant_id, app_user_id) ON UPDATE CASCADE;

--
-- Name: grants grants_tenant_id_app_user_id_fkey; Type: FK CONSTRAINT; Schema: entitlements; Owner: hearth_owner
--

ALTER TABLE ONLY entitlements.grants
    ADD CONSTRAINT grants_tenant_id_app_user_id_fkey FOREIGN KEY (tenant_id, app_user_id) REFERENCES entitlements.app_user_ids(tenant_id, app_user_id) ON UPDATE CASCADE;

--
-- Name: grants grants_tenant_id_grant_id_fkey; Type: FK CONSTRAINT; Schema: entitlements; Owner: hearth_owner
--

ALTER TABLE ONLY entitlements.grants
    ADD CONSTRAINT grants_tenant_id_grant_id_fkey FOREIGN KEY (tenant_id, grant_id) REFERENCES entitlements.purchases(tenant_id, purchase_id);

--
-- Name: household_invites household_invites_tenant_id_household_id_fkey; Type: FK CONSTRAINT; Schema: entitlements; Owner: hearth_owner
--

ALTER TABLE ONLY entitlements.household_invites
    ADD CONSTRAINT household_invites_tenant_id_household_id_fkey FOREIGN KEY (tenant_id, household_id) REFERENCES entitlements.households(tenant_id, household_id);

--
-- Name: household_invites household_invites_tenant_id_household_id_member_id_fkey; Type: FK CONSTRAINT; Schema: entitlements; Owner: hearth_owner
--

ALTER TABLE ONLY entitlements.household_invites
    ADD CONSTRAINT household_invites_tenant_id_household_id_member_id_fkey FOREIGN KEY (tenant_id, household_id, member_id) REFERENCES entitlements.household_members(tenant_id, household_id, member_id);

--
-- Name: household_invites household_invites_tenant_id_redeemed_by_app_user_id_fkey; Type: FK CONSTRAINT; Schema: entitlements; Owner: hearth_owner
--

ALTER TABLE ONLY entitlements.household_invites
    ADD CONSTRAINT household_invites_tenant_id_redeemed_by_app_user_id_fkey FOREIGN KEY (tenant_id, redeemed_by_app_user_id) REFERENCES entitlements.app_user_ids(tenant_id, app_user_id) ON UPDATE CASCADE;

--
-- Name: household_members household_members_tenant_id_app_user_id_fkey; Type: FK CONSTRAINT; Schema: entitlements; Owner: hearth_owner
--

ALTER TABLE ONLY entitlements.household_members
    ADD CONSTRAINT household_members_tenant_id_app_user_id_fkey FOREIGN KEY (tenant_id, app_user_id) REFERENCES entitlements.app_user_ids(tenant_id, app_user_id) ON UPDATE CASCADE;

--
-- Name: household_members household_members_tenant_id_app_user_uuid_fkey; Type: FK CONSTRAINT; Schema: entitlements; Owner: hearth_owner
--

ALTER TABLE ONLY entitlements.household_members
    ADD CONSTRAINT household_members_tenant_id_app_user_uuid_fkey FOREIGN KEY (tenant_id, app_user_uuid) REFERENCES entitlements.app_users(tenant_id, app_user_uuid);

--
-- Name: household_members household_members_tenant_id_household_id_fkey; Type: FK CONSTRAINT; Schema: entitlements; Owner: hearth_owner
--

ALTER TABLE ONLY entitlements.household_members
    ADD CONSTRAINT household_members_tenant_id_household_id_fkey FOREIGN KEY (tenant_id, household_id) REFERENCES entitlements.households(tenant_id, household_id);

--
-- Name: household_owners household_owners_tenant_id_household_id_member_id_fkey; Type: FK CONSTRAINT; Schema: entitlements; Owner: hearth_owner
--

ALTER TABLE ONLY entitlements.household_owners
    ADD CONSTRAINT household_owners_tenant_id_household_id_member_id_fkey FOREIGN KEY (tenant_id, household_id, member_id) REFERENCES entitlements.household_members(tenant_id, household_id, member_id);

--
-- Name: household_reviews household_reviews_tenant_id_household_id_fkey; Type: FK CONSTRAINT; Schema: entitlements; Owner: hearth_owner
--

ALTER TABLE ONLY entitlements.household_reviews
    ADD CONSTRAINT household_reviews_tenant_id_household_id_fkey FOREIGN KEY (tenant_id, household_id) REFERENCES entitlements.households(tenant_id, household_id);

--
-- Name: household_rules household_rules_tenant_id_fkey; Type: FK CONSTRAINT; Schema: entitlements; Owner: hearth_owner
--

ALTER TABLE ONLY entitlements.household_rules
    ADD CONSTRAINT household_rules_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES entitlements.tenants(tenant_id);

--
-- Name: households households_tenant_id_fkey; Type: FK CONSTRAINT; Schema: entitlements; Owner: hearth_owner
--

ALTER TABLE ONLY entitlements.households
    ADD CONSTRAINT households_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES entitlements.tenants(tenant_id);

--
-- Name: idempotent_answers idempotent_answers_tenant_id_fkey; Type: FK CONSTRAINT; Schema: entitlements; Owner: hearth_owner
--

ALTER TABLE ONLY entitlements.idempotent_answers
    ADD CONSTRAINT idempotent_answers_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES entitlements.tenants(tenant_id);

--
-- Name: kept_out_ids kept_out_ids_tenant_id_fkey; Type: FK CONSTRAINT; Schema: entitlements; Owner: hearth_owner
--

ALTER TABLE ONLY entitlements.kept_out_ids
    ADD CONSTRAINT kept_out_ids_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES entitlements.tenants(tenant_id);

--
-- Name: limit_entitlements limit_entitlements_tenant_id_entitlement_id_fkey; Type: FK CONSTRAINT; Schema: entitlements; Owner: hearth_owner
--

ALTER TABLE ONLY entitlements.limit_entitlements
    ADD CONSTRAINT limit_entitlements_tenant_id_entitlement_id_fkey FOREIGN KEY (tenant_id, entitlement_id) REFERENCES entitlements.entitlements(tenant_id, entitlement_id) ON DELETE CASCADE;

--
-- Name: limit_entitlements limit_entitlements_tenant_id_limit_id_fkey; Type: FK CONSTRAINT; Schema: entitlements; Owner: hearth_owner
--

ALTER TABLE ONLY entitlements.limit_entitlements
    ADD CONSTRAINT limit_entitlements_tenant_id_limit_id_fkey FOREIGN KEY (tenant_id, limit_id) REFERENCES entitlements.limits(tenant_id, limit_id) ON DELETE CASCADE;

--
-- Name: limits limits_tenant_id_fkey; Type: FK CONSTRAINT; Schema: entitlements; Owner: hearth_owner
--

ALTER TABLE ONLY entitlements.limits
    ADD CONSTRAINT limits_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES entitlements.tenants(tenant_id);

--
-- Name: logged_notices logged_notices_tenant_id_app_user_id_fkey; Type: FK CONSTRAINT; Schema: entitlements; Owner: hearth_owner
--

ALTER TABLE ONLY entitlements.logged_notices
    ADD CONSTRAINT logged_notices_tenant_id_app_user_id_fkey FOREIGN KEY (tenant_id, app_user_id) REFERENCES entitlements.app_user_ids(tenant_id, app_user_id) ON UPDATE CASCADE;

--
-- Name: merge_links merge_links_tenant_id_anonymous_app_user_id_fkey; Type: FK CONSTRAINT; Schema: entitlements; Owner: hearth_owner
--

ALTER TABLE ONLY entitlements.merge_links
    ADD CONSTRAINT merge_links_tenant_id_anonymous_app_user_id_fkey FOREIGN KEY (tenant_id, anonymous_app_user_id) REFERENCES entitlements.app_user_ids(tenant_id, app_user_id) ON UPDATE CASCADE;

--
-- Name: merge_links merge_links_tenant_id_app_user_id_fkey; Type: FK CONSTRAINT; Schema: entitlements; Owner: hearth_owner
--

ALTER TABLE ONLY entitlements.merge_links
    ADD CONSTRAINT merge_links_tenant_id_app_user_id_fkey FOREIGN KEY (tenant_id, app_user_id) REFERENCES entitlements.app_user_ids(tenant_id, app_user_id) ON UPDATE CASCADE;

--
-- Name: merge_links merge_links_tenant_id_merge_id_fkey; Type: FK CONSTRAINT; Schema: entitlements; Owner: hearth_owner
--

ALTER TABLE ONLY entitlements.merge_links
    ADD CONSTRAINT merge_links_tenant_id_merge_id_fkey FOREIGN KEY (tenant_id, merge_id) REFERENCES entitlements.merges(tenant_id, merge_id);

--
-- Name: merge_tickets merge_tickets_tenant_id_anonymous_app_user_id_fkey; Type: FK CONSTRAINT; Schema: entitlements; Owner: hearth_owner
--

ALTER TABLE ONLY entitlements.merge_tickets
    ADD CONSTRAINT merge_tickets_tenant_id_anonymous_app_user_id_fkey FOREIGN KEY (tenant_id, anonymous_app_user_id) REFERENCES entitlements.app_user_ids(tenant_id, app_user_id) ON UPDATE CASCADE;

--
-- Name: merges merges_tenant_id_anonymous_app_user_id_fkey; Type: FK CONSTRAINT; Schema: entitlements; Owner: hearth_owner
--

ALTER TABLE ONLY entitlements.merges
    ADD CONSTRAINT merges_tenant_id_anonymous_app_user_id_fkey FOREIGN KEY (tenant_id, anonymous_app_user_id) REFERENCES entitlements.app_user_ids(tenant_id, app_user_id) ON UPDATE CASCADE;

--
-- Name: merges merges_tenant_id_app_user_id_fkey; Type: FK CONSTRAINT; Schema: entitlements; Owner: hearth_owner
--

ALTER TABLE ONLY entitlements.merges
    ADD CONSTRAINT merges_tenant_id_app_user_id_fkey FOREIGN KEY (tenant_id, app_user_id) REFERENCES entitlements.app_user_ids(tenant_id, app_user_id) ON UPDATE CASCADE;

--
-- Name: named_by_events named_by_events_tenant_id_event_id_fkey; Type: FK CONSTRAINT; Schema: entitlements; Owner: hearth_owner
--

ALTER TABLE ONLY entitlements.named_by_events
    ADD CONSTRAINT named_by_events_tenant_id_event_id_fkey FOREIGN KEY (tenant_id, event_id) REFERENCES entitlements.webhook_events(tenant_id, event_id);

--
-- Name: named_by_events named_by_events_tenant_id_fkey; Type: FK CONSTRAINT; Schema: entitlements; Owner: hearth_owner
--

ALTER TABLE ONLY entitlements.named_by_events
    ADD CONSTRAINT named_by_events_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES entitlements.tenants(tenant_id);

--
-- Name: noted_balances noted_balances_tenant_id_app_user_uuid_fkey; Type: FK CONSTRAINT; Schema: entitlements; Owner: hearth_owner
--

ALTER TABLE ONLY entitlements.noted_balances
    ADD CONSTRAINT noted_balances_tenant_id_app_user_uuid_fkey FOREIGN KEY (tenant_id, app_user_uuid) REFERENCES entitlements.app_users(tenant_id, app_user_uuid);

--
-- Name: notice_rules notice_rules_tenant_id_fkey; Type: FK CONSTRAINT; Schema: entitlements; Owner: hearth_owner
--

ALTER TABLE ONLY entitlements.notice_rules
    ADD CONSTRAINT notice_rules_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES entitlements.tenants(tenant_id);

--
-- Name: operator_notes operator_notes_tenant_id_app_user_id_fkey; Type: FK CONSTRAINT; Schema: entitlements; Owner: hearth_owner
--

ALTER TABLE ONLY entitlements.operator_notes
    ADD CONSTRAINT operator_notes_tenant_id_app_user_id_fkey FOREIGN KEY (tenant_id, app_user_id) REFERENCES entitlements.app_user_ids(tenant_id, app_user_id) ON UPDATE CASCADE;

--
-- Name: orphans orphans_tenant_id_purchase_id_fkey; Type: FK CONSTRAINT; Schema: entitlements; Owner: hearth_owner
--

ALTER TABLE ONLY entitlements.orphans
    ADD CONSTRAINT orphans_tenant_id_purchase_id_fkey FOREIGN KEY (tenant_id, purchase_id) REFERENCES entitlements.purchases(tenant_id, purchase_id);

--
-- Name: overuses overuses_tenant_id_app_user_id_fkey; Type: FK CONSTRAINT; Schema: entitlements; Owner: hearth_owner
--

ALTER TABLE ONLY entitlements.overuses
    ADD CONSTRAINT overuses_tenant_id_app_user_id_fkey FOREIGN KEY (tenant_id, app_user_id) REFERENCES entitlements.app_user_ids(tenant_id, app_user_id) ON UPDATE CASCADE;

--
-- Name: people_rules people_rules_tenant_id_fkey; Type: FK CONSTRAINT; Schema: entitlements; Owner: hearth_owner
--

ALTER TABLE ONLY entitlements.people_rules
    ADD CONSTRAINT people_rules_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES entitlements.tenants(tenant_id);

--
-- Name: policy_roles policy_roles_tenant_id_fkey; Type: FK CONSTRAINT; Schema: entitlements; Owner: hearth_owner
--

ALTER TABLE ONLY entitlements.policy_roles
    ADD CONSTRAINT policy_roles_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES entitlements.tenants(tenant_id);

--
-- Name: product_credits product_credits_tenant_id_product_id_fkey; Type: FK CONSTRAINT; Schema: entitlements; Owner: hearth_owner
--

ALTER TABLE ONLY entitlements.product_credits
    ADD CONSTRAINT product_credits_tenant_id_product_id_fkey FOREIGN KEY (tenant_id, product_id) REFERENCES entitlements.products(tenant_id, product_id) ON DELETE CASCADE;

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
-- Name: purchase_moves purchase_moves_tenant_id_app_user_id_fkey; Type: FK CONSTRAINT; Schema: entitlements; Owner: hearth_owner
--

ALTER TABLE ONLY entitlements.purchase_moves
    ADD CONSTRAINT purchase_moves_tenant_id_app_user_id_fkey FOREIGN KEY (tenant_id, app_user_id) REFERENCES entitlements.app_user_ids(tenant_id, app_user_id) ON UPDATE CASCADE;

--
-- Name: purchase_moves purchase_moves_tenant_id_audit_id_fkey; Type: FK CONSTRAINT; Schema: entitlements; Owner: hearth_owner
--

ALTER TABLE ONLY entitlements.purchase_moves
    ADD CONSTRAINT purchase_moves_tenant_id_audit_id_fkey FOREIGN KEY (tenant_id, audit_id) REFERENCES entitlements.audit_entries(tenant_id, audit_id);

--
-- Name: purchase_moves purchase_moves_tenant_id_purchase_id_fkey; Type: FK CONSTRAINT; Schema: entitlements; Owner: hearth_owner
--

ALTER TABLE ONLY entitlements.purchase_moves
    ADD CONSTRAINT purchase_moves_tenant_id_purchase_id_fkey FOREIGN KEY (tenant_id, purchase_id) REFERENCES entitlements.purchases(tenant_id, purchase_id);

--
-- Name: purchases purchases_tenant_id_owner_app_user_id_fkey; Type: FK CONSTRAINT; Schema: entitlements; Owner: hearth_owner
--

ALTER TABLE ONLY entitlements.purchases
    ADD CONSTRAINT purchases_tenant_id_owner_app_user_id_fkey FOREIGN KEY (tenant_id, owner_app_user_id) REFERENCES entitlements.app_user_ids(tenant_id, app_user_id) ON UPDATE CASCADE;

--
-- Name: purchases purchases_tenant_id_owner_uuid_fkey; Type: FK CONSTRAINT; Schema: entitlements; Owner: hearth_owner
--

ALTER TABLE ONLY entitlements.purchases
    ADD CONSTRAINT purchases_tenant_id_owner_uuid_fkey FOREIGN KEY (tenant_id, owner_uuid) REFERENCES entitlements.app_users(tenant_id, app_user_uuid);

--
-- Name: purchases purchases_tenant_id_previous_owner_app_user_id_fkey; Type: FK CONSTRAINT; Schema: entitlements; Owner: hearth_owner
--

ALTER TABLE ONLY entitlements.purchases
    ADD CONSTRAINT purchases_tenant_id_previous_owner_app_user_id_fkey FOREIGN KEY (tenant_id, previous_owner_app_user_id) REFERENCES entitlements.app_user_ids(tenant_id, app_user_id) ON UPDATE CASCADE;

--
-- Name: purchases purchases_tenant_id_previous_owner_uuid_fkey; Type: FK CONSTRAINT; Schema: entitlements; Owner: hearth_owner
--

ALTER TABLE ONLY entitlements.purchases
    ADD CONSTRAINT purchases_tenant_id_previous_owner_uuid_fkey FOREIGN KEY (tenant_id, previous_owner_uuid) REFERENCES entitlements.app_users(tenant_id, app_user_uuid);

--
-- Name: reached_limits reached_limits_tenant_id_fkey; Type: FK CONSTRAINT; Schema: entitlements; Owner: hearth_owner
--

ALTER TABLE ONLY entitlements.reached_limits
    ADD CONSTRAINT reached_limits_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES entitlements.tenants(tenant_id);

--
-- Name: referral_codes referral_codes_tenant_id_app_user_id_fkey; Type: FK CONSTRAINT; Schema: entitlements; Owner: hearth_owner
--

ALTER TABLE ONLY entitlements.referral_codes
    ADD CONSTRAINT referral_codes_tenant_id_app_user_id_fkey FOREIGN KEY (tenant_id, app_user_id) REFERENCES entitlements.app_user_ids(tenant_id, app_user_id) ON UPDATE CASCADE;

--
-- Name: referral_rules referral_rules_tenant_id_fkey; Type: FK CONSTRAINT; Schema: entitlements; Owner: hearth_owner
--

ALTER TABLE ONLY entitlements.referral_rules
    ADD CONSTRAINT referral_rules_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES entitlements.tenants(tenant_id);

--
-- Name: referrals referrals_tenant_id_referred_app_user_id_fkey; Type: FK CONSTRAINT; Schema: entitlements; Owner: hearth_owner
--

ALTER TABLE ONLY entitlements.referrals
    ADD CONSTRAINT referrals_tenant_id_referred_app_user_id_fkey FOREIGN KEY (tenant_id, referred_app_user_id) REFERENCES entitlements.app_user_ids(tenant_id, app_user_id) ON UPDATE CASCADE;

--
-- Name: referrals referrals_tenant_id_referred_grant_id_fkey; Type: FK CONSTRAINT; Schema: entitlements; Owner: hearth_owner
--

ALTER TABLE ONLY entitlements.referrals
    ADD CONSTRAINT referrals_tenant_id_referred_grant_id_fkey FOREIGN KEY (tenant_id, referred_grant_id) REFERENCES entitlements.grants(tenant_id, grant_id);

--
-- Name: referrals referrals_tenant_id_referrer_app_user_id_fkey; Type: FK CONSTRAINT; Schema: entitlements; Owner: hearth_owner
--

ALTER TABLE ONLY entitlements.referrals
    ADD CONSTRAINT referrals_tenant_id_referrer_app_user_id_fkey FOREIGN KEY (tenant_id, referrer_app_user_id) REFERENCES entitlements.app_user_ids(tenant_id, app_user_id) ON UPDATE CASCADE;

--
-- Name: referrals referrals_tenant_id_referrer_grant_id_fkey; Type: FK CONSTRAINT; Schema: entitlements; Owner: hearth_owner
--

ALTER TABLE ONLY entitlements.referrals
    ADD CONSTRAINT referrals_tenant_id_referrer_grant_id_fkey FOREIGN KEY (tenant_id, referrer_grant_id) REFERENCES entitlements.grants(tenant_id, grant_id);

--
-- Name: refused_webhooks refused_webhooks_tenant_id_fkey; Type: FK CONSTRAINT; Schema: entitlements; Owner: hearth_owner
--

ALTER TABLE ONLY entitlements.refused_webhooks
    ADD CONSTRAINT refused_webhooks_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES entitlements.tenants(tenant_id);

--
-- Name: reservations reservations_tenant_id_app_user_id_fkey; Type: FK CONSTRAINT; Schema: entitlements; Owner: hearth_owner
--

ALTER TABLE ONLY entitlements.reservations
    ADD CONSTRAINT reservations_tenant_id_app_user_id_fkey FOREIGN KEY (tenant_id, app_user_id) REFERENCES entitlements.app_user_ids(tenant_id, app_user_id) ON UPDATE CASCADE;

--
-- Name: run_app_users run_app_users_tenant_id_run_id_fkey; Type: FK CONSTRAINT; Schema: entitlements; Owner: hearth_owner
--

ALTER TABLE ONLY entitlements.run_app_users
    ADD CONSTRAINT run_app_users_tenant_id_run_id_fkey FOREIGN KEY (tenant_id, run_id) REFERENCES entitlements.runs(tenant_id, run_id);

--
-- Name: runs runs_tenant_id_app_user_id_fkey; Type: FK CONSTRAINT; Schema: entitlements; Owner: hearth_owner
--

ALTER TABLE ONLY entitlements.runs
    ADD CONSTRAINT runs_tenant_id_app_user_id_fkey FOREIGN KEY (tenant_id, app_user_id) REFERENCES entitlements.app_user_ids(tenant_id, app_user_id) ON UPDATE CASCADE;

--
-- Name: runs runs_tenant_id_fkey; Type: FK CONSTRAINT; Schema: entitlements; Owner: hearth_owner
--

ALTER TABLE ONLY entitlements.runs
    ADD CONSTRAINT runs_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES entitlements.tenants(tenant_id);

--
-- Name: sandbox_answers sandbox_answers_tenant_id_app_user_uuid_fkey; Type: FK CONSTRAINT; Schema: entitlements; Owner: hearth_owner
--

ALTER TABLE ONLY entitlements.sandbox_answers
    ADD CONSTRAINT sandbox_answers_tenant_id_app_user_uuid_fkey FOREIGN KEY (tenant_id, app_user_uuid) REFERENCES entitlements.app_users(tenant_id, app_user_uuid);

--
-- Name: sandbox_testers sandbox_testers_tenant_id_fkey; Type: FK CONSTRAINT; Schema: entitlements; Owner: hearth_owner
--

ALTER TABLE ONLY entitlements.sandbox_testers
    ADD CONSTRAINT sandbox_testers_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES entitlements.tenants(tenant_id);

--
-- Name: search_words search_words_tenant_id_fkey; Type: FK CONSTRAINT; Schema: entitlements; Owner: hearth_owner
--

ALTER TABLE ONLY entitlements.search_words
    ADD CONSTRAINT search_words_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES entitlements.tenants(tenant_id);

--
-- Name: signing_keys signing_keys_tenant_id_fkey; Type: FK CONSTRAINT; Schema: entitlements; Owner: hearth_owner
--

ALTER TABLE ONLY entitlements.signing_keys
    ADD CONSTRAINT signing_keys_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES entitlements.tenants(tenant_id);

--
-- Name: snapshot_queue snapshot_queue_tenant_id_app_user_uuid_fkey; Type: FK CONSTRAINT; Schema: entitlements; Owner: hearth_owner
--

ALTER TABLE ONLY entitlements.snapshot_queue
    ADD CONSTRAINT snapshot_queue_tenant_id_app_user_uuid_fkey FOREIGN KEY (tenant_id, app_user_uuid) REFERENCES entitlements.app_users(tenant_id, app_user_uuid);

--
-- Name: snapshots snapshots_tenant_id_app_user_id_fkey; Type: FK CONSTRAINT; Schema: entitlements; Owner: hearth_owner
--

ALTER TABLE ONLY entitlements.snapshots
    ADD CONSTRAINT snapshots_tenant_id_app_user_id_fkey FOREIGN KEY (tenant_id, app_user_id) REFERENCES entitlements.app_user_ids(tenant_id, app_user_id) ON UPDATE CASCADE;

--
-- Name: stale_answers stale_answers_tenant_id_app_user_uuid_fkey; Type: FK CONSTRAINT; Schema: entitlements; Owner: hearth_owner
--

ALTER TABLE ONLY entitlements.stale_answers
    ADD CONSTRAINT stale_answers_tenant_id_app_user_uuid_fkey FOREIGN KEY (tenant_id, app_user_uuid) REFERENCES entitlements.app_users(tenant_id, app_user_uuid);

--
-- Name: stored_answers stored_answers_tenant_id_app_user_uuid_fkey; Type: FK CONSTRAINT; Schema: entitlements; Owner: hearth_owner
--

ALTER TABLE ONLY entitlements.stored_answers
    ADD CONSTRAINT stored_answers_tenant_id_app_user_uuid_fkey FOREIGN KEY (tenant_id, app_user_uuid) REFERENCES entitlements.app_users(tenant_id, app_user_uuid);

--
-- Name: synced_household_members synced_household_members_tenant_id_household_id_id_fkey; Type: FK CONSTRAINT; Schema: entitlements; Owner: hearth_owner
--

ALTER TABLE ONLY entitlements.synced_household_members
    ADD CONSTRAINT synced_household_members_tenant_id_household_id_id_fkey FOREIGN KEY (tenant_id, household_id, id) REFERENCES entitlements.household_members(tenant_id, household_id, member_id);

--
-- Name: synced_subscriptions synced_subscriptions_tenant_id_purchase_id_fkey; Type: FK CONSTRAINT; Schema: entitlements; Owner: hearth_owner
--

ALTER TABLE ONLY entitlements.synced_subscriptions
    ADD CONSTRAINT synced_subscriptions_tenant_id_purchase_id_fkey FOREIGN KEY (tenant_id, purchase_id) REFERENCES entitlements.purchases(tenant_id, purchase_id);

--
-- Name: token_issuers token_issuers_tenant_id_fkey; Type: FK CONSTRAINT; Schema: entitlements; Owner: hearth_owner
--

ALTER TABLE ONLY entitlements.token_issuers
    ADD CONSTRAINT token_issuers_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES entitlements.tenants(tenant_id);

--
-- Name: token_secrets token_secrets_tenant_id_issuer_fkey; Type: FK CONSTRAINT; Schema: entitlements; Owner: hearth_owner
--

ALTER TABLE ONLY entitlements.token_secrets
    ADD CONSTRAINT token_secrets_tenant_id_issuer_fkey FOREIGN KEY (tenant_id, issuer) REFERENCES entitlements.token_issuers(tenant_id, issuer) ON DELETE CASCADE;

--
-- Name: transfer_sides transfer_sides_tenant_id_app_user_id_fkey; Type: FK CONSTRAINT; Schema: entitlements; Owner: hearth_owner
--

ALTER TABLE ONLY entitlements.transfer_sides
    ADD CONSTRAINT transfer_sides_tenant_id_app_user_id_fkey FOREIGN KEY (tenant_id, app_user_id) REFERENCES entitlements.app_user_ids(tenant_id, app_user_id) ON UPDATE CASCADE;

--
-- Name: transfer_sides transfer_sides_tenant_id_evidence_id_fkey; Type: FK CONSTRAINT; Schema: entitlements; Owner: hearth_owner
--

ALTER TABLE ONLY entitlements.transfer_sides
    ADD CONSTRAINT transfer_sides_tenant_id_evidence_id_fkey FOREIGN KEY (tenant_id, evidence_id) REFERENCES entitlements.evidence(tenant_id, evidence_id);

--
-- Name: upstreams upstreams_tenant_id_fkey; Type: FK CONSTRAINT; Schema: entitlements; Owner: hearth_owner
--

ALTER TABLE ONLY entitlements.upstreams
    ADD CONSTRAINT upstreams_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES entitlements.tenants(tenant_id);

--
-- Name: usage usage_tenant_id_app_user_id_fkey; Type: FK CONSTRAINT; Schema: entitlements; Owner: hearth_owner
--

ALTER TABLE ONLY entitlements.usage
    ADD CONSTRAINT usage_tenant_id_app_user_id_fkey FOREIGN KEY (tenant_id, app_user_id) REFERENCES entitlements.app_user_ids(tenant_id, app_user_id) ON UPDATE CASCADE;

--
-- Name: uses uses_tenant_id_app_user_id_fkey; Type: FK CONSTRAINT; Schema: entitlements; Owner: hearth_owner
--

ALTER TABLE ONLY entitlements.uses
    ADD CONSTRAINT uses_tenant_id_app_user_id_fkey FOREIGN KEY (tenant_id, app_user_id) REFERENCES entitlements.app_user_ids(tenant_id, app_user_id) ON UPDATE CASCADE;

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
-- Name: aliased_ids; Type: ROW SECURITY; Schema: entitlements; Owner: hearth_owner
--

ALTER TABLE entitlements.aliased_ids ENABLE ROW LEVEL SECURITY;

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
-- Name: applied_definitions; Type: ROW SECURITY; Schema: entitlements; Owner: hearth_owner
--

ALTER TABLE entitlements.applied_definitions ENABLE ROW LEVEL SECURITY;

--
-- Name: attributes; Type: ROW SECURITY; Schema: entitlements; Owner: hearth_owner
--

ALTER TABLE entitlements.attributes ENABLE ROW LEVEL SECURITY;

--
-- Name: audit_entries; Type: ROW SECURITY; Schema: entitlements; Owner: hearth_owner
--

ALTER TABLE entitlements.audit_entries ENABLE ROW LEVEL SECURITY;

--
-- Name: audited_app_users; Type: ROW SECURITY; Schema: entitlements; Owner: hearth_owner
--

ALTER TABLE entitlements.audited_app_users ENABLE ROW LEVEL SECURITY;

--
-- Name: awaited_transactions; Type: ROW SECURITY; Schema: entitlements; Owner: hearth_owner
--

ALTER TABLE entitlements.awaited_transactions ENABLE ROW LEVEL SECURITY;

--
-- Name: admin_keys backup_rows; Type: POLICY; Schema: entitlements; Owner: hearth_owner
--

CREATE POLICY backup_rows ON entitlements.admin_keys FOR SELECT TO hearth_backup USING (true);

--
-- Name: aliased_ids backup_rows; Type: POLICY; Schema: entitlements; Owner: hearth_owner
--

CREATE POLICY backup_rows ON entitlements.aliased_ids FOR SELECT TO hearth_backup USING (true);

--
-- Name: api_keys backup_rows; Type: POLICY; Schema: entitlements; Owner: hearth_owner
--

CREATE POLICY backup_rows ON entitlements.api_keys FOR SELECT TO hearth_backup USING (true);

--
-- Name: app_user_id_links backup_rows; Type: POLICY; Schema: entitlements; Owner: hearth_owner
--

CREATE POLICY backup_rows ON entitlements.app_user_id_links FOR SELECT TO hearth_backup USING (true);

--
-- Name: app_user_ids backup_rows; Type: POLICY; Schema: entitlements; Owner: hearth_owner
--

CREATE POLICY backup_rows ON entitlements.app_user_ids FOR SELECT TO hearth_backup USING (true);

--
-- Name: app_users backup_rows; Type: POLICY; Schema: entitlements; Owner: hearth_owner
--

CREATE POLICY backup_rows ON entitlements.app_users FOR SELECT TO hearth_backup USING (true);

--
-- Name: applied_definitions backup_rows; Type: POLICY; Schema: entitlements; Owner: hearth_owner
--

CREATE POLICY backup_rows ON entitlements.applied_definitions FOR SELECT TO hearth_backup USING (true);

--
-- Name: attributes backup_rows; Type: POLICY; Schema: entitlements; Owner: hearth_owner
--

CREATE POLICY backup_rows ON entitlements.attributes FOR SELECT TO hearth_backup USING (true);

--
-- Name: audit_entries backup_rows; Type: POLICY; Schema: entitlements; Owner: hearth_owner
--

CREATE POLICY backup_rows ON entitlements.audit_entries FOR SELECT TO hearth_backup USING (true);

--
-- Name: audited_app_users backup_rows; Type: POLICY; Schema: entitlements; Owner: hearth_owner
--

CREATE POLICY backup_rows ON entitlements.audited_app_users FOR SELECT TO hearth_backup USING (true);

--
-- Name: awaited_transactions backup_rows; Type: POLICY; Schema: entitlements; Owner: hearth_owner
--

CREATE POLICY backup_rows ON entitlements.awaited_transactions FOR SELECT TO hearth_backup USING (true);

--
-- Name: change_entries backup_rows; Type: POLICY; Schema: entitlements; Owner: hearth_owner
--

CREATE POLICY backup_rows ON entitlements.change_entries FOR SELECT TO hearth_backup USING (true);

--
-- Name: change_heads backup_rows; Type: POLICY; Schema: entitlements; Owner: hearth_owner
--

CREATE POLICY backup_rows ON entitlements.change_heads FOR SELECT TO hearth_backup USING (true);

--
-- Name: claim_attempts backup_rows; Type: POLICY; Schema: entitlements; Owner: hearth_owner
--

CREATE POLICY backup_rows ON entitlements.claim_attempts FOR SELECT TO hearth_backup USING (true);

--
-- Name: code_attempts backup_rows; Type: POLICY; Schema: entitlements; Owner: hearth_owner
--

CREATE POLICY backup_rows ON entitlements.code_attempts FOR SELECT TO hearth_backup USING (true);

--
-- Name: code_campaigns backup_rows; Type: POLICY; Schema: entitlements; Owner: hearth_owner
--

CREATE POLICY backup_rows ON entitlements.code_campaigns FOR SELECT TO hearth_backup USING (true);

--
-- Name: code_redemptions backup_rows; Type: POLICY; Schema: entitlements; Owner: hearth_owner
--

CREATE POLICY backup_rows ON entitlements.code_redemptions FOR SELECT TO hearth_backup USING (true);

--
-- Name: code_rules backup_rows; Type: POLICY; Schema: entitlements; Owner: hearth_owner
--

CREATE POLICY backup_rows ON entitlements.code_rules FOR SELECT TO hearth_backup USING (true);

--
-- Name: codes backup_rows; Type: POLICY; Schema: entitlements; Owner: hearth_owner
--

CREATE POLICY backup_rows ON entitlements.codes FOR SELECT TO hearth_backup USING (true);

--
-- Name: console_sessions backup_rows; Type: POLICY; Schema: entitlements; Owner: hearth_owner
--

CREATE POLICY backup_rows ON entitlements.console_sessions FOR SELECT TO hearth_backup USING (true);

--
-- Name: credit_adjustments backup_rows; Type: POLICY; Schema: entitlements; Owner: hearth_owner
--

CREATE POLICY backup_rows ON entitlements.credit_adjustments FOR SELECT TO hearth_backup USING (true);

--
-- Name: credit_orders backup_rows; Type: POLICY; Schema: entitlements; Owner: hearth_owner
--

CREATE POLICY backup_rows ON entitlements.credit_orders FOR SELECT TO hearth_backup USING (true);

--
-- Name: credit_spends backup_rows; Type: POLICY; Schema: entitlements; Owner: hearth_owner
--

CREATE POLICY backup_rows ON entitlements.credit_spends FOR SELECT TO hearth_backup USING (true);

--
-- Name: deliveries backup_rows; Type: POLICY; Schema: entitlements; Owner: hearth_owner
--

CREATE POLICY backup_rows ON entitlements.deliveries FOR SELECT TO hearth_backup USING (true);

--
-- Name: device_secrets backup_rows; Type: POLICY; Schema: entitlements; Owner: hearth_owner
--

CREATE POLICY backup_rows ON entitlements.device_secrets FOR SELECT TO hearth_backup USING (true);

--
-- Name: dismissed_notices backup_rows; Type: POLICY; Schema: entitlements; Owner: hearth_owner
--

CREATE POLICY backup_rows ON entitlements.dismissed_notices FOR SELECT TO hearth_backup USING (true);

--
-- Name: drift backup_rows; Type: POLICY; Schema: entitlements; Owner: hearth_owner
--

CREATE POLICY backup_rows ON entitlements.drift FOR SELECT TO hearth_backup USING (true);

--
-- Name: dropped_bodies backup_rows; Type: POLICY; Schema: entitlements; Owner: hearth_owner
--

CREATE POLICY backup_rows ON entitlements.dropped_bodies FOR SELECT TO hearth_backup USING (true);

--
-- Name: endpoint_secrets backup_rows; Type: POLICY; Schema: entitlements; Owner: hearth_owner
--

CREATE POLICY backup_rows ON entitlements.endpoint_secrets FOR SELECT TO hearth_backup USING (true);

--
-- Name: endpoints backup_rows; Type: POLICY; Schema: entitlements; Owner: hearth_owner
--

CREATE POLICY backup_rows ON entitlements.endpoints FOR SELECT TO hearth_backup USING (true);

--
-- Name: entitlement_implications backup_rows; Type: POLICY; Schema: entitlements; Owner: hearth_owner
--

CREATE POLICY backup_rows ON entitlements.entitlement_implications FOR SELECT TO hearth_backup USING (true);

--
-- Name: entitlements backup_rows; Type: POLICY; Schema: entitlements; Owner: hearth_owner
--

CREATE POLICY backup_rows ON entitlements.entitlements FOR SELECT TO hearth_backup USING (true);

--
-- Name: erased_ids backup_rows; Type: POLICY; Schema: entitlements; Owner: hearth_owner
--

CREATE POLICY backup_rows ON entitlements.erased_ids FOR SELECT TO hearth_backup USING (true);

--
-- Name: erasures backup_rows; Type: POLICY; Schema: entitlements; Owner: hearth_owner
--

CREATE POLICY backup_rows ON entitlements.erasures FOR SELECT TO hearth_backup USING (true);

--
-- Name: events_to_erase backup_rows; Type: POLICY; Schema: entitlements; Owner: hearth_owner
--

CREATE POLICY backup_rows ON entitlements.events_to_erase FOR SELECT TO hearth_backup USING (true);

--
-- Name: evidence backup_rows; Type: POLICY; Schema: entitlements; Owner: hearth_owner
--

CREATE POLICY backup_rows ON entitlements.evidence FOR SELECT TO hearth_backup USING (true);

--
-- Name: features backup_rows; Type: POLICY; Schema: entitlements; Owner: hearth_owner
--

CREATE POLICY backup_rows ON entitlements.features FOR SELECT TO hearth_backup USING (true);

--
-- Name: figure_buckets backup_rows; Type: POLICY; Schema: entitlements; Owner: hearth_owner
--

CREATE POLICY backup_rows ON entitlements.figure_buckets FOR SELECT TO hearth_backup USING (true);

--
-- Name: figure_turns backup_rows; Type: POLICY; Schema: entitlements; Owner: hearth_owner
--

CREATE POLICY backup_rows ON entitlements.figure_turns FOR SELECT TO hearth_backup USING (true);

--
-- Name: figures backup_rows; Type: POLICY; Schema: entitlements; Owner: hearth_owner
--

CREATE POLICY backup_rows ON entitlements.figures FOR SELECT TO hearth_backup USING (true);

--
-- Name: former_app_user_ids backup_rows; Type: POLICY; Schema: entitlements; Owner: hearth_owner
--

CREATE POLICY backup_rows ON entitlements.former_app_user_ids FOR SELECT TO hearth_backup USING (true);

--
-- Name: grants backup_rows; Type: POLICY; Schema: entitlements; Owner: hearth_owner
--

CREATE POLICY backup_rows ON entitlements.grants FOR SELECT TO hearth_backup USING (true);

--
-- Name: household_invites backup_rows; Type: POLICY; Schema: entitlements; Owner: hearth_owner
--

CREATE POLICY backup_rows ON entitlements.household_invites FOR SELECT TO hearth_backup USING (true);

--
-- Name: household_members backup_rows; Type: POLICY; Schema: entitlements; Owner: hearth_owner
--

CREATE POLICY backup_rows ON entitlements.household_members FOR SELECT TO hearth_backup USING (true);

--
-- Name: household_owners backup_rows; Type: POLICY; Schema: entitlements; Owner: hearth_owner
--

CREATE POLICY backup_rows ON entitlements.household_owners FOR SELECT TO hearth_backup USING (true);

--
-- Name: household_reviews backup_rows; Type: POLICY; Schema: entitlements; Owner: hearth_owner
--

CREATE POLICY backup_rows ON entitlements.household_reviews FOR SELECT TO hearth_backup USING (true);

--
-- Name: household_rules backup_rows; Type: POLICY; Schema: entitlements; Owner: hearth_owner
--

CREATE POLICY backup_rows ON entitlements.household_rules FOR SELECT TO hearth_backup USING (true);

--
-- Name: households backup_rows; Type: POLICY; Schema: entitlements; Owner: hearth_owner
--

CREATE POLICY backup_rows ON entitlements.households FOR SELECT TO hearth_backup USING (true);

--
-- Name: idempotent_answers backup_rows; Type: POLICY; Schema: entitlements; Owner: hearth_owner
--

CREATE POLICY backup_rows ON entitlements.idempotent_answers FOR SELECT TO hearth_backup USING (true);

--
-- Name: kept_out_ids backup_rows; Type: POLICY; Schema: entitlements; Owner: hearth_owner
--

CREATE POLICY backup_rows ON entitlements.kept_out_ids FOR SELECT TO hearth_backup USING (true);

--
-- Name: limit_entitlements backup_rows; Type: POLICY; Schema: entitlements; Owner: hearth_owner
--

CREATE POLICY backup_rows ON entitlements.limit_entitlements FOR SELECT TO hearth_backup USING (true);

--
-- Name: limits backup_rows; Type: POLICY; Schema: entitlements; Owner: hearth_owner
--

CREATE POLICY backup_rows ON entitlements.limits FOR SELECT TO hearth_backup USING (true);

--
-- Name: logged_notices backup_rows; Type: POLICY; Schema: entitlements; Owner: hearth_owner
--

CREATE POLICY backup_rows ON entitlements.logged_notices FOR SELECT TO hearth_backup USING (true);

--
-- Name: merge_links backup_rows; Type: POLICY; Schema: entitlements; Owner: hearth_owner
--

CREATE POLICY backup_rows ON entitlements.merge_links FOR SELECT TO hearth_backup USING (true);

--
-- Name: merge_tickets backup_rows; Type: POLICY; Schema: entitlements; Owner: hearth_owner
--

CREATE POLICY backup_rows ON entitlements.merge_tickets FOR SELECT TO hearth_backup USING (true);

--
-- Name: merges backup_rows; Type: POLICY; Schema: entitlements; Owner: hearth_owner
--

CREATE POLICY backup_rows ON entitlements.merges FOR SELECT TO hearth_backup USING (true);

--
-- Name: named_by_events backup_rows; Type: POLICY; Schema: entitlements; Owner: hearth_owner
--

CREATE POLICY backup_rows ON entitlements.named_by_events FOR SELECT TO hearth_backup USING (true);

--
-- Name: noted_balances backup_rows; Type: POLICY; Schema: entitlements; Owner: hearth_owner
--

CREATE POLICY backup_rows ON entitlements.noted_balances FOR SELECT TO hearth_backup USING (true);

--
-- Name: notice_rules backup_rows; Type: POLICY; Schema: entitlements; Owner: hearth_owner
--

CREATE POLICY backup_rows ON entitlements.notice_rules FOR SELECT TO hearth_backup USING (true);

--
-- Name: operator_notes backup_rows; Type: POLICY; Schema: entitlements; Owner: hearth_owner
--

CREATE POLICY backup_rows ON entitlements.operator_notes FOR SELECT TO hearth_backup USING (true);

--
-- Name: orphans backup_rows; Type: POLICY; Schema: entitlements; Owner: hearth_owner
--

CREATE POLICY backup_rows ON entitlements.orphans FOR SELECT TO hearth_backup USING (true);

--
-- Name: overuses backup_rows; Type: POLICY; Schema: entitlements; Owner: hearth_owner
--

CREATE POLICY backup_rows ON entitlements.overuses FOR SELECT TO hearth_backup USING (true);

--
-- Name: pending_changes backup_rows; Type: POLICY; Schema: entitlements; Owner: hearth_owner
--

CREATE POLICY backup_rows ON entitlements.pending_changes FOR SELECT TO hearth_backup USING (true);

--
-- Name: people_rules backup_rows; Type: POLICY; Schema: entitlements; Owner: hearth_owner
--

CREATE POLICY backup_rows ON entitlements.people_rules FOR SELECT TO hearth_backup USING (true);

--
-- Name: policy_roles backup_rows; Type: POLICY; Schema: entitlements; Owner: hearth_owner
--

CREATE POLICY backup_rows ON entitlements.policy_roles FOR SELECT TO hearth_backup USING (true);

--
-- Name: product_credits backup_rows; Type: POLICY; Schema: entitlements; Owner: hearth_owner
--

CREATE POLICY backup_rows ON entitlements.product_credits FOR SELECT TO hearth_backup USING (true);

--
-- Name: product_entitlements backup_rows; Type: POLICY; Schema: entitlements; Owner: hearth_owner
--

CREATE POLICY backup_rows ON entitlements.product_entitlements FOR SELECT TO hearth_backup USING (true);

--
-- Name: products backup_rows; Type: POLICY; Schema: entitlements; Owner: hearth_owner
--

CREATE POLICY backup_rows ON entitlements.products FOR SELECT TO hearth_backup USING (true);

--
-- Name: purchase_moves backup_rows; Type: POLICY; Schema: entitlements; Owner: hearth_owner
--

CREATE POLICY backup_rows ON entitlements.purchase_moves FOR SELECT TO hearth_backup USING (true);

--
-- Name: purchases backup_rows; Type: POLICY; Schema: entitlements; Owner: hearth_owner
--

CREATE POLICY backup_rows ON entitlements.purchases FOR SELECT TO hearth_backup USING (true);

--
-- Name: reached_limits backup_rows; Type: POLICY; Schema: entitlements; Owner: hearth_owner
--

CREATE POLICY backup_rows ON entitlements.reached_limits FOR SELECT TO hearth_backup USING (true);

--
-- Name: referral_codes backup_rows; Type: POLICY; Schema: entitlements; Owner: hearth_owner
--

CREATE POLICY backup_rows ON entitlements.referral_codes FOR SELECT TO hearth_backup USING (true);

--
-- Name: referral_rules backup_rows; Type: POLICY; Schema: entitlements; Owner: hearth_owner
--

CREATE POLICY backup_rows ON entitlements.referral_rules FOR SELECT TO hearth_backup USING (true);

--
-- Name: referrals backup_rows; Type: POLICY; Schema: entitlements; Owner: hearth_owner
--

CREATE POLICY backup_rows ON entitlements.referrals FOR SELECT TO hearth_backup USING (true);

--
-- Name: refused_webhooks backup_rows; Type: POLICY; Schema: entitlements; Owner: hearth_owner
--

CREATE POLICY backup_rows ON entitlements.refused_webhooks FOR SELECT TO hearth_backup USING (true);

--
-- Name: reservations backup_rows; Type: POLICY; Schema: entitlements; Owner: hearth_owner
--

CREATE POLICY backup_rows ON entitlements.reservations FOR SELECT TO hearth_backup USING (true);

--
-- Name: run_app_users backup_rows; Type: POLICY; Schema: entitlements; Owner: hearth_owner
--

CREATE POLICY backup_rows ON entitlements.run_app_users FOR SELECT TO hearth_backup USING (true);

--
-- Name: runs backup_rows; Type: POLICY; Schema: entitlements; Owner: hearth_owner
--

CREATE POLICY backup_rows ON entitlements.runs FOR SELECT TO hearth_backup USING (true);

--
-- Name: sandbox_answers backup_rows; Type: POLICY; Schema: entitlements; Owner: hearth_owner
--

CREATE POLICY backup_rows ON entitlements.sandbox_answers FOR SELECT TO hearth_backup USING (true);

--
-- Name: sandbox_testers backup_rows; Type: POLICY; Schema: entitlements; Owner: hearth_owner
--

CREATE POLICY backup_rows ON entitlements.sandbox_testers FOR SELECT TO hearth_backup USING (true);

--
-- Name: search_words backup_rows; Type: POLICY; Schema: entitlements; Owner: hearth_owner
--

CREATE POLICY backup_rows ON entitlements.search_words FOR SELECT TO hearth_backup USING (true);

--
-- Name: signing_keys backup_rows; Type: POLICY; Schema: entitlements; Owner: hearth_owner
--

CREATE POLICY backup_rows ON entitlements.signing_keys FOR SELECT TO hearth_backup USING (true);

--
-- Name: snapshot_queue backup_rows; Type: POLICY; Schema: entitlements; Owner: hearth_owner
--

CREATE POLICY backup_rows ON entitlements.snapshot_queue FOR SELECT TO hearth_backup USING (true);

--
-- Name: snapshots backup_rows; Type: POLICY; Schema: entitlements; Owner: hearth_owner
--

CREATE POLICY backup_rows ON entitlements.snapshots FOR SELECT TO hearth_backup USING (true);

--
-- Name: stale_answers backup_rows; Type: POLICY; Schema: entitlements; Owner: hearth_owner
--

CREATE POLICY backup_rows ON entitlements.stale_answers FOR SELECT TO hearth_backup USING (true);

--
-- Name: stored_answers backup_rows; Type: POLICY; Schema: entitlements; Owner: hearth_owner
--

CREATE POLICY backup_rows ON entitlements.stored_answers FOR SELECT TO hearth_backup USING (true);

--
-- Name: synced_household_members backup_rows; Type: POLICY; Schema: entitlements; Owner: hearth_owner
--

CREATE POLICY backup_rows ON entitlements.synced_household_members FOR SELECT TO hearth_backup USING (true);

--
-- Name: synced_subscriptions backup_rows; Type: POLICY; Schema: entitlements; Owner: hearth_owner
--

CREATE POLICY backup_rows ON entitlements.synced_subscriptions FOR SELECT TO hearth_backup USING (true);

--
-- Name: tenant_moves backup_rows; Type: POLICY; Schema: entitlements; Owner: hearth_owner
--

CREATE POLICY backup_rows ON entitlements.tenant_moves FOR SELECT TO hearth_backup USING (true);

--
-- Name: tenants backup_rows; Type: POLICY; Schema: entitlements; Owner: hearth_owner
--

CREATE POLICY backup_rows ON entitlements.tenants FOR SELECT TO hearth_backup USING (true);

--
-- Name: token_issuers backup_rows; Type: POLICY; Schema: entitlements; Owner: hearth_owner
--

CREATE POLICY backup_rows ON entitlements.token_issuers FOR SELECT TO hearth_backup USING (true);

--
-- Name: token_secrets backup_rows; Type: POLICY; Schema: entitlements; Owner: hearth_owner
--

CREATE POLICY backup_rows ON entitlements.token_secrets FOR SELECT TO hearth_backup USING (true);

--
-- Name: transfer_sides backup_rows; Type: POLICY; Schema: entitlements; Owner: hearth_owner
--

CREATE POLICY backup_rows ON entitlements.transfer_sides FOR SELECT TO hearth_backup USING (true);

--
-- Name: upstreams backup_rows; Type: POLICY; Schema: entitlements; Owner: hearth_owner
--

CREATE POLICY backup_rows ON entitlements.upstreams FOR SELECT TO hearth_backup USING (true);

--
-- Name: usage backup_rows; Type: POLICY; Schema: entitlements; Owner: hearth_owner
--

CREATE POLICY backup_rows ON entitlements.usage FOR SELECT TO hearth_backup USING (true);

--
-- Name: uses backup_rows; Type: POLICY; Schema: entitlements; Owner: hearth_owner
--

CREATE POLICY backup_rows ON entitlements.uses FOR SELECT TO hearth_backup USING (true);

--
-- Name: webhook_events backup_rows; Type: POLICY; Schema: entitlements; Owner: hearth_owner
--

CREATE POLICY backup_rows ON entitlements.webhook_events FOR SELECT TO hearth_backup USING (true);

--
-- Name: webhook_secrets backup_rows; Type: POLICY; Schema: entitlements; Owner: hearth_owner
--

CREATE POLICY backup_rows ON entitlements.webhook_secrets FOR SELECT TO hearth_backup USING (true);

--
-- Name: change_entries; Type: ROW SECURITY; Schema: entitlements; Owner: hearth_owner
--

ALTER TABLE entitlements.change_entries ENABLE ROW LEVEL SECURITY;

--
-- Name: change_heads; Type: ROW SECURITY; Schema: entitlements; Owner: hearth_owner
--

ALTER TABLE entitlements.change_heads ENABLE ROW LEVEL SECURITY;

--
-- Name: claim_attempts; Type: ROW SECURITY; Schema: entitlements; Owner: hearth_owner
--

ALTER TABLE entitlements.claim_attempts ENABLE ROW LEVEL SECURITY;

--
-- Name: code_attempts; Type: ROW SECURITY; Schema: entitlements; Owner: hearth_owner
--

ALTER TABLE entitlements.code_attempts ENABLE ROW LEVEL SECURITY;

--
-- Name: code_campaigns; Type: ROW SECURITY; Schema: entitlements; Owner: hearth_owner
--

ALTER TABLE entitlements.code_campaigns ENABLE ROW LEVEL SECURITY;

--
-- Name: code_redemptions; Type: ROW SECURITY; Schema: entitlements; Owner: hearth_owner
--

ALTER TABLE entitlements.code_redemptions ENABLE ROW LEVEL SECURITY;

--
-- Name: code_rules; Type: ROW SECURITY; Schema: entitlements; Owner: hearth_owner
--

ALTER TABLE entitlements.code_rules ENABLE ROW LEVEL SECURITY;

--
-- Name: codes; Type: ROW SECURITY; Schema: entitlements; Owner: hearth_owner
--

ALTER TABLE entitlements.codes ENABLE ROW LEVEL SECURITY;

--
-- Name: console_sessions; Type: ROW SECURITY; Schema: entitlements; Owner: hearth_owner
--

ALTER TABLE entitlements.console_sessions ENABLE ROW LEVEL SECURITY;

--
-- Name: credit_adjustments; Type: ROW SECURITY; Schema: entitlements; Owner: hearth_owner
--

ALTER TABLE entitlements.credit_adjustments ENABLE ROW LEVEL SECURITY;

--
-- Name: credit_orders; Type: ROW SECURITY; Schema: entitlements; Owner: hearth_owner
--

ALTER TABLE entitlements.credit_orders ENABLE ROW LEVEL SECURITY;

--
-- Name: credit_spends; Type: ROW SECURITY; Schema: entitlements; Owner: hearth_owner
--

ALTER TABLE entitlements.credit_spends ENABLE ROW LEVEL SECURITY;

--
-- Name: deliveries; Type: ROW SECURITY; Schema: entitlements; Owner: hearth_owner
--

ALTER TABLE entitlements.deliveries ENABLE ROW LEVEL SECURITY;

--
-- Name: device_secrets; Type: ROW SECURITY; Schema: entitlements; Owner: hearth_owner
--

ALTER TABLE entitlements.device_secrets ENABLE ROW LEVEL SECURITY;

--
-- Name: dismissed_notices; Type: ROW SECURITY; Schema: entitlements; Owner: hearth_owner
--

ALTER TABLE entitlements.dismissed_notices ENABLE ROW LEVEL SECURITY;

--
-- Name: admin_keys door_rows; Type: POLICY; Schema: entitlements; Owner: hearth_owner
--

CREATE POLICY door_rows ON entitlements.admin_keys TO hearth_owner USING (true) WITH CHECK (true);

--
-- Name: api_keys door_rows; Type: POLICY; Schema: entitlements; Owner: hearth_owner
--

CREATE POLICY door_rows ON entitlements.api_keys TO hearth_owner USING (true) WITH CHECK (true);

--
-- Name: change_heads door_rows; Type: POLICY; Schema: entitlements; Owner: hearth_owner
--

CREATE POLICY door_rows ON entitlements.change_heads TO hearth_owner USING (true) WITH CHECK (true);

--
-- Name: claim_attempts door_rows; Type: POLICY; Schema: entitlements; Owner: hearth_owner
--

CREATE POLICY door_rows ON entitlements.claim_attempts TO hearth_owner USING (true) WITH CHECK (true);

--
-- Name: code_attempts door_rows; Type: POLICY; Schema: entitlements; Owner: hearth_owner
--

CREATE POLICY door_rows ON entitlements.code_attempts TO hearth_owner USING (true) WITH CHECK (true);

--
-- Name: console_sessions door_rows; Type: POLICY; Schema: entitlements; Owner: hearth_owner
--

CREATE POLICY door_rows ON entitlements.console_sessions TO hearth_owner USING (true) WITH CHECK (true);

--
-- Name: deliveries door_rows; Type: POLICY; Schema: entitlements; Owner: hearth_owner
--

CREATE POLICY door_rows ON entitlements.deliveries TO hearth_owner USING (true) WITH CHECK (true);

--
-- Name: endpoints door_rows; Type: POLICY; Schema: entitlements; Owner: hearth_owner
--

CREATE POLICY door_rows ON entitlements.endpoints TO hearth_owner USING (true) WITH CHECK (true);

--
-- Name: erasures door_rows; Type: POLICY; Schema: entitlements; Owner: hearth_owner
--

CREATE POLICY door_rows ON entitlements.erasures TO hearth_owner USING (true) WITH CHECK (true);

--
-- Name: events_to_erase door_rows; Type: POLICY; Schema: entitlements; Owner: hearth_owner
--

CREATE POLICY door_rows ON entitlements.events_to_erase TO hearth_owner USING (true) WITH CHECK (true);

--
-- Name: figure_buckets door_rows; Type: POLICY; Schema: entitlements; Owner: hearth_owner
--

CREATE POLICY door_rows ON entitlements.figure_buckets TO hearth_owner USING (true) WITH CHECK (true);

--
-- Name: figure_turns door_rows; Type: POLICY; Schema: entitlements; Owner: hearth_owner
--

CREATE POLICY door_rows ON entitlements.figure_turns TO hearth_owner USING (true) WITH CHECK (true);

--
-- Name: household_reviews door_rows; Type: POLICY; Schema: entitlements; Owner: hearth_owner
--

CREATE POLICY door_rows ON entitlements.household_reviews TO hearth_owner USING (true) WITH CHECK (true);

--
-- Name: idempotent_answers door_rows; Type: POLICY; Schema: entitlements; Owner: hearth_owner
--

CREATE POLICY door_rows ON entitlements.idempotent_answers TO hearth_owner USING (true) WITH CHECK (true);

--
-- Name: limits door_rows; Type: POLICY; Schema: entitlements; Owner: hearth_owner
--

CREATE POLICY door_rows ON entitlements.limits TO hearth_owner USING (true) WITH CHECK (true);

--
-- Name: logged_notices door_rows; Type: POLICY; Schema: entitlements; Owner: hearth_owner
--

CREATE POLICY door_rows ON entitlements.logged_notices TO hearth_owner USING (true) WITH CHECK (true);

--
-- Name: merge_tickets door_rows; Type: POLICY; Schema: entitlements; Owner: hearth_owner
--

CREATE POLICY door_rows ON entitlements.merge_tickets TO hearth_owner USING (true) WITH CHECK (true);

--
-- Name: pending_changes door_rows; Type: POLICY; Schema: entitlements; Owner: hearth_owner
--

CREATE POLICY door_rows ON entitlements.pending_changes TO hearth_owner USING (true) WITH CHECK (true);

--
-- Name: referrals door_rows; Type: POLICY; Schema: entitlements; Owner: hearth_owner
--

CREATE POLICY door_rows ON entitlements.referrals TO hearth_owner USING (true) WITH CHECK (true);

--
-- Name: reservations door_rows; Type: POLICY; Schema: entitlements; Owner: hearth_owner
--

CREATE POLICY door_rows ON entitlements.reservations TO hearth_owner USING (true) WITH CHECK (true);

--
-- Name: run_app_users door_rows; Type: POLICY; Schema: entitlements; Owner: hearth_owner
--

CREATE POLICY door_rows ON entitlements.run_app_users TO hearth_owner USING (true) WITH CHECK (true);

--
-- Name: runs door_rows; Type: POLICY; Schema: entitlements; Owner: hearth_owner
--

CREATE POLICY door_rows ON entitlements.runs TO hearth_owner USING (true) WITH CHECK (true);

--
-- Name: snapshot_queue door_rows; Type: POLICY; Schema: entitlements; Owner: hearth_owner
--

CREATE POLICY door_rows ON entitlements.snapshot_queue TO hearth_owner USING (true) WITH CHECK (true);

--
-- Name: tenant_moves door_rows; Type: POLICY; Schema: entitlements; Owner: hearth_owner
--

CREATE POLICY door_rows ON entitlements.tenant_moves TO hearth_owner USING (true) WITH CHECK (true);

--
-- Name: tenants door_rows; Type: POLICY; Schema: entitlements; Owner: hearth_owner
--

CREATE POLICY door_rows ON entitlements.tenants TO hearth_owner USING (true) WITH CHECK (true);

--
-- Name: upstreams door_rows; Type: POLICY; Schema: entitlements; Owner: hearth_owner
--

CREATE POLICY door_rows ON entitlements.upstreams TO hearth_owner USING (true) WITH CHECK (true);

--
-- Name: usage door_rows; Type: POLICY; Schema: entitlements; Owner: hearth_owner
--

CREATE POLICY door_rows ON entitlements.usage TO hearth_owner USING (true) WITH CHECK (true);

--
-- Name: uses door_rows; Type: POLICY; Schema: entitlements; Owner: hearth_owner
--

CREATE POLICY door_rows ON entitlements.uses TO hearth_owner USING (true) WITH CHECK (true);

--
-- Name: webhook_events door_rows; Type: POLICY; Schema: entitlements; Owner: hearth_owner
--

CREATE POLICY door_rows ON entitlements.webhook_events TO hearth_owner USING (true) WITH CHECK (true);

--
-- Name: drift; Type: ROW SECURITY; Schema: entitlements; Owner: hearth_owner
--

ALTER TABLE entitlements.drift ENABLE ROW LEVEL SECURITY;

--
-- Name: dropped_bodies; Type: ROW SECURITY; Schema: entitlements; Owner: hearth_owner
--

ALTER TABLE entitlements.dropped_bodies ENABLE ROW LEVEL SECURITY;

--
-- Name: endpoint_secrets; Type: ROW SECURITY; Schema: entitlements; Owner: hearth_owner
--

ALTER TABLE entitlements.endpoint_secrets ENABLE ROW LEVEL SECURITY;

--
-- Name: endpoints; Type: ROW SECURITY; Schema: entitlements; Owner: hearth_owner
--

ALTER TABLE entitlements.endpoints ENABLE ROW LEVEL SECURITY;

--
-- Name: entitlement_implications; Type: ROW SECURITY; Schema: entitlements; Owner: hearth_owner
--

ALTER TABLE entitlements.entitlement_implications ENABLE ROW LEVEL SECURITY;

--
-- Name: entitlements; Type: ROW SECURITY; Schema: entitlements; Owner: hearth_owner
--

ALTER TABLE entitlements.entitlements ENABLE ROW LEVEL SECURITY;

--
-- Name: erased_ids; Type: ROW SECURITY; Schema: entitlements; Owner: hearth_owner
--

ALTER TABLE entitlements.erased_ids ENABLE ROW LEVEL SECURITY;

--
-- Name: erasures; Type: ROW SECURITY; Schema: entitlements; Owner: hearth_owner
--

ALTER TABLE entitlements.erasures ENABLE ROW LEVEL SECURITY;

--
-- Name: events_to_erase; Type: ROW SECURITY; Schema: entitlements; Owner: hearth_owner
--

ALTER TABLE entitlements.events_to_erase ENABLE ROW LEVEL SECURITY;

--
-- Name: evidence; Type: ROW SECURITY; Schema: entitlements; Owner: hearth_owner
--

ALTER TABLE entitlements.evidence ENABLE ROW LEVEL SECURITY;

--
-- Name: features; Type: ROW SECURITY; Schema: entitlements; Owner: hearth_owner
--

ALTER TABLE entitlements.features ENABLE ROW LEVEL SECURITY;

--
-- Name: figure_buckets; Type: ROW SECURITY; Schema: entitlements; Owner: hearth_owner
--

ALTER TABLE entitlements.figure_buckets ENABLE ROW LEVEL SECURITY;

--
-- Name: figure_turns; Type: ROW SECURITY; Schema: entitlements; Owner: hearth_owner
--

ALTER TABLE entitlements.figure_turns ENABLE ROW LEVEL SECURITY;

--
-- Name: figures; Type: ROW SECURITY; Schema: entitlements; Owner: hearth_owner
--

ALTER TABLE entitlements.figures ENABLE ROW LEVEL SECURITY;

--
-- Name: former_app_user_ids; Type: ROW SECURITY; Schema: entitlements; Owner: hearth_owner
--

ALTER TABLE entitlements.former_app_user_ids ENABLE ROW LEVEL SECURITY;

--
-- Name: grants; Type: ROW SECURITY; Schema: entitlements; Owner: hearth_owner
--

ALTER TABLE entitlements.grants ENABLE ROW LEVEL SECURITY;

--
-- Name: household_invites; Type: ROW SECURITY; Schema: entitlements; Owner: hearth_owner
--

ALTER TABLE entitlements.household_invites ENABLE ROW LEVEL SECURITY;

--
-- Name: household_members; Type: ROW SECURITY; Schema: entitlements; Owner: hearth_owner
--

ALTER TABLE entitlements.household_members ENABLE ROW LEVEL SECURITY;

--
-- Name: household_owners; Type: ROW SECURITY; Schema: entitlements; Owner: hearth_owner
--

ALTER TABLE entitlements.household_owners ENABLE ROW LEVEL SECURITY;

--
-- Name: household_reviews; Type: ROW SECURITY; Schema: entitlements; Owner: hearth_owner
--

ALTER TABLE entitlements.household_reviews ENABLE ROW LEVEL SECURITY;

--
-- Name: household_rules; Type: ROW SECURITY; Schema: entitlements; Owner: hearth_owner
--

ALTER TABLE entitlements.household_rules ENABLE ROW LEVEL SECURITY;

--
-- Name: households; Type: ROW SECURITY; Schema: entitlements; Owner: hearth_owner
--

ALTER TABLE entitlements.households ENABLE ROW LEVEL SECURITY;

--
-- Name: idempotent_answers; Type: ROW SECURITY; Schema: entitlements; Owner: hearth_owner
--

ALTER TABLE entitlements.idempotent_answers ENABLE ROW LEVEL SECURITY;

--
-- Name: kept_out_ids; Type: ROW SECURITY; Schema: entitlements; Owner: hearth_owner
--

ALTER TABLE entitlements.kept_out_ids ENABLE ROW LEVEL SECURITY;

--
-- Name: limit_entitlements; Type: ROW SECURITY; Schema: entitlements; Owner: hearth_owner
--

ALTER TABLE entitlements.limit_entitlements ENABLE ROW LEVEL SECURITY;

--
-- Name: limits; Type: ROW SECURITY; Schema: entitlements; Owner: hearth_owner
--

ALTER TABLE entitlements.limits ENABLE ROW LEVEL SECURITY;

--
-- Name: logged_notices; Type: ROW SECURITY; Schema: entitlements; Owner: hearth_owner
--

ALTER TABLE entitlements.logged_notices ENABLE ROW LEVEL SECURITY;

--
-- Name: merge_links; Type: ROW SECURITY; Schema: entitlements; Owner: hearth_owner
--

ALTER TABLE entitlements.merge_links ENABLE ROW LEVEL SECURITY;

--
-- Name: merge_tickets; Type: ROW SECURITY; Schema: entitlements; Owner: hearth_owner
--

ALTER TABLE entitlements.merge_tickets ENABLE ROW LEVEL SECURITY;

--
-- Name: merges; Type: ROW SECURITY; Schema: entitlements; Owner: hearth_owner
--

ALTER TABLE entitlements.merges ENABLE ROW LEVEL SECURITY;

--
-- Name: named_by_events; Type: ROW SECURITY; Schema: entitlements; Owner: hearth_owner
--

ALTER TABLE entitlements.named_by_events ENABLE ROW LEVEL SECURITY;

--
-- Name: noted_balances; Type: ROW SECURITY; Schema: entitlements; Owner: hearth_owner
--

ALTER TABLE entitlements.noted_balances ENABLE ROW LEVEL SECURITY;

--
-- Name: notice_rules; Type: ROW SECURITY; Schema: entitlements; Owner: hearth_owner
--

ALTER TABLE entitlements.notice_rules ENABLE ROW LEVEL SECURITY;

--
-- Name: operator_notes; Type: ROW SECURITY; Schema: entitlements; Owner: hearth_owner
--

ALTER TABLE entitlements.operator_notes ENABLE ROW LEVEL SECURITY;

--
-- Name: orphans; Type: ROW SECURITY; Schema: entitlements; Owner: hearth_owner
--

ALTER TABLE entitlements.orphans ENABLE ROW LEVEL SECURITY;

--
-- Name: overuses; Type: ROW SECURITY; Schema: entitlements; Owner: hearth_owner
--

ALTER TABLE entitlements.overuses ENABLE ROW LEVEL SECURITY;

--
-- Name: pending_changes; Type: ROW SECURITY; Schema: entitlements; Owner: hearth_owner
--

ALTER TABLE entitlements.pending_changes ENABLE ROW LEVEL SECURITY;

--
-- Name: people_rules; Type: ROW SECURITY; Schema: entitlements; Owner: hearth_owner
--

ALTER TABLE entitlements.people_rules ENABLE ROW LEVEL SECURITY;

--
-- Name: policy_roles; Type: ROW SECURITY; Schema: entitlements; Owner: hearth_owner
--

ALTER TABLE entitlements.policy_roles ENABLE ROW LEVEL SECURITY;

--
-- Name: product_credits; Type: ROW SECURITY; Schema: entitlements; Owner: hearth_owner
--

ALTER TABLE entitlements.product_credits ENABLE ROW LEVEL SECURITY;

--
-- Name: product_entitlements; Type: ROW SECURITY; Schema: entitlements; Owner: hearth_owner
--

ALTER TABLE entitlements.product_entitlements ENABLE ROW LEVEL SECURITY;

--
-- Name: products; Type: ROW SECURITY; Schema: entitlements; Owner: hearth_owner
--

ALTER TABLE entitlements.products ENABLE ROW LEVEL SECURITY;

--
-- Name: purchase_moves; Type: ROW SECURITY; Schema: entitlements; Owner: hearth_owner
--

ALTER TABLE entitlements.purchase_moves ENABLE ROW LEVEL SECURITY;

--
-- Name: purchases; Type: ROW SECURITY; Schema: entitlements; Owner: hearth_owner
--

ALTER TABLE entitlements.purchases ENABLE ROW LEVEL SECURITY;

--
-- Name: reached_limits; Type: ROW SECURITY; Schema: entitlements; Owner: hearth_owner
--

ALTER TABLE entitlements.reached_limits ENABLE ROW LEVEL SECURITY;

--
-- Name: referral_codes; Type: ROW SECURITY; Schema: entitlements; Owner: hearth_owner
--

ALTER TABLE entitlements.referral_codes ENABLE ROW LEVEL SECURITY;

--
-- Name: referral_rules; Type: ROW SECURITY; Schema: entitlements; Owner: hearth_owner
--

ALTER TABLE entitlements.referral_rules ENABLE ROW LEVEL SECURITY;

--
-- Name: referrals; Type: ROW SECURITY; Schema: entitlements; Owner: hearth_owner
--

ALTER TABLE entitlements.referrals ENABLE ROW LEVEL SECURITY;

--
-- Name: refused_webhooks; Type: ROW SECURITY; Schema: entitlements; Owner: hearth_owner
--

ALTER TABLE entitlements.refused_webhooks ENABLE ROW LEVEL SECURITY;

--
-- Name: reservations; Type: ROW SECURITY; Schema: entitlements; Owner: hearth_owner
--

ALTER TABLE entitlements.reservations ENABLE ROW LEVEL SECURITY;

--
-- Name: run_app_users; Type: ROW SECURITY; Schema: entitlements; Owner: hearth_owner
--

ALTER TABLE entitlements.run_app_users ENABLE ROW LEVEL SECURITY;

--
-- Name: runs; Type: ROW SECURITY; Schema: entitlements; Owner: hearth_owner
--

ALTER TABLE entitlements.runs ENABLE ROW LEVEL SECURITY;

--
-- Name: sandbox_answers; Type: ROW SECURITY; Schema: entitlements; Owner: hearth_owner
--

ALTER TABLE entitlements.sandbox_answers ENABLE ROW LEVEL SECURITY;

--
-- Name: sandbox_testers; Type: ROW SECURITY; Schema: entitlements; Owner: hearth_owner
--

ALTER TABLE entitlements.sandbox_testers ENABLE ROW LEVEL SECURITY;

--
-- Name: search_words; Type: ROW SECURITY; Schema: entitlements; Owner: hearth_owner
--

ALTER TABLE entitlements.search_words ENABLE ROW LEVEL SECURITY;

--
-- Name: signing_keys; Type: ROW SECURITY; Schema: entitlements; Owner: hearth_owner
--

ALTER TABLE entitlements.signing_keys ENABLE ROW LEVEL SECURITY;

--
-- Name: snapshot_queue; Type: ROW SECURITY; Schema: entitlements; Owner: hearth_owner
--

ALTER TABLE entitlements.snapshot_queue ENABLE ROW LEVEL SECURITY;

--
-- Name: snapshots; Type: ROW SECURITY; Schema: entitlements; Owner: hearth_owner
--

ALTER TABLE entitlements.snapshots ENABLE ROW LEVEL SECURITY;

--
-- Name: stale_answers; Type: ROW SECURITY; Schema: entitlements; Owner: hearth_owner
--

ALTER TABLE entitlements.stale_answers ENABLE ROW LEVEL SECURITY;

--
-- Name: stored_answers; Type: ROW SECURITY; Schema: entitlements; Owner: hearth_owner
--

ALTER TABLE entitlements.stored_answers ENABLE ROW LEVEL SECURITY;

--
-- Name: synced_household_members; Type: ROW SECURITY; Schema: entitlements; Owner: hearth_owner
--

ALTER TABLE entitlements.synced_household_members ENABLE ROW LEVEL SECURITY;

--
-- Name: synced_subscriptions; Type: ROW SECURITY; Schema: entitlements; Owner: hearth_owner
--

ALTER TABLE entitlements.synced_subscriptions ENABLE ROW LEVEL SECURITY;

--
-- Name: aliased_ids tenant_isolation; Type: POLICY; Schema: entitlements; Owner: hearth_owner
--

CREATE POLICY tenant_isolation ON entitlements.aliased_ids AS RESTRICTIVE TO hearth_owner, hearth_server USING ((tenant_id = entitlements.current_tenant_id())) WITH CHECK ((tenant_id = entitlements.current_tenant_id()));

--
-- Name: api_keys tenant_isolation; Type: POLICY; Schema: entitlements; Owner: hearth_owner
--

CREATE POLICY tenant_isolation ON entitlements.api_keys AS RESTRICTIVE TO hearth_server USING ((tenant_id = entitlements.current_tenant_id())) WITH CHECK ((tenant_id = entitlements.current_tenant_id()));

--
-- Name: app_user_id_links tenant_isolation; Type: POLICY; Schema: entitlements; Owner: hearth_owner
--

CREATE POLICY tenant_isolation ON entitlements.app_user_id_links AS RESTRICTIVE TO hearth_owner, hearth_server USING ((tenant_id = entitlements.current_tenant_id())) WITH CHECK ((tenant_id = entitlements.current_tenant_id()));

--
-- Name: app_user_ids tenant_isolation; Type: POLICY; Schema: entitlements; Owner: hearth_owner
--

CREATE POLICY tenant_isolation ON entitlements.app_user_ids AS RESTRICTIVE TO hearth_owner, hearth_server USING ((tenant_id = entitlements.current_tenant_id())) WITH CHECK ((tenant_id = entitlements.current_tenant_id()));

--
-- Name: app_users tenant_isolation; Type: POLICY; Schema: entitlements; Owner: hearth_owner
--

CREATE POLICY tenant_isolation ON entitlements.app_users AS RESTRICTIVE TO hearth_owner, hearth_server USING ((tenant_id = entitlements.current_tenant_id())) WITH CHECK ((tenant_id = entitlements.current_tenant_id()));

--
-- Name: applied_definitions tenant_isolation; Type: POLICY; Schema: entitlements; Owner: hearth_owner
--

CREATE POLICY tenant_isolation ON entitlements.applied_definitions AS RESTRICTIVE TO hearth_owner, hearth_server USING ((tenant_id = entitlements.current_tenant_id())) WITH CHECK ((tenant_id = entitlements.current_tenant_id()));

--
-- Name: attributes tenant_isolation; Type: POLICY; Schema: entitlements; Owner: hearth_owner
--

CREATE POLICY tenant_isolation ON entitlements.attributes AS RESTRICTIVE TO hearth_owner, hearth_server USING ((tenant_id = entitlements.current_tenant_id())) WITH CHECK ((tenant_id = entitlements.current_tenant_id()));

--
-- Name: audit_entries tenant_isolation; Type: POLICY; Schema: entitlements; Owner: hearth_owner
--

CREATE POLICY tenant_isolation ON entitlements.audit_entries AS RESTRICTIVE TO hearth_owner, hearth_server USING ((tenant_id = entitlements.current_tenant_id())) WITH CHECK ((tenant_id = entitlements.current_tenant_id()));

--
-- Name: audited_app_users tenant_isolation; Type: POLICY; Schema: entitlements; Owner: hearth_owner
--

CREATE POLICY tenant_isolation ON entitlements.audited_app_users AS RESTRICTIVE TO hearth_owner, hearth_server USING ((tenant_id = entitlements.current_tenant_id())) WITH CHECK ((tenant_id = entitlements.current_tenant_id()));

--
-- Name: awaited_transactions tenant_isolation; Type: POLICY; Schema: entitlements; Owner: hearth_owner
--

CREATE POLICY tenant_isolation ON entitlements.awaited_transactions AS RESTRICTIVE TO hearth_owner, hearth_server USING ((tenant_id = entitlements.current_tenant_id())) WITH CHECK ((tenant_id = entitlements.current_tenant_id()));

--
-- Name: change_entries tenant_isolation; Type: POLICY; Schema: entitlements; Owner: hearth_owner
--

CREATE POLICY tenant_isolation ON entitlements.change_entries AS RESTRICTIVE TO hearth_owner, hearth_server USING ((tenant_id = entitlements.current_tenant_id())) WITH CHECK ((tenant_id = entitlements.current_tenant_id()));

--
-- Name: change_heads tenant_isolation; Type: POLICY; Schema: entitlements; Owner: hearth_owner
--

CREATE POLICY tenant_isolation ON entitlements.change_heads AS RESTRICTIVE TO hearth_server USING ((tenant_id = entitlements.current_tenant_id())) WITH CHECK ((tenant_id = entitlements.current_tenant_id()));

--
-- Name: claim_attempts tenant_isolation; Type: POLICY; Schema: entitlements; Owner: hearth_owner
--

CREATE POLICY tenant_isolation ON entitlements.claim_attempts AS RESTRICTIVE TO hearth_server USING ((tenant_id = entitlements.current_tenant_id())) WITH CHECK ((tenant_id = entitlements.current_tenant_id()));

--
-- Name: code_attempts tenant_isolation; Type: POLICY; Schema: entitlements; Owner: hearth_owner
--

CREATE POLICY tenant_isolation ON entitlements.code_attempts AS RESTRICTIVE TO hearth_server USING ((tenant_id = entitlements.current_tenant_id())) WITH CHECK ((tenant_id = entitlements.current_tenant_id()));

--
-- Name: code_campaigns tenant_isolation; Type: POLICY; Schema: entitlements; Owner: hearth_owner
--

CREATE POLICY tenant_isolation ON entitlements.code_campaigns AS RESTRICTIVE TO hearth_owner, hearth_server USING ((tenant_id = entitlements.current_tenant_id())) WITH CHECK ((tenant_id = entitlements.current_tenant_id()));

--
-- Name: code_redemptions tenant_isolation; Type: POLICY; Schema: entitlements; Owner: hearth_owner
--

CREATE POLICY tenant_isolation ON entitlements.code_redemptions AS RESTRICTIVE TO hearth_owner, hearth_server USING ((tenant_id = entitlements.current_tenant_id())) WITH CHECK ((tenant_id = entitlements.current_tenant_id()));

--
-- Name: code_rules tenant_isolation; Type: POLICY; Schema: entitlements; Owner: hearth_owner
--

CREATE POLICY tenant_isolation ON entitlements.code_rules AS RESTRICTIVE TO hearth_owner, hearth_server USING ((tenant_id = entitlements.current_tenant_id())) WITH CHECK ((tenant_id = entitlements.current_tenant_id()));

--
-- Name: codes tenant_isolation; Type: POLICY; Schema: entitlements; Owner: hearth_owner
--

CREATE POLICY tenant_isolation ON entitlements.codes AS RESTRICTIVE TO hearth_owner, hearth_server USING ((tenant_id = entitlements.current_tenant_id())) WITH CHECK ((tenant_id = entitlements.current_tenant_id()));

--
-- Name: credit_adjustments tenant_isolation; Type: POLICY; Schema: entitlements; Owner: hearth_owner
--

CREATE POLICY tenant_isolation ON entitlements.credit_adjustments AS RESTRICTIVE TO hearth_owner, hearth_server USING ((tenant_id = entitlements.current_tenant_id())) WITH CHECK ((tenant_id = entitlements.current_tenant_id()));

--
-- Name: credit_orders tenant_isolation; Type: POLICY; Schema: entitlements; Owner: hearth_owner
--

CREATE POLICY tenant_isolation ON entitlements.credit_orders AS RESTRICTIVE TO hearth_owner, hearth_server USING ((tenant_id = entitlements.current_tenant_id())) WITH CHECK ((tenant_id = entitlements.current_tenant_id()));

--
-- Name: credit_spends tenant_isolation; Type: POLICY; Schema: entitlements; Owner: hearth_owner
--

CREATE POLICY tenant_isolation ON entitlements.credit_spends AS RESTRICTIVE TO hearth_owner, hearth_server USING ((tenant_id = entitlements.current_tenant_id())) WITH CHECK ((tenant_id = entitlements.current_tenant_id()));

--
-- Name: deliveries tenant_isolation; Type: POLICY; Schema: entitlements; Owner: hearth_owner
--

CREATE POLICY tenant_isolation ON entitlements.deliveries AS RESTRICTIVE TO hearth_server USING ((tenant_id = entitlements.current_tenant_id())) WITH CHECK ((tenant_id = entitlements.current_tenant_id()));

--
-- Name: device_secrets tenant_isolation; Type: POLICY; Schema: entitlements; Owner: hearth_owner
--

CREATE POLICY tenant_isolation ON entitlements.device_secrets AS RESTRICTIVE TO hearth_owner, hearth_server USING ((tenant_id = entitlements.current_tenant_id())) WITH CHECK ((tenant_id = entitlements.current_tenant_id()));

--
-- Name: dismissed_notices tenant_isolation; Type: POLICY; Schema: entitlements; Owner: hearth_owner
--

CREATE POLICY tenant_isolation ON entitlements.dismissed_notices AS RESTRICTIVE TO hearth_owner, hearth_server USING ((tenant_id = entitlements.current_tenant_id())) WITH CHECK ((tenant_id = entitlements.current_tenant_id()));

--
-- Name: drift tenant_isolation; Type: POLICY; Schema: entitlements; Owner: hearth_owner
--

CREATE POLICY tenant_isolation ON entitlements.drift AS RESTRICTIVE TO hearth_owner, hearth_server USING ((tenant_id = entitlements.current_tenant_id())) WITH CHECK ((tenant_id = entitlements.current_tenant_id()));

--
-- Name: dropped_bodies tenant_isolation; Type: POLICY; Schema: entitlements; Owner: hearth_owner
--

CREATE POLICY tenant_isolation ON entitlements.dropped_bodies AS RESTRICTIVE TO hearth_owner, hearth_server USING ((tenant_id = entitlements.current_tenant_id())) WITH CHECK ((tenant_id = entitlements.current_tenant_id()));

--
-- Name: endpoint_secrets tenant_isolation; Type: POLICY; Schema: entitlements; Owner: hearth_owner
--

CREATE POLICY tenant_isolation ON entitlements.endpoint_secrets AS RESTRICTIVE TO hearth_owner, hearth_server USING ((tenant_id = entitlements.current_tenant_id())) WITH CHECK ((tenant_id = entitlements.current_tenant_id()));

--
-- Name: endpoints tenant_isolation; Type: POLICY; Schema: entitlements; Owner: hearth_owner
--

CREATE POLICY tenant_isolation ON entitlements.endpoints AS RESTRICTIVE TO hearth_server USING ((tenant_id = entitlements.current_tenant_id())) WITH CHECK ((tenant_id = entitlements.current_tenant_id()));

--
-- Name: entitlement_implications tenant_isolation; Type: POLICY; Schema: entitlements; Owner: hearth_owner
--

CREATE POLICY tenant_isolation ON entitlements.entitlement_implications AS RESTRICTIVE TO hearth_owner, hearth_server USING ((tenant_id = entitlements.current_tenant_id())) WITH CHECK ((tenant_id = entitlements.current_tenant_id()));

--
-- Name: entitlements tenant_isolation; Type: POLICY; Schema: entitlements; Owner: hearth_owner
--

CREATE POLICY tenant_isolation ON entitlements.entitlements AS RESTRICTIVE TO hearth_owner, hearth_server USING ((tenant_id = entitlements.current_tenant_id())) WITH CHECK ((tenant_id = entitlements.current_tenant_id()));

--
-- Name: erased_ids tenant_isolation; Type: POLICY; Schema: entitlements; Owner: hearth_owner
--

CREATE POLICY tenant_isolation ON entitlements.erased_ids AS RESTRICTIVE TO hearth_owner, hearth_server USING ((tenant_id = entitlements.current_tenant_id())) WITH CHECK ((tenant_id = entitlements.current_tenant_id()));

--
-- Name: erasures tenant_isolation; Type: POLICY; Schema: entitlements; Owner: hearth_owner
--

CREATE POLICY tenant_isolation ON entitlements.erasures AS RESTRICTIVE TO hearth_server USING ((tenant_id = entitlements.current_tenant_id())) WITH CHECK ((tenant_id = entitlements.current_tenant_id()));

--
-- Name: events_to_erase tenant_isolation; Type: POLICY; Schema: entitlements; Owner: hearth_owner
--

CREATE POLICY tenant_isolation ON entitlements.events_to_erase AS RESTRICTIVE TO hearth_server USING ((tenant_id = entitlements.current_tenant_id())) WITH CHECK ((tenant_id = entitlements.current_tenant_id()));

--
-- Name: evidence tenant_isolation; Type: POLICY; Schema: entitlements; Owner: hearth_owner
--

CREATE POLICY tenant_isolation ON entitlements.evidence AS RESTRICTIVE TO hearth_owner, hearth_server USING ((tenant_id = entitlements.current_tenant_id())) WITH CHECK ((tenant_id = entitlements.current_tenant_id()));

--
-- Name: features tenant_isolation; Type: POLICY; Schema: entitlements; Owner: hearth_owner
--

CREATE POLICY tenant_isolation ON entitlements.features AS RESTRICTIVE TO hearth_owner, hearth_server USING ((tenant_id = entitlements.current_tenant_id())) WITH CHECK ((tenant_id = entitlements.current_tenant_id()));

--
-- Name: figure_buckets tenant_isolation; Type: POLICY; Schema: entitlements; Owner: hearth_owner
--

CREATE POLICY tenant_isolation ON entitlements.figure_buckets AS RESTRICTIVE TO hearth_server USING ((tenant_id = entitlements.current_tenant_id())) WITH CHECK ((tenant_id = entitlements.current_tenant_id()));

--
-- Name: figure_turns tenant_isolation; Type: POLICY; Schema: entitlements; Owner: hearth_owner
--

CREATE POLICY tenant_isolation ON entitlements.figure_turns AS RESTRICTIVE TO hearth_server USING ((tenant_id = entitlements.current_tenant_id())) WITH CHECK ((tenant_id = entitlements.current_tenant_id()));

--
-- Name: figures tenant_isolation; Type: POLICY; Schema: entitlements; Owner: hearth_owner
--

CREATE POLICY tenant_isolation ON entitlements.figures AS RESTRICTIVE TO hearth_owner, hearth_server USING ((tenant_id = entitlements.current_tenant_id())) WITH CHECK ((tenant_id = entitlements.current_tenant_id()));

--
-- Name: former_app_user_ids tenant_isolation; Type: POLICY; Schema: entitlements; Owner: hearth_owner
--

CREATE POLICY tenant_isolation ON entitlements.former_app_user_ids AS RESTRICTIVE TO hearth_owner, hearth_server USING ((tenant_id = entitlements.current_tenant_id())) WITH CHECK ((tenant_id = entitlements.current_tenant_id()));

--
-- Name: grants tenant_isolation; Type: POLICY; Schema: entitlements; Owner: hearth_owner
--

CREATE POLICY tenant_isolation ON entitlements.grants AS RESTRICTIVE TO hearth_owner, hearth_server USING ((tenant_id = entitlements.current_tenant_id())) WITH CHECK ((tenant_id = entitlements.current_tenant_id()));

--
-- Name: household_invites tenant_isolation; Type: POLICY; Schema: entitlements; Owner: hearth_owner
--

CREATE POLICY tenant_isolation ON entitlements.household_invites AS RESTRICTIVE TO hearth_owner, hearth_server USING ((tenant_id = entitlements.current_tenant_id())) WITH CHECK ((tenant_id = entitlements.current_tenant_id()));

--
-- Name: household_members tenant_isolation; Type: POLICY; Schema: entitlements; Owner: hearth_owner
--

CREATE POLICY tenant_isolation ON entitlements.household_members AS RESTRICTIVE TO hearth_owner, hearth_server USING ((tenant_id = entitlements.current_tenant_id())) WITH CHECK ((tenant_id = entitlements.current_tenant_id()));

--
-- Name: household_owners tenant_isolation; Type: POLICY; Schema: entitlements; Owner: hearth_owner
--

CREATE POLICY tenant_isolation ON entitlements.household_owners AS RESTRICTIVE TO hearth_owner, hearth_server USING ((tenant_id = entitlements.current_tenant_id())) WITH CHECK ((tenant_id = entitlements.current_tenant_id()));

--
-- Name: household_reviews tenant_isolation; Type: POLICY; Schema: entitlements; Owner: hearth_owner
--

CREATE POLICY tenant_isolation ON entitlements.household_reviews AS RESTRICTIVE TO hearth_server USING ((tenant_id = entitlements.current_tenant_id())) WITH CHECK ((tenant_id = entitlements.current_tenant_id()));

--
-- Name: household_rules tenant_isolation; Type: POLICY; Schema: entitlements; Owner: hearth_owner
--

CREATE POLICY tenant_isolation ON entitlements.household_rules AS RESTRICTIVE TO hearth_owner, hearth_server USING ((tenant_id = entitlements.current_tenant_id())) WITH CHECK ((tenant_id = entitlements.current_tenant_id()));

--
-- Name: households tenant_isolation; Type: POLICY; Schema: entitlements; Owner: hearth_owner
--

CREATE POLICY tenant_isolation ON entitlements.households AS RESTRICTIVE TO hearth_owner, hearth_server USING ((tenant_id = entitlements.current_tenant_id())) WITH CHECK ((tenant_id = entitlements.current_tenant_id()));

--
-- Name: idempotent_answers tenant_isolation; Type: POLICY; Schema: entitlements; Owner: hearth_owner
--

CREATE POLICY tenant_isolation ON entitlements.idempotent_answers AS RESTRICTIVE TO hearth_server USING ((tenant_id = entitlements.current_tenant_id())) WITH CHECK ((tenant_id = entitlements.current_tenant_id()));

--
-- Name: kept_out_ids tenant_isolation; Type: POLICY; Schema: entitlements; Owner: hearth_owner
--

CREATE POLICY tenant_isolation ON entitlements.kept_out_ids AS RESTRICTIVE TO hearth_owner, hearth_server USING ((tenant_id = entitlements.current_tenant_id())) WITH CHECK ((tenant_id = entitlements.current_tenant_id()));

--
-- Name: limit_entitlements tenant_isolation; Type: POLICY; Schema: entitlements; Owner: hearth_owner
--

CREATE POLICY tenant_isolation ON entitlements.limit_entitlements AS RESTRICTIVE TO hearth_owner, hearth_server USING ((tenant_id = entitlements.current_tenant_id())) WITH CHECK ((tenant_id = entitlements.current_tenant_id()));

--
-- Name: limits tenant_isolation; Type: POLICY; Schema: entitlements; Owner: hearth_owner
--

CREATE POLICY tenant_isolation ON entitlements.limits AS RESTRICTIVE TO hearth_server USING ((tenant_id = entitlements.current_tenant_id())) WITH CHECK ((tenant_id = entitlements.current_tenant_id()));

--
-- Name: logged_notices tenant_isolation; Type: POLICY; Schema: entitlements; Owner: hearth_owner
--

CREATE POLICY tenant_isolation ON entitlements.logged_notices AS RESTRICTIVE TO hearth_server USING ((tenant_id = entitlements.current_tenant_id())) WITH CHECK ((tenant_id = entitlements.current_tenant_id()));

--
-- Name: merge_links tenant_isolation; Type: POLICY; Schema: entitlements; Owner: hearth_owner
--

CREATE POLICY tenant_isolation ON entitlements.merge_links AS RESTRICTIVE TO hearth_owner, hearth_server USING ((tenant_id = entitlements.current_tenant_id())) WITH CHECK ((tenant_id = entitlements.current_tenant_id()));

--
-- Name: merge_tickets tenant_isolation; Type: POLICY; Schema: entitlements; Owner: hearth_owner
--

CREATE POLICY tenant_isolation ON entitlements.merge_tickets AS RESTRICTIVE TO hearth_server USING ((tenant_id = entitlements.current_tenant_id())) WITH CHECK ((tenant_id = entitlements.current_tenant_id()));

--
-- Name: merges tenant_isolation; Type: POLICY; Schema: entitlements; Owner: hearth_owner
--

CREATE POLICY tenant_isolation ON entitlements.merges AS RESTRICTIVE TO hearth_owner, hearth_server USING ((tenant_id = entitlements.current_tenant_id())) WITH CHECK ((tenant_id = entitlements.current_tenant_id()));

--
-- Name: named_by_events tenant_isolation; Type: POLICY; Schema: entitlements; Owner: hearth_owner
--

CREATE POLICY tenant_isolation ON entitlements.named_by_events AS RESTRICTIVE TO hearth_owner, hearth_server USING ((tenant_id = entitlements.current_tenant_id())) WITH CHECK ((tenant_id = entitlements.current_tenant_id()));

--
-- Name: noted_balances tenant_isolation; Type: POLICY; Schema: entitlements; Owner: hearth_owner
--

CREATE POLICY tenant_isolation ON entitlements.noted_balances AS RESTRICTIVE TO hearth_owner, hearth_server USING ((tenant_id = entitlements.current_tenant_id())) WITH CHECK ((tenant_id = entitlements.current_tenant_id()));

--
-- Name: notice_rules tenant_isolation; Type: POLICY; Schema: entitlements; Owner: hearth_owner
--

CREATE POLICY tenant_isolation ON entitlements.notice_rules AS RESTRICTIVE TO hearth_owner, hearth_server USING ((tenant_id = entitlements.current_tenant_id())) WITH CHECK ((tenant_id = entitlements.current_tenant_id()));

--
-- Name: operator_notes tenant_isolation; Type: POLICY; Schema: entitlements; Owner: hearth_owner
--

CREATE POLICY tenant_isolation ON entitlements.operator_notes AS RESTRICTIVE TO hearth_owner, hearth_server USING ((tenant_id = entitlements.current_tenant_id())) WITH CHECK ((tenant_id = entitlements.current_tenant_id()));

--
-- Name: orphans tenant_isolation; Type: POLICY; Schema: entitlements; Owner: hearth_owner
--

CREATE POLICY tenant_isolation ON entitlements.orphans AS RESTRICTIVE TO hearth_owner, hearth_server USING ((tenant_id = entitlements.current_tenant_id())) WITH CHECK ((tenant_id = entitlements.current_tenant_id()));

--
-- Name: overuses tenant_isolation; Type: POLICY; Schema: entitlements; Owner: hearth_owner
--

CREATE POLICY tenant_isolation ON entitlements.overuses AS RESTRICTIVE TO hearth_owner, hearth_server USING ((tenant_id = entitlements.current_tenant_id())) WITH CHECK ((tenant_id = entitlements.current_tenant_id()));

--
-- Name: pending_changes tenant_isolation; Type: POLICY; Schema: entitlements; Owner: hearth_owner
--

CREATE POLICY tenant_isolation ON entitlements.pending_changes AS RESTRICTIVE TO hearth_server USING ((tenant_id = entitlements.current_tenant_id())) WITH CHECK ((tenant_id = entitlements.current_tenant_id()));

--
-- Name: people_rules tenant_isolation; Type: POLICY; Schema: entitlements; Owner: hearth_owner
--

CREATE POLICY tenant_isolation ON entitlements.people_rules AS RESTRICTIVE TO hearth_owner, hearth_server USING ((tenant_id = entitlements.current_tenant_id())) WITH CHECK ((tenant_id = entitlements.current_tenant_id()));

--
-- Name: policy_roles tenant_isolation; Type: POLICY; Schema: entitlements; Owner: hearth_owner
--

CREATE POLICY tenant_isolation ON entitlements.policy_roles AS RESTRICTIVE TO hearth_owner, hearth_server USING ((tenant_id = entitlements.current_tenant_id())) WITH CHECK ((tenant_id = entitlements.current_tenant_id()));

--
-- Name: product_credits tenant_isolation; Type: POLICY; Schema: entitlements; Owner: hearth_owner
--

CREATE POLICY tenant_isolation ON entitlements.product_credits AS RESTRICTIVE TO hearth_owner, hearth_server USING ((tenant_id = entitlements.current_tenant_id())) WITH CHECK ((tenant_id = entitlements.current_tenant_id()));

--
-- Name: product_entitlements tenant_isolation; Type: POLICY; Schema: entitlements; Owner: hearth_owner
--

CREATE POLICY tenant_isolation ON entitlements.product_entitlements AS RESTRICTIVE TO hearth_owner, hearth_server USING ((tenant_id = entitlements.current_tenant_id())) WITH CHECK ((tenant_id = entitlements.current_tenant_id()));

--
-- Name: products tenant_isolation; Type: POLICY; Schema: entitlements; Owner: hearth_owner
--

CREATE POLICY tenant_isolation ON entitlements.products AS RESTRICTIVE TO hearth_owner, hearth_server USING ((tenant_id = entitlements.current_tenant_id())) WITH CHECK ((tenant_id = entitlements.current_tenant_id()));

--
-- Name: purchase_moves tenant_isolation; Type: POLICY; Schema: entitlements; Owner: hearth_owner
--

CREATE POLICY tenant_isolation ON entitlements.purchase_moves AS RESTRICTIVE TO hearth_owner, hearth_server USING ((tenant_id = entitlements.current_tenant_id())) WITH CHECK ((tenant_id = entitlements.current_tenant_id()));

--
-- Name: purchases tenant_isolation; Type: POLICY; Schema: entitlements; Owner: hearth_owner
--

CREATE POLICY tenant_isolation ON entitlements.purchases AS RESTRICTIVE TO hearth_owner, hearth_server USING ((tenant_id = entitlements.current_tenant_id())) WITH CHECK ((tenant_id = entitlements.current_tenant_id()));

--
-- Name: reached_limits tenant_isolation; Type: POLICY; Schema: entitlements; Owner: hearth_owner
--

CREATE POLICY tenant_isolation ON entitlements.reached_limits AS RESTRICTIVE TO hearth_owner, hearth_server USING ((tenant_id = entitlements.current_tenant_id())) WITH CHECK ((tenant_id = entitlements.current_tenant_id()));

--
-- Name: referral_codes tenant_isolation; Type: POLICY; Schema: entitlements; Owner: hearth_owner
--

CREATE POLICY tenant_isolation ON entitlements.referral_codes AS RESTRICTIVE TO hearth_owner, hearth_server USING ((tenant_id = entitlements.current_tenant_id())) WITH CHECK ((tenant_id = entitlements.current_tenant_id()));

--
-- Name: referral_rules tenant_isolation; Type: POLICY; Schema: entitlements; Owner: hearth_owner
--

CREATE POLICY tenant_isolation ON entitlements.referral_rules AS RESTRICTIVE TO hearth_owner, hearth_server USING ((tenant_id = entitlements.current_tenant_id())) WITH CHECK ((tenant_id = entitlements.current_tenant_id()));

--
-- Name: referrals tenant_isolation; Type: POLICY; Schema: entitlements; Owner: hearth_owner
--

CREATE POLICY tenant_isolation ON entitlements.referrals AS RESTRICTIVE TO hearth_server USING ((tenant_id = entitlements.current_tenant_id())) WITH CHECK ((tenant_id = entitlements.current_tenant_id()));

--
-- Name: refused_webhooks tenant_isolation; Type: POLICY; Schema: entitlements; Owner: hearth_owner
--

CREATE POLICY tenant_isolation ON entitlements.refused_webhooks AS RESTRICTIVE TO hearth_owner, hearth_server USING ((tenant_id = entitlements.current_tenant_id())) WITH CHECK ((tenant_id = entitlements.current_tenant_id()));

--
-- Name: reservations tenant_isolation; Type: POLICY; Schema: entitlements; Owner: hearth_owner
--

CREATE POLICY tenant_isolation ON entitlements.reservations AS RESTRICTIVE TO hearth_server USING ((tenant_id = entitlements.current_tenant_id())) WITH CHECK ((tenant_id = entitlements.current_tenant_id()));

--
-- Name: run_app_users tenant_isolation; Type: POLICY; Schema: entitlements; Owner: hearth_owner
--

CREATE POLICY tenant_isolation ON entitlements.run_app_users AS RESTRICTIVE TO hearth_server USING ((tenant_id = entitlements.current_tenant_id())) WITH CHECK ((tenant_id = entitlements.current_tenant_id()));

--
-- Name: runs tenant_isolation; Type: POLICY; Schema: entitlements; Owner: hearth_owner
--

CREATE POLICY tenant_isolation ON entitlements.runs AS RESTRICTIVE TO hearth_server USING ((tenant_id = entitlements.current_tenant_id())) WITH CHECK ((tenant_id = entitlements.current_tenant_id()));

--
-- Name: sandbox_answers tenant_isolation; Type: POLICY; Schema: entitlements; Owner: hearth_owner
--

CREATE POLICY tenant_isolation ON entitlements.sandbox_answers AS RESTRICTIVE TO hearth_owner, hearth_server USING ((tenant_id = entitlements.current_tenant_id())) WITH CHECK ((tenant_id = entitlements.current_tenant_id()));

--
-- Name: sandbox_testers tenant_isolation; Type: POLICY; Schema: entitlements; Owner: hearth_owner
--

CREATE POLICY tenant_isolation ON entitlements.sandbox_testers AS RESTRICTIVE TO hearth_owner, hearth_server USING ((tenant_id = entitlements.current_tenant_id())) WITH CHECK ((tenant_id = entitlements.current_tenant_id()));

--
-- Name: search_words tenant_isolation; Type: POLICY; Schema: entitlements; Owner: hearth_owner
--

CREATE POLICY tenant_isolation ON entitlements.search_words AS RESTRICTIVE TO hearth_owner, hearth_server USING ((tenant_id = entitlements.current_tenant_id())) WITH CHECK ((tenant_id = entitlements.current_tenant_id()));

--
-- Name: signing_keys tenant_isolation; Type: POLICY; Schema: entitlements; Owner: hearth_owner
--

CREATE POLICY tenant_isolation ON entitlements.signing_keys AS RESTRICTIVE TO hearth_owner, hearth_server USING ((tenant_id = entitlements.current_tenant_id())) WITH CHECK ((tenant_id = entitlements.current_tenant_id()));

--
-- Name: snapshot_queue tenant_isolation; Type: POLICY; Schema: entitlements; Owner: hearth_owner
--

CREATE POLICY tenant_isolation ON entitlements.snapshot_queue AS RESTRICTIVE TO hearth_server USING ((tenant_id = entitlements.current_tenant_id())) WITH CHECK ((tenant_id = entitlements.current_tenant_id()));

--
-- Name: snapshots tenant_isolation; Type: POLICY; Schema: entitlements; Owner: hearth_owner
--

CREATE POLICY tenant_isolation ON entitlements.snapshots AS RESTRICTIVE TO hearth_owner, hearth_server USING ((tenant_id = entitlements.current_tenant_id())) WITH CHECK ((tenant_id = entitlements.current_tenant_id()));

--
-- Name: stale_answers tenant_isolation; Type: POLICY; Schema: entitlements; Owner: hearth_owner
--

CREATE POLICY tenant_isolation ON entitlements.stale_answers AS RESTRICTIVE TO hearth_owner, hearth_server USING ((tenant_id = entitlements.current_tenant_id())) WITH CHECK ((tenant_id = entitlements.current_tenant_id()));

--
-- Name: stored_answers tenant_isolation; Type: POLICY; Schema: entitlements; Owner: hearth_owner
--

CREATE POLICY tenant_isolation ON entitlements.stored_answers AS RESTRICTIVE TO hearth_owner, hearth_server USING ((tenant_id = entitlements.current_tenant_id())) WITH CHECK ((tenant_id = entitlements.current_tenant_id()));

--
-- Name: synced_household_members tenant_isolation; Type: POLICY; Schema: entitlements; Owner: hearth_owner
--

CREATE POLICY tenant_isolation ON entitlements.synced_household_members AS RESTRICTIVE TO hearth_owner, hearth_server USING ((tenant_id = entitlements.current_tenant_id())) WITH CHECK ((tenant_id = entitlements.current_tenant_id()));

--
-- Name: synced_subscriptions tenant_isolation; Type: POLICY; Schema: entitlements; Owner: hearth_owner
--

CREATE POLICY tenant_isolation ON entitlements.synced_subscriptions AS RESTRICTIVE TO hearth_owner, hearth_server USING ((tenant_id = entitlements.current_tenant_id())) WITH CHECK ((tenant_id = entitlements.current_tenant_id()));

--
-- Name: tenant_moves tenant_isolation; Type: POLICY; Schema: entitlements; Owner: hearth_owner
--

CREATE POLICY tenant_isolation ON entitlements.tenant_moves AS RESTRICTIVE TO hearth_server USING ((tenant_id = entitlements.current_tenant_id())) WITH CHECK ((tenant_id = entitlements.current_tenant_id()));

--
-- Name: tenants tenant_isolation; Type: POLICY; Schema: entitlements; Owner: hearth_owner
--

CREATE POLICY tenant_isolation ON entitlements.tenants AS RESTRICTIVE TO hearth_server USING ((tenant_id = entitlements.current_tenant_id())) WITH CHECK ((tenant_id = entitlements.current_tenant_id()));

--
-- Name: token_issuers tenant_isolation; Type: POLICY; Schema: entitlements; Owner: hearth_owner
--

CREATE POLICY tenant_isolation ON entitlements.token_issuers AS RESTRICTIVE TO hearth_owner, hearth_server USING ((tenant_id = entitlements.current_tenant_id())) WITH CHECK ((tenant_id = entitlements.current_tenant_id()));

--
-- Name: token_secrets tenant_isolation; Type: POLICY; Schema: entitlements; Owner: hearth_owner
--

CREATE POLICY tenant_isolation ON entitlements.token_secrets AS RESTRICTIVE TO hearth_owner, hearth_server USING ((tenant_id = entitlements.current_tenant_id())) WITH CHECK ((tenant_id = entitlements.current_tenant_id()));

--
-- Name: transfer_sides tenant_isolation; Type: POLICY; Schema: entitlements; Owner: hearth_owner
--

CREATE POLICY tenant_isolation ON entitlements.transfer_sides AS RESTRICTIVE TO hearth_owner, hearth_server USING ((tenant_id = entitlements.current_tenant_id())) WITH CHECK ((tenant_id = entitlements.current_tenant_id()));

--
-- Name: upstreams tenant_isolation; Type: POLICY; Schema: entitlements; Owner: hearth_owner
--

CREATE POLICY tenant_isolation ON entitlements.upstreams AS RESTRICTIVE TO hearth_server USING ((tenant_id = entitlements.current_tenant_id())) WITH CHECK ((tenant_id = entitlements.current_tenant_id()));

--
-- Name: usage tenant_isolation; Type: POLICY; Schema: entitlements; Owner: hearth_owner
--

CREATE POLICY tenant_isolation ON entitlements.usage AS RESTRICTIVE TO hearth_server USING ((tenant_id = entitlements.current_tenant_id())) WITH CHECK ((tenant_id = entitlements.current_tenant_id()));

--
-- Name: uses tenant_isolation; Type: POLICY; Schema: entitlements; Owner: hearth_owner
--

CREATE POLICY tenant_isolation ON entitlements.uses AS RESTRICTIVE TO hearth_server USING ((tenant_id = entitlements.current_tenant_id())) WITH CHECK ((tenant_id = entitlements.current_tenant_id()));

--
-- Name: webhook_events tenant_isolation; Type: POLICY; Schema: entitlements; Owner: hearth_owner
--

CREATE POLICY tenant_isolation ON entitlements.webhook_events AS RESTRICTIVE TO hearth_server USING ((tenant_id = entitlements.current_tenant_id())) WITH CHECK ((tenant_id = entitlements.current_tenant_id()));

--
-- Name: webhook_secrets tenant_isolation; Type: POLICY; Schema: entitlements; Owner: hearth_owner
--

CREATE POLICY tenant_isolation ON entitlements.webhook_secrets AS RESTRICTIVE TO hearth_owner, hearth_server USING ((tenant_id = entitlements.current_tenant_id())) WITH CHECK ((tenant_id = entitlements.current_tenant_id()));

--
-- Name: tenant_moves; Type: ROW SECURITY; Schema: entitlements; Owner: hearth_owner
--

ALTER TABLE entitlements.tenant_moves ENABLE ROW LEVEL SECURITY;

--
-- Name: aliased_ids tenant_rows; Type: POLICY; Schema: entitlements; Owner: hearth_owner
--

CREATE POLICY tenant_rows ON entitlements.aliased_ids TO hearth_owner, hearth_server USING ((tenant_id = entitlements.current_tenant_id())) WITH CHECK ((tenant_id = entitlements.current_tenant_id()));

--
-- Name: api_keys tenant_rows; Type: POLICY; Schema: entitlements; Owner: hearth_owner
--

CREATE POLICY tenant_rows ON entitlements.api_keys TO hearth_server USING ((tenant_id = entitlements.current_tenant_id())) WITH CHECK ((tenant_id = entitlements.current_tenant_id()));

--
-- Name: app_user_id_links tenant_rows; Type: POLICY; Schema: entitlements; Owner: hearth_owner
--

CREATE POLICY tenant_rows ON entitlements.app_user_id_links TO hearth_owner, hearth_server USING ((tenant_id = entitlements.current_tenant_id())) WITH CHECK ((tenant_id = entitlements.current_tenant_id()));

--
-- Name: app_user_ids tenant_rows; Type: POLICY; Schema: entitlements; Owner: hearth_owner
--

CREATE POLICY tenant_rows ON entitlements.app_user_ids TO hearth_owner, hearth_server USING ((tenant_id = entitlements.current_tenant_id())) WITH CHECK ((tenant_id = entitlements.current_tenant_id()));

--
-- Name: app_users tenant_rows; Type: POLICY; Schema: entitlements; Owner: hearth_owner
--

CREATE POLICY tenant_rows ON entitlements.app_users TO hearth_owner, hearth_server USING ((tenant_id = entitlements.current_tenant_id())) WITH CHECK ((tenant_id = entitlements.current_tenant_id()));

--
-- Name: applied_definitions tenant_rows; Type: POLICY; Schema: entitlements; Owner: hearth_owner
--

CREATE POLICY tenant_rows ON entitlements.applied_definitions TO hearth_owner, hearth_server USING ((tenant_id = entitlements.current_tenant_id())) WITH CHECK ((tenant_id = entitlements.current_tenant_id()));

--
-- Name: attributes tenant_rows; Type: POLICY; Schema: entitlements; Owner: hearth_owner
--

CREATE POLICY tenant_rows ON entitlements.attributes TO hearth_owner, hearth_server USING ((tenant_id = entitlements.current_tenant_id())) WITH CHECK ((tenant_id = entitlements.current_tenant_id()));

--
-- Name: audit_entries tenant_rows; Type: POLICY; Schema: entitlements; Owner: hearth_owner
--

CREATE POLICY tenant_rows ON entitlements.audit_entries TO hearth_owner, hearth_server USING ((tenant_id = entitlements.current_tenant_id())) WITH CHECK ((tenant_id = entitlements.current_tenant_id()));

--
-- Name: audited_app_users tenant_rows; Type: POLICY; Schema: entitlements; Owner: hearth_owner
--

CREATE POLICY tenant_rows ON entitlements.audited_app_users TO hearth_owner, hearth_server USING ((tenant_id = entitlements.current_tenant_id())) WITH CHECK ((tenant_id = entitlements.current_tenant_id()));

--
-- Name: awaited_transactions tenant_rows; Type: POLICY; Schema: entitlements; Owner: hearth_owner
--

CREATE POLICY tenant_rows ON entitlements.awaited_transactions TO hearth_owner, hearth_server USING ((tenant_id = entitlements.current_tenant_id())) WITH CHECK ((tenant_id = entitlements.current_tenant_id()));

--
-- Name: change_entries tenant_rows; Type: POLICY; Schema: entitlements; Owner: hearth_owner
--

CREATE POLICY tenant_rows ON entitlements.change_entries TO hearth_owner, hearth_server USING ((tenant_id = entitlements.current_tenant_id())) WITH CHECK ((tenant_id = entitlements.current_tenant_id()));

--
-- Name: change_heads tenant_rows; Type: POLICY; Schema: entitlements; Owner: hearth_owner
--

CREATE POLICY tenant_rows ON entitlements.change_heads TO hearth_server USING ((tenant_id = entitlements.current_tenant_id())) WITH CHECK ((tenant_id = entitlements.current_tenant_id()));

--
-- Name: claim_attempts tenant_rows; Type: POLICY; Schema: entitlements; Owner: hearth_owner
--

CREATE POLICY tenant_rows ON entitlements.claim_attempts TO hearth_server USING ((tenant_id = entitlements.current_tenant_id())) WITH CHECK ((tenant_id = entitlements.current_tenant_id()));

--
-- Name: code_attempts tenant_rows; Type: POLICY; Schema: entitlements; Owner: hearth_owner
--

CREATE POLICY tenant_rows ON entitlements.code_attempts TO hearth_server USING ((tenant_id = entitlements.current_tenant_id())) WITH CHECK ((tenant_id = entitlements.current_tenant_id()));

--
-- Name: code_campaigns tenant_rows; Type: POLICY; Schema: entitlements; Owner: hearth_owner
--

CREATE POLICY tenant_rows ON entitlements.code_campaigns TO hearth_owner, hearth_server USING ((tenant_id = entitlements.current_tenant_id())) WITH CHECK ((tenant_id = entitlements.current_tenant_id()));

--
-- Name: code_redemptions tenant_rows; Type: POLICY; Schema: entitlements; Owner: hearth_owner
--

CREATE POLICY tenant_rows ON entitlements.code_redemptions TO hearth_owner, hearth_server USING ((tenant_id = entitlements.current_tenant_id())) WITH CHECK ((tenant_id = entitlements.current_tenant_id()));

--
-- Name: code_rules tenant_rows; Type: POLICY; Schema: entitlements; Owner: hearth_owner
--

CREATE POLICY tenant_rows ON entitlements.code_rules TO hearth_owner, hearth_server USING ((tenant_id = entitlements.current_tenant_id())) WITH CHECK ((tenant_id = entitlements.current_tenant_id()));

--
-- Name: codes tenant_rows; Type: POLICY; Schema: entitlements; Owner: hearth_owner
--

CREATE POLICY tenant_rows ON entitlements.codes TO hearth_owner, hearth_server USING ((tenant_id = entitlements.current_tenant_id())) WITH CHECK ((tenant_id = entitlements.current_tenant_id()));

--
-- Name: credit_adjustments tenant_rows; Type: POLICY; Schema: entitlements; Owner: hearth_owner
--

CREATE POLICY tenant_rows ON entitlements.credit_adjustments TO hearth_owner, hearth_server USING ((tenant_id = entitlements.current_tenant_id())) WITH CHECK ((tenant_id = entitlements.current_tenant_id()));

--
-- Name: credit_orders tenant_rows; Type: POLICY; Schema: entitlements; Owner: hearth_owner
--

CREATE POLICY tenant_rows ON entitlements.credit_orders TO hearth_owner, hearth_server USING ((tenant_id = entitlements.current_tenant_id())) WITH CHECK ((tenant_id = entitlements.current_tenant_id()));

--
-- Name: credit_spends tenant_rows; Type: POLICY; Schema: entitlements; Owner: hearth_owner
--

CREATE POLICY tenant_rows ON entitlements.credit_spends TO hearth_owner, hearth_server USING ((tenant_id = entitlements.current_tenant_id())) WITH CHECK ((tenant_id = entitlements.current_tenant_id()));

--
-- Name: deliveries tenant_rows; Type: POLICY; Schema: entitlements; Owner: hearth_owner
--

CREATE POLICY tenant_rows ON entitlements.deliveries TO hearth_server USING ((tenant_id = entitlements.current_tenant_id())) WITH CHECK ((tenant_id = entitlements.current_tenant_id()));

--
-- Name: device_secrets tenant_rows; Type: POLICY; Schema: entitlements; Owner: hearth_owner
--

CREATE POLICY tenant_rows ON entitlements.device_secrets TO hearth_owner, hearth_server USING ((tenant_id = entitlements.current_tenant_id())) WITH CHECK ((tenant_id = entitlements.current_tenant_id()));

--
-- Name: dismissed_notices tenant_rows; Type: POLICY; Schema: entitlements; Owner: hearth_owner
--

CREATE POLICY tenant_rows ON entitlements.dismissed_notices TO hearth_owner, hearth_server USING ((tenant_id = entitlements.current_tenant_id())) WITH CHECK ((tenant_id = entitlements.current_tenant_id()));

--
-- Name: drift tenant_rows; Type: POLICY; Schema: entitlements; Owner: hearth_owner
--

CREATE POLICY tenant_rows ON entitlements.drift TO hearth_owner, hearth_server USING ((tenant_id = entitlements.current_tenant_id())) WITH CHECK ((tenant_id = entitlements.current_tenant_id()));

--
-- Name: dropped_bodies tenant_rows; Type: POLICY; Schema: entitlements; Owner: hearth_owner
--

CREATE POLICY tenant_rows ON entitlements.dropped_bodies TO hearth_owner, hearth_server USING ((tenant_id = entitlements.current_tenant_id())) WITH CHECK ((tenant_id = entitlements.current_tenant_id()));

--
-- Name: endpoint_secrets tenant_rows; Type: POLICY; Schema: entitlements; Owner: hearth_owner
--

CREATE POLICY tenant_rows ON entitlements.endpoint_secrets TO hearth_owner, hearth_server USING ((tenant_id = entitlements.current_tenant_id())) WITH CHECK ((tenant_id = entitlements.current_tenant_id()));

--
-- Name: endpoints tenant_rows; Type: POLICY; Schema: entitlements; Owner: hearth_owner
--

CREATE POLICY tenant_rows ON entitlements.endpoints TO hearth_server USING ((tenant_id = entitlements.current_tenant_id())) WITH CHECK ((tenant_id = entitlements.current_tenant_id()));

--
-- Name: entitlement_implications tenant_rows; Type: POLICY; Schema: entitlements; Owner: hearth_owner
--

CREATE POLICY tenant_rows ON entitlements.entitlement_implications TO hearth_owner, hearth_server USING ((tenant_id = entitlements.current_tenant_id())) WITH CHECK ((tenant_id = entitlements.current_tenant_id()));

--
-- Name: entitlements tenant_rows; Type: POLICY; Schema: entitlements; Owner: hearth_owner
--

CREATE POLICY tenant_rows ON entitlements.entitlements TO hearth_owner, hearth_server USING ((tenant_id = entitlements.current_tenant_id())) WITH CHECK ((tenant_id = entitlements.current_tenant_id()));

--
-- Name: erased_ids tenant_rows; Type: POLICY; Schema: entitlements; Owner: hearth_owner
--

CREATE POLICY tenant_rows ON entitlements.erased_ids TO hearth_owner, hearth_server USING ((tenant_id = entitlements.current_tenant_id())) WITH CHECK ((tenant_id = entitlements.current_tenant_id()));

--
-- Name: erasures tenant_rows; Type: POLICY; Schema: entitlements; Owner: hearth_owner
--

CREATE POLICY tenant_rows ON entitlements.erasures TO hearth_server USING ((tenant_id = entitlements.current_tenant_id())) WITH CHECK ((tenant_id = entitlements.current_tenant_id()));

--
-- Name: events_to_erase tenant_rows; Type: POLICY; Schema: entitlements; Owner: hearth_owner
--

CREATE POLICY tenant_rows ON entitlements.events_to_erase TO hearth_server USING ((tenant_id = entitlements.current_tenant_id())) WITH CHECK ((tenant_id = entitlements.current_tenant_id()));

--
-- Name: evidence tenant_rows; Type: POLICY; Schema: entitlements; Owner: hearth_owner
--

CREATE POLICY tenant_rows ON entitlements.evidence TO hearth_owner, hearth_server USING ((tenant_id = entitlements.current_tenant_id())) WITH CHECK ((tenant_id = entitlements.current_tenant_id()));

--
-- Name: features tenant_rows; Type: POLICY; Schema: entitlements; Owner: hearth_owner
--

CREATE POLICY tenant_rows ON entitlements.features TO hearth_owner, hearth_server USING ((tenant_id = entitlements.current_tenant_id())) WITH CHECK ((tenant_id = entitlements.current_tenant_id()));

--
-- Name: figure_buckets tenant_rows; Type: POLICY; Schema: entitlements; Owner: hearth_owner
--

CREATE POLICY tenant_rows ON entitlements.figure_buckets TO hearth_server USING ((tenant_id = entitlements.current_tenant_id())) WITH CHECK ((tenant_id = entitlements.current_tenant_id()));

--
-- Name: figure_turns tenant_rows; Type: POLICY; Schema: entitlements; Owner: hearth_owner
--

CREATE POLICY tenant_rows ON entitlements.figure_turns TO hearth_server USING ((tenant_id = entitlements.current_tenant_id())) WITH CHECK ((tenant_id = entitlements.current_tenant_id()));

--
-- Name: figures tenant_rows; Type: POLICY; Schema: entitlements; Owner: hearth_owner
--

CREATE POLICY tenant_rows ON entitlements.figures TO hearth_owner, hearth_server USING ((tenant_id = entitlements.current_tenant_id())) WITH CHECK ((tenant_id = entitlements.current_tenant_id()));

--
-- Name: former_app_user_ids tenant_rows; Type: POLICY; Schema: entitlements; Owner: hearth_owner
--

CREATE POLICY tenant_rows ON entitlements.former_app_user_ids TO hearth_owner, hearth_server USING ((tenant_id = entitlements.current_tenant_id())) WITH CHECK ((tenant_id = entitlements.current_tenant_id()));

--
-- Name: grants tenant_rows; Type: POLICY; Schema: entitlements; Owner: hearth_owner
--

CREATE POLICY tenant_rows ON entitlements.grants TO hearth_owner, hearth_server USING ((tenant_id = entitlements.current_tenant_id())) WITH CHECK ((tenant_id = entitlements.current_tenant_id()));

--
-- Name: household_invites tenant_rows; Type: POLICY; Schema: entitlements; Owner: hearth_owner
--

CREATE POLICY tenant_rows ON entitlements.household_invites TO hearth_owner, hearth_server USING ((tenant_id = entitlements.current_tenant_id())) WITH CHECK ((tenant_id = entitlements.current_tenant_id()));

--
-- Name: household_members tenant_rows; Type: POLICY; Schema: entitlements; Owner: hearth_owner
--

CREATE POLICY tenant_rows ON entitlements.household_members TO hearth_owner, hearth_server USING ((tenant_id = entitlements.current_tenant_id())) WITH CHECK ((tenant_id = entitlements.current_tenant_id()));

--
-- Name: household_owners tenant_rows; Type: POLICY; Schema: entitlements; Owner: hearth_owner
--

CREATE POLICY tenant_rows ON entitlements.household_owners TO hearth_owner, hearth_server USING ((tenant_id = entitlements.current_tenant_id())) WITH CHECK ((tenant_id = entitlements.current_tenant_id()));

--
-- Name: household_reviews tenant_rows; Type: POLICY; Schema: entitlements; Owner: hearth_owner
--

CREATE POLICY tenant_rows ON entitlements.household_reviews TO hearth_server USING ((tenant_id = entitlements.current_tenant_id())) WITH CHECK ((tenant_id = entitlements.current_tenant_id()));

--
-- Name: household_rules tenant_rows; Type: POLICY; Schema: entitlements; Owner: hearth_owner
--

CREATE POLICY tenant_rows ON entitlements.household_rules TO hearth_owner, hearth_server USING ((tenant_id = entitlements.current_tenant_id())) WITH CHECK ((tenant_id = entitlements.current_tenant_id()));

--
-- Name: households tenant_rows; Type: POLICY; Schema: entitlements; Owner: hearth_owner
--

CREATE POLICY tenant_rows ON entitlements.households TO hearth_owner, hearth_server USING ((tenant_id = entitlements.current_tenant_id())) WITH CHECK ((tenant_id = entitlements.current_tenant_id()));

--
-- Name: idempotent_answers tenant_rows; Type: POLICY; Schema: entitlements; Owner: hearth_owner
--

CREATE POLICY tenant_rows ON entitlements.idempotent_answers TO hearth_server USING ((tenant_id = entitlements.current_tenant_id())) WITH CHECK ((tenant_id = entitlements.current_tenant_id()));

--
-- Name: kept_out_ids tenant_rows; Type: POLICY; Schema: entitlements; Owner: hearth_owner
--

CREATE POLICY tenant_rows ON entitlements.kept_out_ids TO hearth_owner, hearth_server USING ((tenant_id = entitlements.current_tenant_id())) WITH CHECK ((tenant_id = entitlements.current_tenant_id()));

--
-- Name: limit_entitlements tenant_rows; Type: POLICY; Schema: entitlements; Owner: hearth_owner
--

CREATE POLICY tenant_rows ON entitlements.limit_entitlements TO hearth_owner, hearth_server USING ((tenant_id = entitlements.current_tenant_id())) WITH CHECK ((tenant_id = entitlements.current_tenant_id()));

--
-- Name: limits tenant_rows; Type: POLICY; Schema: entitlements; Owner: hearth_owner
--

CREATE POLICY tenant_rows ON entitlements.limits TO hearth_server USING ((tenant_id = entitlements.current_tenant_id())) WITH CHECK ((tenant_id = entitlements.current_tenant_id()));

--
-- Name: logged_notices tenant_rows; Type: POLICY; Schema: entitlements; Owner: hearth_owner
--

CREATE POLICY tenant_rows ON entitlements.logged_notices TO hearth_server USING ((tenant_id = entitlements.current_tenant_id())) WITH CHECK ((tenant_id = entitlements.current_tenant_id()));

--
-- Name: merge_links tenant_rows; Type: POLICY; Schema: entitlements; Owner: hearth_owner
--

CREATE POLICY tenant_rows ON entitlements.merge_links TO hearth_owner, hearth_server USING ((tenant_id = entitlements.current_tenant_id())) WITH CHECK ((tenant_id = entitlements.current_tenant_id()));

--
-- Name: merge_tickets tenant_rows; Type: POLICY; Schema: entitlements; Owner: hearth_owner
--

CREATE POLICY tenant_rows ON entitlements.merge_tickets TO hearth_server USING ((tenant_id = entitlements.current_tenant_id())) WITH CHECK ((tenant_id = entitlements.current_tenant_id()));

--
-- Name: merges tenant_rows; Type: POLICY; Schema: entitlements; Owner: hearth_owner
--

CREATE POLICY tenant_rows ON entitlements.merges TO hearth_owner, hearth_server USING ((tenant_id = entitlements.current_tenant_id())) WITH CHECK ((tenant_id = entitlements.current_tenant_id()));

--
-- Name: named_by_events tenant_rows; Type: POLICY; Schema: entitlements; Owner: hearth_owner
--

CREATE POLICY tenant_rows ON entitlements.named_by_events TO hearth_owner, hearth_server USING ((tenant_id = entitlements.current_tenant_id())) WITH CHECK ((tenant_id = entitlements.current_tenant_id()));

--
-- Name: noted_balances tenant_rows; Type: POLICY; Schema: entitlements; Owner: hearth_owner
--

CREATE POLICY tenant_rows ON entitlements.noted_balances TO hearth_owner, hearth_server USING ((tenant_id = entitlements.current_tenant_id())) WITH CHECK ((tenant_id = entitlements.current_tenant_id()));

--
-- Name: notice_rules tenant_rows; Type: POLICY; Schema: entitlements; Owner: hearth_owner
--

CREATE POLICY tenant_rows ON entitlements.notice_rules TO hearth_owner, hearth_server USING ((tenant_id = entitlements.current_tenant_id())) WITH CHECK ((tenant_id = entitlements.current_tenant_id()));

--
-- Name: operator_notes tenant_rows; Type: POLICY; Schema: entitlements; Owner: hearth_owner
--

CREATE POLICY tenant_rows ON entitlements.operator_notes TO hearth_owner, hearth_server USING ((tenant_id = entitlements.current_tenant_id())) WITH CHECK ((tenant_id = entitlements.current_tenant_id()));

--
-- Name: orphans tenant_rows; Type: POLICY; Schema: entitlements; Owner: hearth_owner
--

CREATE POLICY tenant_rows ON entitlements.orphans TO hearth_owner, hearth_server USING ((tenant_id = entitlements.current_tenant_id())) WITH CHECK ((tenant_id = entitlements.current_tenant_id()));

--
-- Name: overuses tenant_rows; Type: POLICY; Schema: entitlements; Owner: hearth_owner
--

CREATE POLICY tenant_rows ON entitlements.overuses TO hearth_owner, hearth_server USING ((tenant_id = entitlements.current_tenant_id())) WITH CHECK ((tenant_id = entitlements.current_tenant_id()));

--
-- Name: pending_changes tenant_rows; Type: POLICY; Schema: entitlements; Owner: hearth_owner
--

CREATE POLICY tenant_rows ON entitlements.pending_changes TO hearth_server USING ((tenant_id = entitlements.current_tenant_id())) WITH CHECK ((tenant_id = entitlements.current_tenant_id()));

--
-- Name: people_rules tenant_rows; Type: POLICY; Schema: entitlements; Owner: hearth_owner
--

CREATE POLICY tenant_rows ON entitlements.people_rules TO hearth_owner, hearth_server USING ((tenant_id = entitlements.current_tenant_id())) WITH CHECK ((tenant_id = entitlements.current_tenant_id()));

--
-- Name: policy_roles tenant_rows; Type: POLICY; Schema: entitlements; Owner: hearth_owner
--

CREATE POLICY tenant_rows ON entitlements.policy_roles TO hearth_owner, hearth_server USING ((tenant_id = entitlements.current_tenant_id())) WITH CHECK ((tenant_id = entitlements.current_tenant_id()));

--
-- Name: product_credits tenant_rows; Type: POLICY; Schema: entitlements; Owner: hearth_owner
--

CREATE POLICY tenant_rows ON entitlements.product_credits TO hearth_owner, hearth_server USING ((tenant_id = entitlements.current_tenant_id())) WITH CHECK ((tenant_id = entitlements.current_tenant_id()));

--
-- Name: product_entitlements tenant_rows; Type: POLICY; Schema: entitlements; Owner: hearth_owner
--

CREATE POLICY tenant_rows ON entitlements.product_entitlements TO hearth_owner, hearth_server USING ((tenant_id = entitlements.current_tenant_id())) WITH CHECK ((tenant_id = entitlements.current_tenant_id()));

--
-- Name: products tenant_rows; Type: POLICY; Schema: entitlements; Owner: hearth_owner
--

CREATE POLICY tenant_rows ON entitlements.products TO hearth_owner, hearth_server USING ((tenant_id = entitlements.current_tenant_id())) WITH CHECK ((tenant_id = entitlements.current_tenant_id()));

--
-- Name: purchase_moves tenant_rows; Type: POLICY; Schema: entitlements; Owner: hearth_owner
--

CREATE POLICY tenant_rows ON entitlements.purchase_moves TO hearth_owner, hearth_server USING ((tenant_id = entitlements.current_tenant_id())) WITH CHECK ((tenant_id = entitlements.current_tenant_id()));

--
-- Name: purchases tenant_rows; Type: POLICY; Schema: entitlements; Owner: hearth_owner
--

CREATE POLICY tenant_rows ON entitlements.purchases TO hearth_owner, hearth_server USING ((tenant_id = entitlements.current_tenant_id())) WITH CHECK ((tenant_id = entitlements.current_tenant_id()));

--
-- Name: reached_limits tenant_rows; Type: POLICY; Schema: entitlements; Owner: hearth_owner
--

CREATE POLICY tenant_rows ON entitlements.reached_limits TO hearth_owner, hearth_server USING ((tenant_id = entitlements.current_tenant_id())) WITH CHECK ((tenant_id = entitlements.current_tenant_id()));

--
-- Name: referral_codes tenant_rows; Type: POLICY; Schema: entitlements; Owner: hearth_owner
--

CREATE POLICY tenant_rows ON entitlements.referral_codes TO hearth_owner, hearth_server USING ((tenant_id = entitlements.current_tenant_id())) WITH CHECK ((tenant_id = entitlements.current_tenant_id()));

--
-- Name: referral_rules tenant_rows; Type: POLICY; Schema: entitlements; Owner: hearth_owner
--

CREATE POLICY tenant_rows ON entitlements.referral_rules TO hearth_owner, hearth_server USING ((tenant_id = entitlements.current_tenant_id())) WITH CHECK ((tenant_id = entitlements.current_tenant_id()));

--
-- Name: referrals tenant_rows; Type: POLICY; Schema: entitlements; Owner: hearth_owner
--

CREATE POLICY tenant_rows ON entitlements.referrals TO hearth_server USING ((tenant_id = entitlements.current_tenant_id())) WITH CHECK ((tenant_id = entitlements.current_tenant_id()));

--
-- Name: refused_webhooks tenant_rows; Type: POLICY; Schema: entitlements; Owner: hearth_owner
--

CREATE POLICY tenant_rows ON entitlements.refused_webhooks TO hearth_owner, hearth_server USING ((tenant_id = entitlements.current_tenant_id())) WITH CHECK ((tenant_id = entitlements.current_tenant_id()));

--
-- Name: reservations tenant_rows; Type: POLICY; Schema: entitlements; Owner: hearth_owner
--

CREATE POLICY tenant_rows ON entitlements.reservations TO hearth_server USING ((tenant_id = entitlements.current_tenant_id())) WITH CHECK ((tenant_id = entitlements.current_tenant_id()));

--
-- Name: run_app_users tenant_rows; Type: POLICY; Schema: entitlements; Owner: hearth_owner
--

CREATE POLICY tenant_rows ON entitlements.run_app_users TO hearth_server USING ((tenant_id = entitlements.current_tenant_id())) WITH CHECK ((tenant_id = entitlements.current_tenant_id()));

--
-- Name: runs tenant_rows; Type: POLICY; Schema: entitlements; Owner: hearth_owner
--

CREATE POLICY tenant_rows ON entitlements.runs TO hearth_server USING ((tenant_id = entitlements.current_tenant_id())) WITH CHECK ((tenant_id = entitlements.current_tenant_id()));

--
-- Name: sandbox_answers tenant_rows; Type: POLICY; Schema: entitlements; Owner: hearth_owner
--

CREATE POLICY tenant_rows ON entitlements.sandbox_answers TO hearth_owner, hearth_server USING ((tenant_id = entitlements.current_tenant_id())) WITH CHECK ((tenant_id = entitlements.current_tenant_id()));

--
-- Name: sandbox_testers tenant_rows; Type: POLICY; Schema: entitlements; Owner: hearth_owner
--

CREATE POLICY tenant_rows ON entitlements.sandbox_testers TO hearth_owner, hearth_server USING ((tenant_id = entitlements.current_tenant_id())) WITH CHECK ((tenant_id = entitlements.current_tenant_id()));

--
-- Name: search_words tenant_rows; Type: POLICY; Schema: entitlements; Owner: hearth_owner
--

CREATE POLICY tenant_rows ON entitlements.search_words TO hearth_owner, hearth_server USING ((tenant_id = entitlements.current_tenant_id())) WITH CHECK ((tenant_id = entitlements.current_tenant_id()));

--
-- Name: signing_keys tenant_rows; Type: POLICY; Schema: entitlements; Owner: hearth_owner
--

CREATE POLICY tenant_rows ON entitlements.signing_keys TO hearth_owner, hearth_server USING ((tenant_id = entitlements.current_tenant_id())) WITH CHECK ((tenant_id = entitlements.current_tenant_id()));

--
-- Name: snapshot_queue tenant_rows; Type: POLICY; Schema: entitlements; Owner: hearth_owner
--

CREATE POLICY tenant_rows ON entitlements.snapshot_queue TO hearth_server USING ((tenant_id = entitlements.current_tenant_id())) WITH CHECK ((tenant_id = entitlements.current_tenant_id()));

--
-- Name: snapshots tenant_rows; Type: POLICY; Schema: entitlements; Owner: hearth_owner
--

CREATE POLICY tenant_rows ON entitlements.snapshots TO hearth_owner, hearth_server USING ((tenant_id = entitlements.current_tenant_id())) WITH CHECK ((tenant_id = entitlements.current_tenant_id()));

--
-- Name: stale_answers tenant_rows; Type: POLICY; Schema: entitlements; Owner: hearth_owner
--

CREATE POLICY tenant_rows ON entitlements.stale_answers TO hearth_owner, hearth_server USING ((tenant_id = entitlements.current_tenant_id())) WITH CHECK ((tenant_id = entitlements.current_tenant_id()));

--
-- Name: stored_answers tenant_rows; Type: POLICY; Schema: entitlements; Owner: hearth_owner
--

CREATE POLICY tenant_rows ON entitlements.stored_answers TO hearth_owner, hearth_server USING ((tenant_id = entitlements.current_tenant_id())) WITH CHECK ((tenant_id = entitlements.current_tenant_id()));

--
-- Name: synced_household_members tenant_rows; Type: POLICY; Schema: entitlements; Owner: hearth_owner
--

CREATE POLICY tenant_rows ON entitlements.synced_household_members TO hearth_owner, hearth_server USING ((tenant_id = entitlements.current_tenant_id())) WITH CHECK ((tenant_id = entitlements.current_tenant_id()));

--
-- Name: synced_subscriptions tenant_rows; Type: POLICY; Schema: entitlements; Owner: hearth_owner
--

CREATE POLICY tenant_rows ON entitlements.synced_subscriptions TO hearth_owner, hearth_server USING ((tenant_id = entitlements.current_tenant_id())) WITH CHECK ((tenant_id = entitlements.current_tenant_id()));

--
-- Name: tenant_moves tenant_rows; Type: POLICY; Schema: entitlements; Owner: hearth_owner
--

CREATE POLICY tenant_rows ON entitlements.tenant_moves TO hearth_server USING ((tenant_id = entitlements.current_tenant_id())) WITH CHECK ((tenant_id = entitlements.current_tenant_id()));

--
-- Name: tenants tenant_rows; Type: POLICY; Schema: entitlements; Owner: hearth_owner
--

CREATE POLICY tenant_rows ON entitlements.tenants TO hearth_server USING ((tenant_id = entitlements.current_tenant_id())) WITH CHECK ((tenant_id = entitlements.current_tenant_id()));

--
-- Name: token_issuers tenant_rows; Type: POLICY; Schema: entitlements; Owner: hearth_owner
--

CREATE POLICY tenant_rows ON entitlements.token_issuers TO hearth_owner, hearth_server USING ((tenant_id = entitlements.current_tenant_id())) WITH CHECK ((tenant_id = entitlements.current_tenant_id()));

--
-- Name: token_secrets tenant_rows; Type: POLICY; Schema: entitlements; Owner: hearth_owner
--

CREATE POLICY tenant_rows ON entitlements.token_secrets TO hearth_owner, hearth_server USING ((tenant_id = entitlements.current_tenant_id())) WITH CHECK ((tenant_id = entitlements.current_tenant_id()));

--
-- Name: transfer_sides tenant_rows; Type: POLICY; Schema: entitlements; Owner: hearth_owner
--

CREATE POLICY tenant_rows ON entitlements.transfer_sides TO hearth_owner, hearth_server USING ((tenant_id = entitlements.current_tenant_id())) WITH CHECK ((tenant_id = entitlements.current_tenant_id()));

--
-- Name: upstreams tenant_rows; Type: POLICY; Schema: entitlements; Owner: hearth_owner
--

CREATE POLICY tenant_rows ON entitlements.upstreams TO hearth_server USING ((tenant_id = entitlements.current_tenant_id())) WITH CHECK ((tenant_id = entitlements.current_tenant_id()));

--
-- Name: usage tenant_rows; Type: POLICY; Schema: entitlements; Owner: hearth_owner
--

CREATE POLICY tenant_rows ON entitlements.usage TO hearth_server USING ((tenant_id = entitlements.current_tenant_id())) WITH CHECK ((tenant_id = entitlements.current_tenant_id()));

--
-- Name: uses tenant_rows; Type: POLICY; Schema: entitlements; Owner: hearth_owner
--

CREATE POLICY tenant_rows ON entitlements.uses TO hearth_server USING ((tenant_id = entitlements.current_tenant_id())) WITH CHECK ((tenant_id = entitlements.current_tenant_id()));

--
-- Name: webhook_events tenant_rows; Type: POLICY; Schema: entitlements; Owner: hearth_owner
--

CREATE POLICY tenant_rows ON entitlements.webhook_events TO hearth_server USING ((tenant_id = entitlements.current_tenant_id())) WITH CHECK ((tenant_id = entitlements.current_tenant_id()));

--
-- Name: webhook_secrets tenant_rows; Type: POLICY; Schema: entitlements; Owner: hearth_owner
--

CREATE POLICY tenant_rows ON entitlements.webhook_secrets TO hearth_owner, hearth_server USING ((tenant_id = entitlements.current_tenant_id())) WITH CHECK ((tenant_id = entitlements.current_tenant_id()));

--
-- Name: tenants; Type: ROW SECURITY; Schema: entitlements; Owner: hearth_owner
--

ALTER TABLE entitlements.tenants ENABLE ROW LEVEL SECURITY;

--
-- Name: token_issuers; Type: ROW SECURITY; Schema: entitlements; Owner: hearth_owner
--

ALTER TABLE entitlements.token_issuers ENABLE ROW LEVEL SECURITY;

--
-- Name: token_secrets; Type: ROW SECURITY; Schema: entitlements; Owner: hearth_owner
--

ALTER TABLE entitlements.token_secrets ENABLE ROW LEVEL SECURITY;

--
-- Name: transfer_sides; Type: ROW SECURITY; Schema: entitlements; Owner: hearth_owner
--

ALTER TABLE entitlements.transfer_sides ENABLE ROW LEVEL SECURITY;

--
-- Name: upstreams; Type: ROW SECURITY; Schema: entitlements; Owner: hearth_owner
--

ALTER TABLE entitlements.upstreams ENABLE ROW LEVEL SECURITY;

--
-- Name: usage; Type: ROW SECURITY; Schema: entitlements; Owner: hearth_owner
--

ALTER TABLE entitlements.usage ENABLE ROW LEVEL SECURITY;

--
-- Name: uses; Type: ROW SECURITY; Schema: entitlements; Owner: hearth_owner
--

ALTER TABLE entitlements.uses ENABLE ROW LEVEL SECURITY;

--
-- Name: webhook_events; Type: ROW SECURITY; Schema: entitlements; Owner: hearth_owner
--

ALTER TABLE entitlements.webhook_events ENABLE ROW LEVEL SECURITY;

--
-- Name: webhook_secrets; Type: ROW SECURITY; Schema: entitlements; Owner: hearth_owner
--

ALTER TABLE entitlements.webhook_secrets ENABLE ROW LEVEL SECURITY;

--
-- Name: SCHEMA entitlements; Type: ACL; Schema: -; Owner: hearth_owner
--

GRANT USAGE ON SCHEMA entitlements TO hearth_server;
GRANT USAGE ON SCHEMA entitlements TO hearth_backup;

--
-- Name: FUNCTION evidence_rank(kind text); Type: ACL; Schema: entitlements; Owner: hearth_owner
--

REVOKE ALL ON FUNCTION entitlements.evidence_rank(kind text) FROM PUBLIC;
GRANT ALL ON FUNCTION entitlements.evidence_rank(kind text) TO hearth_server;

--
-- Name: TABLE evidence; Type: ACL; Schema: entitlements; Owner: hearth_owner
--

GRANT SELECT,INSERT ON TABLE entitlements.evidence TO hearth_server;
GRANT SELECT ON TABLE entitlements.evidence TO hearth_backup;

--
-- Name: TABLE purchases; Type: ACL; Schema: entitlements; Owner: hearth_owner
--

GRANT SELECT,INSERT,UPDATE ON TABLE entitlements.purchases TO hearth_server;
GRANT SELECT ON TABLE entitlements.purchases TO hearth_backup;

--
-- Name: TABLE drift; Type: ACL; Schema: entitlements; Owner: hearth_owner
--

GRANT SELECT,INSERT ON TABLE entitlements.drift TO hearth_server;
GRANT SELECT ON TABLE entitlements.drift TO hearth_backup;

--
-- Name: PROCEDURE admit_policy_role(IN tenant text, IN role_name text); Type: ACL; Schema: entitlements; Owner: hearth_owner
--

REVOKE ALL ON PROCEDURE entitlements.admit_policy_role(IN tenant text, IN role_name text) FROM PUBLIC;

--
-- Name: PROCEDURE apply_evidence_kinds(); Type: ACL; Schema: entitlements; Owner: hearth_owner
--

REVOKE ALL ON PROCEDURE entitlements.apply_evidence_kinds() FROM PUBLIC;

--
-- Name: FUNCTION count_rows(maximum_tenants integer, maximum_rows integer); Type: ACL; Schema: entitlements; Owner: hearth_owner
--

REVOKE ALL ON FUNCTION entitlements.count_rows(maximum_tenants integer, maximum_rows integer) FROM PUBLIC;
GRANT ALL ON FUNCTION entitlements.count_rows(maximum_tenants integer, maximum_rows integer) TO hearth_backup;

--
-- Name: FUNCTION current_tenant_id(); Type: ACL; Schema: entitlements; Owner: hearth_owner
--

REVOKE ALL ON FUNCTION entitlements.current_tenant_id() FROM PUBLIC;
GRANT ALL ON FUNCTION entitlements.current_tenant_id() TO hearth_server;

--
-- Name: PROCEDURE dismiss_policy_role(IN tenant text, IN role_name text); Type: ACL; Schema: entitlements; Owner: hearth_owner
--

REVOKE ALL ON PROCEDURE entitlements.dismiss_policy_role(IN tenant text, IN role_name text) FROM PUBLIC;

--
-- Name: FUNCTION event_of_body(body bytea); Type: ACL; Schema: entitlements; Owner: hearth_owner
--

REVOKE ALL ON FUNCTION entitlements.event_of_body(body bytea) FROM PUBLIC;
GRANT ALL ON FUNCTION entitlements.event_of_body(body bytea) TO hearth_server;

--
-- Name: FUNCTION evidence_does(kind text); Type: ACL; Schema: entitlements; Owner: hearth_owner
--

REVOKE ALL ON FUNCTION entitlements.evidence_does(kind text) FROM PUBLIC;
GRANT ALL ON FUNCTION entitlements.evidence_does(kind text) TO hearth_server;

--
-- Name: FUNCTION has_entitlement(tenant text, app_user_id text, entitlement text); Type: ACL; Schema: entitlements; Owner: hearth_owner
--

REVOKE ALL ON FUNCTION entitlements.has_entitlement(tenant text, app_user_id text, entitlement text) FROM PUBLIC;

--
-- Name: FUNCTION id_digest(tenant_id uuid, app_user_id text); Type: ACL; Schema: entitlements; Owner: hearth_owner
--

REVOKE ALL ON FUNCTION entitlements.id_digest(tenant_id uuid, app_user_id text) FROM PUBLIC;
GRANT ALL ON FUNCTION entitlements.id_digest(tenant_id uuid, app_user_id text) TO hearth_server;

--
-- Name: FUNCTION is_erased_name(app_user_id text); Type: ACL; Schema: entitlements; Owner: hearth_owner
--

REVOKE ALL ON FUNCTION entitlements.is_erased_name(app_user_id text) FROM PUBLIC;
GRANT ALL ON FUNCTION entitlements.is_erased_name(app_user_id text) TO hearth_server;

--
-- Name: FUNCTION keep_former_app_user_id(); Type: ACL; Schema: entitlements; Owner: hearth_owner
--

REVOKE ALL ON FUNCTION entitlements.keep_former_app_user_id() FROM PUBLIC;

--
-- Name: FUNCTION named_in_event(event jsonb); Type: ACL; Schema: entitlements; Owner: hearth_owner
--

REVOKE ALL ON FUNCTION entitlements.named_in_event(event jsonb) FROM PUBLIC;
GRANT ALL ON FUNCTION entitlements.named_in_event(event jsonb) TO hearth_server;

--
-- Name: FUNCTION note_named(); Type: ACL; Schema: entitlements; Owner: hearth_owner
--

REVOKE ALL ON FUNCTION entitlements.note_named() FROM PUBLIC;

--
-- Name: FUNCTION open_functions(); Type: ACL; Schema: entitlements; Owner: hearth_owner
--

REVOKE ALL ON FUNCTION entitlements.open_functions() FROM PUBLIC;
GRANT ALL ON FUNCTION entitlements.open_functions() TO hearth_server;

--
-- Name: FUNCTION pin_installed_functions(); Type: ACL; Schema: entitlements; Owner: hearth_owner
--

REVOKE ALL ON FUNCTION entitlements.pin_installed_functions() FROM PUBLIC;

--
-- Name: PROCEDURE pin_search_paths(); Type: ACL; Schema: entitlements; Owner: hearth_owner
--

REVOKE ALL ON PROCEDURE entitlements.pin_search_paths() FROM PUBLIC;

--
-- Name: FUNCTION refuse_erased_name(); Type: ACL; Schema: entitlements; Owner: hearth_owner
--

REVOKE ALL ON FUNCTION entitlements.refuse_erased_name() FROM PUBLIC;

--
-- Name: FUNCTION refuse_kept_out_id(); Type: ACL; Schema: entitlements; Owner: hearth_owner
--

REVOKE ALL ON FUNCTION entitlements.refuse_kept_out_id() FROM PUBLIC;

--
-- Name: PROCEDURE secure_table(IN table_name regclass, IN is_crossed_by_doors boolean); Type: ACL; Schema: entitlements; Owner: hearth_owner
--

REVOKE ALL ON PROCEDURE entitlements.secure_table(IN table_name regclass, IN is_crossed_by_doors boolean) FROM PUBLIC;

--
-- Name: FUNCTION tables_seen(); Type: ACL; Schema: entitlements; Owner: hearth_owner
--

REVOKE ALL ON FUNCTION entitlements.tables_seen() FROM PUBLIC;
GRANT ALL ON FUNCTION entitlements.tables_seen() TO hearth_server;

--
-- Name: FUNCTION texts_of_event(event jsonb, is_understood boolean); Type: ACL; Schema: entitlements; Owner: hearth_owner
--

REVOKE ALL ON FUNCTION entitlements.texts_of_event(event jsonb, is_understood boolean) FROM PUBLIC;
GRANT ALL ON FUNCTION entitlements.texts_of_event(event jsonb, is_understood boolean) TO hearth_server;

--
-- Name: FUNCTION words_of(content text); Type: ACL; Schema: entitlements; Owner: hearth_owner
--

REVOKE ALL ON FUNCTION entitlements.words_of(content text) FROM PUBLIC;
GRANT ALL ON FUNCTION entitlements.words_of(content text) TO hearth_server;

--
-- Name: FUNCTION words_of_id(app_user_id text); Type: ACL; Schema: entitlements; Owner: hearth_owner
--

REVOKE ALL ON FUNCTION entitlements.words_of_id(app_user_id text) FROM PUBLIC;
GRANT ALL ON FUNCTION entitlements.words_of_id(app_user_id text) TO hearth_server;

--
-- Name: TABLE credit_adjustments; Type: ACL; Schema: entitlements; Owner: hearth_owner
--

GRANT SELECT,INSERT ON TABLE entitlements.credit_adjustments TO hearth_server;
GRANT SELECT ON TABLE entitlements.credit_adjustments TO hearth_backup;

--
-- Name: TABLE endpoints; Type: ACL; Schema: entitlements; Owner: hearth_owner
--

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE entitlements.endpoints TO hearth_server;
GRANT SELECT ON TABLE entitlements.endpoints TO hearth_backup;

--
-- Name: TABLE grants; Type: ACL; Schema: entitlements; Owner: hearth_owner
--

GRANT SELECT,INSERT,UPDATE ON TABLE entitlements.grants TO hearth_server;
GRANT SELECT ON TABLE entitlements.grants TO hearth_backup;

--
-- Name: TABLE api_keys; Type: ACL; Schema: entitlements; Owner: hearth_owner
--

GRANT SELECT,INSERT,UPDATE ON TABLE entitlements.api_keys TO hearth_server;
GRANT SELECT ON TABLE entitlements.api_keys TO hearth_backup;

--
-- Name: TABLE household_members; Type: ACL; Schema: entitlements; Owner: hearth_owner
--

GRANT SELECT,INSERT,UPDATE ON TABLE entitlements.household_members TO hearth_server;
GRANT SELECT ON TABLE entitlements.household_members TO hearth_backup;

--
-- Name: TABLE reservations; Type: ACL; Schema: entitlements; Owner: hearth_owner
--

GRANT SELECT,INSERT,UPDATE ON TABLE entitlements.reservations TO hearth_server;
GRANT SELECT ON TABLE entitlements.reservations TO hearth_backup;

--
-- Name: TABLE code_redemptions; Type: ACL; Schema: entitlements; Owner: hearth_owner
--

GRANT SELECT,INSERT,UPDATE ON TABLE entitlements.code_redemptions TO hearth_server;
GRANT SELECT ON TABLE entitlements.code_redemptions TO hearth_backup;

--
-- Name: TABLE codes; Type: ACL; Schema: entitlements; Owner: hearth_owner
--

GRANT SELECT,INSERT,UPDATE ON TABLE entitlements.codes TO hearth_server;
GRANT SELECT ON TABLE entitlements.codes TO hearth_backup;

--
-- Name: TABLE tenants; Type: ACL; Schema: entitlements; Owner: hearth_owner
--

GRANT SELECT,UPDATE ON TABLE entitlements.tenants TO hearth_server;
GRANT SELECT ON TABLE entitlements.tenants TO hearth_backup;

--
-- Name: TABLE products; Type: ACL; Schema: entitlements; Owner: hearth_owner
--

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE entitlements.products TO hearth_server;
GRANT SELECT ON TABLE entitlements.products TO hearth_backup;

--
-- Name: TABLE product_entitlements; Type: ACL; Schema: entitlements; Owner: hearth_owner
--

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE entitlements.product_entitlements TO hearth_server;
GRANT SELECT ON TABLE entitlements.product_entitlements TO hearth_backup;

--
-- Name: TABLE aliased_ids; Type: ACL; Schema: entitlements; Owner: hearth_owner
--

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE entitlements.aliased_ids TO hearth_server;
GRANT SELECT ON TABLE entitlements.aliased_ids TO hearth_backup;

--
-- Name: TABLE sandbox_testers; Type: ACL; Schema: entitlements; Owner: hearth_owner
--

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE entitlements.sandbox_testers TO hearth_server;
GRANT SELECT ON TABLE entitlements.sandbox_testers TO hearth_backup;

--
-- Name: TABLE entitlements; Type: ACL; Schema: entitlements; Owner: hearth_owner
--

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE entitlements.entitlements TO hearth_server;
GRANT SELECT ON TABLE entitlements.entitlements TO hearth_backup;

--
-- Name: TABLE app_user_ids; Type: ACL; Schema: entitlements; Owner: hearth_owner
--

GRANT SELECT,INSERT,UPDATE ON TABLE entitlements.app_user_ids TO hearth_server;
GRANT SELECT ON TABLE entitlements.app_user_ids TO hearth_backup;

--
-- Name: TABLE app_users; Type: ACL; Schema: entitlements; Owner: hearth_owner
--

GRANT SELECT,INSERT,UPDATE ON TABLE entitlements.app_users TO hearth_server;
GRANT SELECT ON TABLE entitlements.app_users TO hearth_backup;

--
-- Name: TABLE merges; Type: ACL; Schema: entitlements; Owner: hearth_owner
--

GRANT SELECT,INSERT,UPDATE ON TABLE entitlements.merges TO hearth_server;
GRANT SELECT ON TABLE entitlements.merges TO hearth_backup;

--
-- Name: TABLE attributes; Type: ACL; Schema: entitlements; Owner: hearth_owner
--

GRANT SELECT,INSERT,UPDATE ON TABLE entitlements.attributes TO hearth_server;
GRANT SELECT ON TABLE entitlements.attributes TO hearth_backup;

--
-- Name: TABLE audit_entries; Type: ACL; Schema: entitlements; Owner: hearth_owner
--

GRANT SELECT,INSERT ON TABLE entitlements.audit_entries TO hearth_server;
GRANT SELECT ON TABLE entitlements.audit_entries TO hearth_backup;

--
-- Name: TABLE code_campaigns; Type: ACL; Schema: entitlements; Owner: hearth_owner
--

GRANT SELECT,INSERT,UPDATE ON TABLE entitlements.code_campaigns TO hearth_server;
GRANT SELECT ON TABLE entitlements.code_campaigns TO hearth_backup;

--
-- Name: TABLE change_entries; Type: ACL; Schema: entitlements; Owner: hearth_owner
--

GRANT SELECT ON TABLE entitlements.change_entries TO hearth_server;
GRANT SELECT ON TABLE entitlements.change_entries TO hearth_backup;

--
-- Name: TABLE stale_answers; Type: ACL; Schema: entitlements; Owner: hearth_owner
--

GRANT SELECT,INSERT,DELETE ON TABLE entitlements.stale_answers TO hearth_server;
GRANT SELECT ON TABLE entitlements.stale_answers TO hearth_backup;

--
-- Name: TABLE stored_answers; Type: ACL; Schema: entitlements; Owner: hearth_owner
--

GRANT SELECT,INSERT,UPDATE ON TABLE entitlements.stored_answers TO hearth_server;
GRANT SELECT ON TABLE entitlements.stored_answers TO hearth_backup;

--
-- Name: TABLE code_rules; Type: ACL; Schema: entitlements; Owner: hearth_owner
--

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE entitlements.code_rules TO hearth_server;
GRANT SELECT ON TABLE entitlements.code_rules TO hearth_backup;

--
-- Name: TABLE runs; Type: ACL; Schema: entitlements; Owner: hearth_owner
--

GRANT SELECT,INSERT,UPDATE ON TABLE entitlements.runs TO hearth_server;
GRANT SELECT ON TABLE entitlements.runs TO hearth_backup;

--
-- Name: TABLE household_owners; Type: ACL; Schema: entitlements; Owner: hearth_owner
--

GRANT SELECT,INSERT,UPDATE ON TABLE entitlements.household_owners TO hearth_server;
GRANT SELECT ON TABLE entitlements.household_owners TO hearth_backup;

--
-- Name: TABLE synced_household_members; Type: ACL; Schema: entitlements; Owner: hearth_owner
--

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE entitlements.synced_household_members TO hearth_server;
GRANT SELECT ON TABLE entitlements.synced_household_members TO hearth_backup;

--
-- Name: TABLE household_rules; Type: ACL; Schema: entitlements; Owner: hearth_owner
--

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE entitlements.household_rules TO hearth_server;
GRANT SELECT ON TABLE entitlements.household_rules TO hearth_backup;

--
-- Name: TABLE synced_subscriptions; Type: ACL; Schema: entitlements; Owner: hearth_owner
--

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE entitlements.synced_subscriptions TO hearth_server;
GRANT SELECT ON TABLE entitlements.synced_subscriptions TO hearth_backup;

--
-- Name: TABLE snapshots; Type: ACL; Schema: entitlements; Owner: hearth_owner
--

GRANT SELECT,INSERT ON TABLE entitlements.snapshots TO hearth_server;
GRANT SELECT ON TABLE entitlements.snapshots TO hearth_backup;

--
-- Name: COLUMN snapshots.read_at; Type: ACL; Schema: entitlements; Owner: hearth_owner
--

GRANT UPDATE(read_at) ON TABLE entitlements.snapshots TO hearth_server;

--
-- Name: COLUMN snapshots.received_at; Type: ACL; Schema: entitlements; Owner: hearth_owner
--

GRANT UPDATE(received_at) ON TABLE entitlements.snapshots TO hearth_server;

--
-- Name: COLUMN snapshots.run_id; Type: ACL; Schema: entitlements; Owner: hearth_owner
--

GRANT UPDATE(run_id) ON TABLE entitlements.snapshots TO hearth_server;

--
-- Name: COLUMN snapshots.has_drift; Type: ACL; Schema: entitlements; Owner: hearth_owner
--

GRANT UPDATE(has_drift) ON TABLE entitlements.snapshots TO hearth_server;

--
-- Name: COLUMN snapshots.first_read_at; Type: ACL; Schema: entitlements; Owner: hearth_owner
--

GRANT UPDATE(first_read_at) ON TABLE entitlements.snapshots TO hearth_server;

--
-- Name: COLUMN snapshots.first_received_at; Type: ACL; Schema: entitlements; Owner: hearth_owner
--

GRANT UPDATE(first_received_at) ON TABLE entitlements.snapshots TO hearth_server;

--
-- Name: TABLE deliveries; Type: ACL; Schema: entitlements; Owner: hearth_owner
--

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE entitlements.deliveries TO hearth_server;
GRANT SELECT ON TABLE entitlements.deliveries TO hearth_backup;

--
-- Name: TABLE uses; Type: ACL; Schema: entitlements; Owner: hearth_owner
--

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE entitlements.uses TO hearth_server;
GRANT SELECT ON TABLE entitlements.uses TO hearth_backup;

--
-- Name: TABLE webhook_events; Type: ACL; Schema: entitlements; Owner: hearth_owner
--

GRANT SELECT,INSERT,UPDATE ON TABLE entitlements.webhook_events TO hearth_server;
GRANT SELECT ON TABLE entitlements.webhook_events TO hearth_backup;

--
-- Name: TABLE transfer_sides; Type: ACL; Schema: entitlements; Owner: hearth_owner
--

GRANT SELECT,INSERT ON TABLE entitlements.transfer_sides TO hearth_server;
GRANT SELECT ON TABLE entitlements.transfer_sides TO hearth_backup;

--
-- Name: TABLE referral_codes; Type: ACL; Schema: entitlements; Owner: hearth_owner
--

GRANT SELECT,INSERT,DELETE ON TABLE entitlements.referral_codes TO hearth_server;
GRANT SELECT ON TABLE entitlements.referral_codes TO hearth_backup;

--
-- Name: TABLE household_invites; Type: ACL; Schema: entitlements; Owner: hearth_owner
--

GRANT SELECT,INSERT,UPDATE ON TABLE entitlements.household_invites TO hearth_server;
GRANT SELECT ON TABLE entitlements.household_invites TO hearth_backup;

--
-- Name: TABLE households; Type: ACL; Schema: entitlements; Owner: hearth_owner
--

GRANT SELECT,INSERT,UPDATE ON TABLE entitlements.households TO hearth_server;
GRANT SELECT ON TABLE entitlements.households TO hearth_backup;

--
-- Name: TABLE search_words; Type: ACL; Schema: entitlements; Owner: hearth_owner
--

GRANT SELECT,INSERT,DELETE ON TABLE entitlements.search_words TO hearth_server;
GRANT SELECT ON TABLE entitlements.search_words TO hearth_backup;

--
-- Name: TABLE referrals; Type: ACL; Schema: entitlements; Owner: hearth_owner
--

GRANT SELECT,INSERT,UPDATE ON TABLE entitlements.referrals TO hearth_server;
GRANT SELECT ON TABLE entitlements.referrals TO hearth_backup;

--
-- Name: TABLE kept_out_ids; Type: ACL; Schema: entitlements; Owner: hearth_owner
--

GRANT SELECT,INSERT,DELETE ON TABLE entitlements.kept_out_ids TO hearth_server;
GRANT SELECT ON TABLE entitlements.kept_out_ids TO hearth_backup;

--
-- Name: TABLE limits; Type: ACL; Schema: entitlements; Owner: hearth_owner
--

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE entitlements.limits TO hearth_server;
GRANT SELECT ON TABLE entitlements.limits TO hearth_backup;

--
-- Name: TABLE app_user_id_links; Type: ACL; Schema: entitlements; Owner: hearth_owner
--

GRANT SELECT,INSERT,UPDATE ON TABLE entitlements.app_user_id_links TO hearth_server;
GRANT SELECT ON TABLE entitlements.app_user_id_links TO hearth_backup;

--
-- Name: TABLE merge_links; Type: ACL; Schema: entitlements; Owner: hearth_owner
--

GRANT SELECT,INSERT,UPDATE ON TABLE entitlements.merge_links TO hearth_server;
GRANT SELECT ON TABLE entitlements.merge_links TO hearth_backup;

--
-- Name: TABLE sandbox_answers; Type: ACL; Schema: entitlements; Owner: hearth_owner
--

GRANT SELECT,INSERT,UPDATE ON TABLE entitlements.sandbox_answers TO hearth_server;
GRANT SELECT ON TABLE entitlements.sandbox_answers TO hearth_backup;

--
-- Name: TABLE orphans; Type: ACL; Schema: entitlements; Owner: hearth_owner
--

GRANT SELECT,INSERT,UPDATE ON TABLE entitlements.orphans TO hearth_server;
GRANT SELECT ON TABLE entitlements.orphans TO hearth_backup;

--
-- Name: TABLE figure_turns; Type: ACL; Schema: entitlements; Owner: hearth_owner
--

GRANT SELECT ON TABLE entitlements.figure_turns TO hearth_server;
GRANT SELECT ON TABLE entitlements.figure_turns TO hearth_backup;

--
-- Name: TABLE operator_notes; Type: ACL; Schema: entitlements; Owner: hearth_owner
--

GRANT SELECT,INSERT ON TABLE entitlements.operator_notes TO hearth_server;
GRANT SELECT ON TABLE entitlements.operator_notes TO hearth_backup;

--
-- Name: TABLE notice_rules; Type: ACL; Schema: entitlements; Owner: hearth_owner
--

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE entitlements.notice_rules TO hearth_server;
GRANT SELECT ON TABLE entitlements.notice_rules TO hearth_backup;

--
-- Name: TABLE people_rules; Type: ACL; Schema: entitlements; Owner: hearth_owner
--

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE entitlements.people_rules TO hearth_server;
GRANT SELECT ON TABLE entitlements.people_rules TO hearth_backup;

--
-- Name: TABLE referral_rules; Type: ACL; Schema: entitlements; Owner: hearth_owner
--

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE entitlements.referral_rules TO hearth_server;
GRANT SELECT ON TABLE entitlements.referral_rules TO hearth_backup;

--
-- Name: TABLE limit_entitlements; Type: ACL; Schema: entitlements; Owner: hearth_owner
--

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE entitlements.limit_entitlements TO hearth_server;
GRANT SELECT ON TABLE entitlements.limit_entitlements TO hearth_backup;

--
-- Name: TABLE tenant_moves; Type: ACL; Schema: entitlements; Owner: hearth_owner
--

GRANT SELECT ON TABLE entitlements.tenant_moves TO hearth_server;
GRANT SELECT ON TABLE entitlements.tenant_moves TO hearth_backup;

--
-- Name: TABLE upstreams; Type: ACL; Schema: entitlements; Owner: hearth_owner
--

GRANT SELECT,INSERT,UPDATE ON TABLE entitlements.upstreams TO hearth_server;
GRANT SELECT ON TABLE entitlements.upstreams TO hearth_backup;

--
-- Name: TABLE usage; Type: ACL; Schema: entitlements; Owner: hearth_owner
--

GRANT SELECT,INSERT,UPDATE ON TABLE entitlements.usage TO hearth_server;
GRANT SELECT ON TABLE entitlements.usage TO hearth_backup;

--
-- Name: TABLE admin_keys; Type: ACL; Schema: entitlements; Owner: hearth_owner
--

GRANT SELECT ON TABLE entitlements.admin_keys TO hearth_backup;

--
-- Name: TABLE applied_definitions; Type: ACL; Schema: entitlements; Owner: hearth_owner
--

GRANT SELECT,INSERT,DELETE ON TABLE entitlements.applied_definitions TO hearth_server;
GRANT SELECT ON TABLE entitlements.applied_definitions TO hearth_backup;

--
-- Name: TABLE audited_app_users; Type: ACL; Schema: entitlements; Owner: hearth_owner
--

GRANT SELECT,INSERT ON TABLE entitlements.audited_app_users TO hearth_server;
GRANT SELECT ON TABLE entitlements.audited_app_users TO hearth_backup;

--
-- Name: TABLE awaited_transactions; Type: ACL; Schema: entitlements; Owner: hearth_owner
--

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE entitlements.awaited_transactions TO hearth_server;
GRANT SELECT ON TABLE entitlements.awaited_transactions TO hearth_backup;

--
-- Name: TABLE change_heads; Type: ACL; Schema: entitlements; Owner: hearth_owner
--

GRANT SELECT ON TABLE entitlements.change_heads TO hearth_server;
GRANT SELECT ON TABLE entitlements.change_heads TO hearth_backup;

--
-- Name: TABLE claim_attempts; Type: ACL; Schema: entitlements; Owner: hearth_owner
--

GRANT SELECT,INSERT,UPDATE ON TABLE entitlements.claim_attempts TO hearth_server;
GRANT SELECT ON TABLE entitlements.claim_attempts TO hearth_backup;

--
-- Name: TABLE code_attempts; Type: ACL; Schema: entitlements; Owner: hearth_owner
--

GRANT SELECT,INSERT,UPDATE ON TABLE entitlements.code_attempts TO hearth_server;
GRANT SELECT ON TABLE entitlements.code_attempts TO hearth_backup;

--
-- Name: TABLE console_sessions; Type: ACL; Schema: entitlements; Owner: hearth_owner
--

GRANT SELECT ON TABLE entitlements.console_sessions TO hearth_backup;

--
-- Name: TABLE credit_orders; Type: ACL; Schema: entitlements; Owner: hearth_owner
--

GRANT SELECT,INSERT,UPDATE ON TABLE entitlements.credit_orders TO hearth_server;
GRANT SELECT ON TABLE entitlements.credit_orders TO hearth_backup;

--
-- Name: TABLE credit_spends; Type: ACL; Schema: entitlements; Owner: hearth_owner
--

GRANT SELECT,INSERT ON TABLE entitlements.credit_spends TO hearth_server;
GRANT SELECT ON TABLE entitlements.credit_spends TO hearth_backup;

--
-- Name: TABLE deployments; Type: ACL; Schema: entitlements; Owner: hearth_owner
--

GRANT SELECT ON TABLE entitlements.deployments TO hearth_backup;

--
-- Name: TABLE device_secrets; Type: ACL; Schema: entitlements; Owner: hearth_owner
--

GRANT SELECT,INSERT,UPDATE ON TABLE entitlements.device_secrets TO hearth_server;
GRANT SELECT ON TABLE entitlements.device_secrets TO hearth_backup;

--
-- Name: TABLE dismissed_notices; Type: ACL; Schema: entitlements; Owner: hearth_owner
--

GRANT SELECT,INSERT ON TABLE entitlements.dismissed_notices TO hearth_server;
GRANT SELECT ON TABLE entitlements.dismissed_notices TO hearth_backup;

--
-- Name: TABLE dropped_bodies; Type: ACL; Schema: entitlements; Owner: hearth_owner
--

GRANT SELECT ON TABLE entitlements.dropped_bodies TO hearth_server;
GRANT SELECT ON TABLE entitlements.dropped_bodies TO hearth_backup;

--
-- Name: TABLE endpoint_secrets; Type: ACL; Schema: entitlements; Owner: hearth_owner
--

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE entitlements.endpoint_secrets TO hearth_server;
GRANT SELECT ON TABLE entitlements.endpoint_secrets TO hearth_backup;

--
-- Name: TABLE entitlement_implications; Type: ACL; Schema: entitlements; Owner: hearth_owner
--

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE entitlements.entitlement_implications TO hearth_server;
GRANT SELECT ON TABLE entitlements.entitlement_implications TO hearth_backup;

--
-- Name: TABLE erased_ids; Type: ACL; Schema: entitlements; Owner: hearth_owner
--

GRANT SELECT,INSERT ON TABLE entitlements.erased_ids TO hearth_server;
GRANT SELECT ON TABLE entitlements.erased_ids TO hearth_backup;

--
-- Name: TABLE erasures; Type: ACL; Schema: entitlements; Owner: hearth_owner
--

GRANT SELECT,INSERT,UPDATE ON TABLE entitlements.erasures TO hearth_server;
GRANT SELECT ON TABLE entitlements.erasures TO hearth_backup;

--
-- Name: TABLE events_to_erase; Type: ACL; Schema: entitlements; Owner: hearth_owner
--

GRANT SELECT,INSERT ON TABLE entitlements.events_to_erase TO hearth_server;
GRANT SELECT ON TABLE entitlements.events_to_erase TO hearth_backup;

--
-- Name: TABLE evidence_kinds; Type: ACL; Schema: entitlements; Owner: hearth_owner
--

GRANT SELECT ON TABLE entitlements.evidence_kinds TO hearth_backup;

--
-- Name: TABLE features; Type: ACL; Schema: entitlements; Owner: hearth_owner
--

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE entitlements.features TO hearth_server;
GRANT SELECT ON TABLE entitlements.features TO hearth_backup;

--
-- Name: TABLE figure_buckets; Type: ACL; Schema: entitlements; Owner: hearth_owner
--

GRANT SELECT,INSERT,UPDATE ON TABLE entitlements.figure_buckets TO hearth_server;
GRANT SELECT ON TABLE entitlements.figure_buckets TO hearth_backup;

--
-- Name: TABLE figure_pace; Type: ACL; Schema: entitlements; Owner: hearth_owner
--

GRANT SELECT ON TABLE entitlements.figure_pace TO hearth_backup;

--
-- Name: TABLE figures; Type: ACL; Schema: entitlements; Owner: hearth_owner
--

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE entitlements.figures TO hearth_server;
GRANT SELECT ON TABLE entitlements.figures TO hearth_backup;

--
-- Name: TABLE former_app_user_ids; Type: ACL; Schema: entitlements; Owner: hearth_owner
--

GRANT SELECT,INSERT ON TABLE entitlements.former_app_user_ids TO hearth_server;
GRANT SELECT ON TABLE entitlements.former_app_user_ids TO hearth_backup;

--
-- Name: TABLE household_reviews; Type: ACL; Schema: entitlements; Owner: hearth_owner
--

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE entitlements.household_reviews TO hearth_server;
GRANT SELECT ON TABLE entitlements.household_reviews TO hearth_backup;

--
-- Name: TABLE idempotent_answers; Type: ACL; Schema: entitlements; Owner: hearth_owner
--

GRANT SELECT,INSERT ON TABLE entitlements.idempotent_answers TO hearth_server;
GRANT SELECT ON TABLE entitlements.idempotent_answers TO hearth_backup;

--
-- Name: TABLE installation; Type: ACL; Schema: entitlements; Owner: hearth_owner
--

GRANT SELECT ON TABLE entitlements.installation TO hearth_backup;

--
-- Name: TABLE invariant_violations; Type: ACL; Schema: entitlements; Owner: hearth_owner
--

GRANT SELECT ON TABLE entitlements.invariant_violations TO hearth_server;

--
-- Name: TABLE logged_notices; Type: ACL; Schema: entitlements; Owner: hearth_owner
--

GRANT SELECT,INSERT ON TABLE entitlements.logged_notices TO hearth_server;
GRANT SELECT ON TABLE entitlements.logged_notices TO hearth_backup;

--
-- Name: TABLE merge_tickets; Type: ACL; Schema: entitlements; Owner: hearth_owner
--

GRANT SELECT,INSERT,UPDATE ON TABLE entitlements.merge_tickets TO hearth_server;
GRANT SELECT ON TABLE entitlements.merge_tickets TO hearth_backup;

--
-- Name: TABLE migrations; Type: ACL; Schema: entitlements; Owner: hearth_owner
--

GRANT SELECT ON TABLE entitlements.migrations TO hearth_backup;

--
-- Name: TABLE named_by_events; Type: ACL; Schema: entitlements; Owner: hearth_owner
--

GRANT SELECT,INSERT ON TABLE entitlements.named_by_events TO hearth_server;
GRANT SELECT ON TABLE entitlements.named_by_events TO hearth_backup;

--
-- Name: TABLE noted_balances; Type: ACL; Schema: entitlements; Owner: hearth_owner
--

GRANT SELECT,INSERT,UPDATE ON TABLE entitlements.noted_balances TO hearth_server;
GRANT SELECT ON TABLE entitlements.noted_balances TO hearth_backup;

--
-- Name: TABLE overuses; Type: ACL; Schema: entitlements; Owner: hearth_owner
--

GRANT SELECT,INSERT,UPDATE ON TABLE entitlements.overuses TO hearth_server;
GRANT SELECT ON TABLE entitlements.overuses TO hearth_backup;

--
-- Name: TABLE pending_changes; Type: ACL; Schema: entitlements; Owner: hearth_owner
--

GRANT SELECT,INSERT ON TABLE entitlements.pending_changes TO hearth_server;
GRANT SELECT ON TABLE entitlements.pending_changes TO hearth_backup;

--
-- Name: SEQUENCE pending_changes_place_seq; Type: ACL; Schema: entitlements; Owner: hearth_owner
--

GRANT SELECT ON SEQUENCE entitlements.pending_changes_place_seq TO hearth_backup;

--
-- Name: TABLE policy_roles; Type: ACL; Schema: entitlements; Owner: hearth_owner
--

GRANT SELECT ON TABLE entitlements.policy_roles TO hearth_backup;

--
-- Name: TABLE presence; Type: ACL; Schema: entitlements; Owner: hearth_owner
--

GRANT SELECT ON TABLE entitlements.presence TO hearth_backup;

--
-- Name: TABLE product_credits; Type: ACL; Schema: entitlements; Owner: hearth_owner
--

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE entitlements.product_credits TO hearth_server;
GRANT SELECT ON TABLE entitlements.product_credits TO hearth_backup;

--
-- Name: TABLE purchase_moves; Type: ACL; Schema: entitlements; Owner: hearth_owner
--

GRANT SELECT,INSERT ON TABLE entitlements.purchase_moves TO hearth_server;
GRANT SELECT ON TABLE entitlements.purchase_moves TO hearth_backup;

--
-- Name: TABLE reached_limits; Type: ACL; Schema: entitlements; Owner: hearth_owner
--

GRANT SELECT,INSERT ON TABLE entitlements.reached_limits TO hearth_server;
GRANT SELECT ON TABLE entitlements.reached_limits TO hearth_backup;

--
-- Name: TABLE refused_webhooks; Type: ACL; Schema: entitlements; Owner: hearth_owner
--

GRANT SELECT,INSERT,UPDATE ON TABLE entitlements.refused_webhooks TO hearth_server;
GRANT SELECT ON TABLE entitlements.refused_webhooks TO hearth_backup;

--
-- Name: TABLE releases; Type: ACL; Schema: entitlements; Owner: hearth_owner
--

GRANT SELECT ON TABLE entitlements.releases TO hearth_backup;

--
-- Name: TABLE run_app_users; Type: ACL; Schema: entitlements; Owner: hearth_owner
--

GRANT SELECT,INSERT,UPDATE ON TABLE entitlements.run_app_users TO hearth_server;
GRANT SELECT ON TABLE entitlements.run_app_users TO hearth_backup;

--
-- Name: TABLE signing_keys; Type: ACL; Schema: entitlements; Owner: hearth_owner
--

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE entitlements.signing_keys TO hearth_server;
GRANT SELECT ON TABLE entitlements.signing_keys TO hearth_backup;

--
-- Name: TABLE size_samples; Type: ACL; Schema: entitlements; Owner: hearth_owner
--

GRANT SELECT ON TABLE entitlements.size_samples TO hearth_backup;

--
-- Name: TABLE snapshot_queue; Type: ACL; Schema: entitlements; Owner: hearth_owner
--

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE entitlements.snapshot_queue TO hearth_server;
GRANT SELECT ON TABLE entitlements.snapshot_queue TO hearth_backup;

--
-- Name: TABLE token_issuers; Type: ACL; Schema: entitlements; Owner: hearth_owner
--

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE entitlements.token_issuers TO hearth_server;
GRANT SELECT ON TABLE entitlements.token_issuers TO hearth_backup;

--
-- Name: TABLE token_secrets; Type: ACL; Schema: entitlements; Owner: hearth_owner
--

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE entitlements.token_secrets TO hearth_server;
GRANT SELECT ON TABLE entitlements.token_secrets TO hearth_backup;

--
-- Name: TABLE webhook_secrets; Type: ACL; Schema: entitlements; Owner: hearth_owner
--

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE entitlements.webhook_secrets TO hearth_server;
GRANT SELECT ON TABLE entitlements.webhook_secrets TO hearth_backup;

--
-- Name: DEFAULT PRIVILEGES FOR FUNCTIONS; Type: DEFAULT ACL; Schema: -; Owner: hearth_owner
--

ALTER DEFAULT PRIVILEGES FOR ROLE hearth_owner REVOKE ALL ON FUNCTIONS  FROM PUBLIC;

--
-- PostgreSQL database dump complete
--

-- api.add_listed_page(run_id uuid, page text, app_user_ids text[], next_page text, failure text DEFAULT NULL::text, as_of timestamp with time zone DEFAULT NULL::timestamp with time zone)
--   returns TABLE(has_ended boolean); volatile

-- api.add_snapshots(snapshots jsonb[], received_at timestamp with time zone DEFAULT NULL::timestamp with time zone, is_dry_run boolean DEFAULT false, run_id uuid DEFAULT NULL::uuid)
--   returns TABLE(number integer, outcome text, failure text, drift_id uuid, app_user_id text, purchase_id uuid, environment text, product_id text, before json, after json, access_affected boolean, cause text); volatile

-- api.adjust_credit(app_user_id text, credit_id text, amount integer, reference text, reason text, actor text, environment text DEFAULT 'production'::text, as_of timestamp with time zone DEFAULT NULL::timestamp with time zone)
--   returns TABLE(answered_as_of timestamp with time zone, answer json); volatile

-- api.analyze_grown_tables(minimum_changes integer)
--   returns TABLE(analyzed bigint); volatile, security definer

-- api.analyze_tables()
--   returns void; volatile, security definer

-- api.apply_tenant(slug text, definition jsonb, source text, applied_by text, allows_removal boolean, is_dry_run boolean)
--   returns TABLE(tenant_id uuid, outcome text, plan json); volatile, security definer

-- api.authenticate_api_key(key_id text)
--   returns TABLE(tenant_id uuid, tenant_slug text, kind text, digest bytea, is_use_due boolean, name text); stable, security definer

-- api.await_transaction(transaction_id text, seconds integer, app_user_id text DEFAULT NULL::text, as_of timestamp with time zone DEFAULT NULL::timestamp with time zone)
--   returns TABLE(is_known boolean); volatile

-- api.cancel_credit_order(app_user_id text, credit_id text, reference text, environment text DEFAULT 'production'::text, as_of timestamp with time zone DEFAULT NULL::timestamp with time zone)
--   returns TABLE(answered_as_of timestamp with time zone, answer json); volatile

-- api.cancel_run(run_id uuid, as_of timestamp with time zone DEFAULT NULL::timestamp with time zone)
--   returns TABLE(answered_as_of timestamp with time zone, answer json); volatile

-- api.check_code(app_user_id text, code_digest bytea, issuer text DEFAULT NULL::text, as_of timestamp with time zone DEFAULT NULL::timestamp with time zone)
--   returns TABLE(answered_as_of timestamp with time zone, answer json, refusal text); volatile

-- api.check_entitlements(app_user_ids text[], entitlement_ids text[], environment text DEFAULT 'production'::text, as_of timestamp with time zone DEFAULT NULL::timestamp with time zone)
--   returns TABLE(answered_as_of timestamp with time zone, answer json); stable

-- api.claim_endpoints(lease_id uuid, lease_seconds integer, is_slow boolean, maximum integer, as_of timestamp with time zone DEFAULT NULL::timestamp with time zone, is_new boolean DEFAULT NULL::boolean)
--   returns TABLE(tenant_id uuid, endpoint_id uuid); volatile, security definer

-- api.claim_household_review(lease_seconds integer, as_of timestamp with time zone DEFAULT NULL::timestamp with time zone)
--   returns TABLE(tenant_id uuid, household_id uuid); volatile, security definer

-- api.claim_orphan(app_user_id text, orphan_id uuid, app_user_id_of_purchase text, proof text, proof_digest bytea, actor text, is_dry_run boolean DEFAULT false, issuer text DEFAULT NULL::text, as_of timestamp with time zone DEFAULT NULL::timestamp with time zone)
--   returns TABLE(answered_as_of timestamp with time zone, answer json, refusal text); volatile

-- api.claim_run_app_users(run_id uuid, maximum integer, lease_seconds integer, as_of timestamp with time zone DEFAULT NULL::timestamp with time zone)
--   returns TABLE(app_user_id text, claim_id uuid); volatile

-- api.claim_schedule(as_of timestamp with time zone DEFAULT NULL::timestamp with time zone)
--   returns TABLE(tenant_id uuid, needs_catch_up boolean); volatile, security definer

-- api.claim_snapshot(lease_seconds integer, as_of timestamp with time zone DEFAULT NULL::timestamp with time zone)
--   returns TABLE(tenant_id uuid, app_user_uuid uuid, app_user_id text, claim_id uuid, attempts integer, queued_at timestamp with time zone); volatile, security definer

-- api.claim_webhook_event(lease_seconds integer, as_of timestamp with time zone DEFAULT NULL::timestamp with time zone)
--   returns TABLE(tenant_id uuid, event_id text, event_type text, body bytea, received_at timestamp with time zone, attempts integer); volatile, security definer

-- api.compute_figures(first_bucket integer, last_bucket integer, as_of timestamp with time zone DEFAULT NULL::timestamp with time zone)
--   returns TABLE(changed bigint); volatile

-- api.confirm_app_user(app_user_id text, as_of timestamp with time zone DEFAULT NULL::timestamp with time zone, is_dry_run boolean DEFAULT false, run_id uuid DEFAULT NULL::uuid)
--   returns TABLE(is_conflicting boolean); volatile

-- api.confirm_household_member(household_id uuid, app_user_id text, owner_app_user_id text DEFAULT NULL::text, as_of timestamp with time zone DEFAULT NULL::timestamp with time zone)
--   returns TABLE(answered_as_of timestamp with time zone, answer json); volatile

-- api.confirm_reservation(reservation_id uuid, environment text DEFAULT 'production'::text, as_of timestamp with time zone DEFAULT NULL::timestamp with time zone)
--   returns TABLE(answered_as_of timestamp with time zone, answer json); volatile

-- api.consume_my_limit(app_user_id text, limit_id text, amount integer, use_reference text, environment text, as_of timestamp with time zone DEFAULT NULL::timestamp with time zone)
--   returns TABLE(number integer, answered_as_of timestamp with time zone, answer json, refusal text, detail text); volatile

-- api.count_active()
--   returns TABLE(tenant_slug text, kind text, active bigint); volatile, security definer

-- api.count_coverage(as_of timestamp with time zone DEFAULT NULL::timestamp with time zone)
--   returns TABLE(app_users bigint, within_hour bigint, within_day bigint, within_week bigint, known_ids_tenants bigint, whole_project_tenants bigint); volatile, security definer

-- api.count_failed_webhook_events()
--   returns TABLE(failed bigint, oldest_seconds bigint); stable, security definer

-- api.count_findings()
--   returns TABLE(tenant_slug text, kind text, findings bigint); volatile, security definer

-- api.count_invariant_violations()
--   returns TABLE(violations bigint); volatile, security definer

-- api.count_queued_snapshots()
--   returns TABLE(waiting bigint, oldest_seconds bigint); stable, security definer

-- api.create_admin_key(key_id text, digest bytea, name text DEFAULT NULL::text)
--   returns void; volatile, security definer

-- api.create_api_key(key_id text, kind text, digest bytea, actor text, name text DEFAULT NULL::text)
--   returns void; volatile

-- api.create_app_user(app_user_id text, kind text, secret_digest bytea, idempotency_key text, request_digest bytea, as_of timestamp with time zone DEFAULT NULL::timestamp with time zone)
--   returns TABLE(is_replayed boolean, answer json); volatile

-- api.create_codes(campaign_id text, batch_id uuid, digests bytea[], idempotency_key text, request_digest bytea, as_of timestamp with time zone DEFAULT NULL::timestamp with time zone)
--   returns TABLE(is_replayed boolean, answer json); volatile

-- api.create_console_link(tenant_slug text, token_digest bytea, ttl_seconds integer, as_of timestamp with time zone DEFAULT NULL::timestamp with time zone)
--   returns void; volatile, security definer

-- api.create_endpoint(endpoint_id uuid, url text, kinds text[], sealed bytea, actor text, idempotency_key text, request_digest bytea, as_of timestamp with time zone DEFAULT NULL::timestamp with time zone, environments text[] DEFAULT '{production}'::text[])
--   returns TABLE(is_replayed boolean, answer json); volatile

-- api.create_grant(app_user_id text, entitlement_id text, product_id text, duration text, expires_at timestamp with time zone, extends boolean, reason text, actor text, environment text, idempotency_key text, request_digest bytea, by_support boolean DEFAULT false, as_of timestamp with time zone DEFAULT NULL::timestamp with time zone)
--   returns TABLE(is_replayed boolean, answer json); volatile

-- api.create_household(owner_app_user_id text, name text, ignore_cooldown boolean, idempotency_key text, request_digest bytea, as_of timestamp with time zone DEFAULT NULL::timestamp with time zone)
--   returns TABLE(is_replayed boolean, answer json); volatile

-- api.create_household_invite(household_id uuid, code_digest bytea, idempotency_key text, request_digest bytea, owner_app_user_id text DEFAULT NULL::text, as_of timestamp with time zone DEFAULT NULL::timestamp with time zone)
--   returns TABLE(is_replayed boolean, answer json); volatile

-- api.create_merge_ticket(anonymous_app_user_id text, app_user_id text, digest bytea, ttl_seconds integer, idempotency_key text, request_digest bytea, as_of timestamp with time zone DEFAULT NULL::timestamp with time zone)
--   returns TABLE(expires_at timestamp with time zone); volatile

-- api.create_note(app_user_id text, note text, actor text, idempotency_key text, request_digest bytea, as_of timestamp with time zone DEFAULT NULL::timestamp with time zone)
--   returns TABLE(is_replayed boolean, answer json); volatile

-- api.delete_endpoint(endpoint_id uuid, actor text, as_of timestamp with time zone DEFAULT NULL::timestamp with time zone)
--   returns void; volatile

-- api.delete_secret(kind text, name text, slot integer)
--   returns void; volatile

-- api.dismiss_notice(app_user_id text, notice_id text, environment text DEFAULT 'production'::text, as_of timestamp with time zone DEFAULT NULL::timestamp with time zone)
--   returns void; volatile

-- api.dissolve_household(household_id uuid, owner_app_user_id text DEFAULT NULL::text, as_of timestamp with time zone DEFAULT NULL::timestamp with time zone)
--   returns void; volatile

-- api.end_console_session(token_digest bytea)
--   returns void; volatile, security definer

-- api.enter_tenant(tenant text)
--   returns TABLE(entered text); stable

-- api.enter_tenant_at(tenant text, log_position text, is_exact boolean)
--   returns TABLE(entered text); stable

-- api.erase_app_user(app_user_id text, actor text, as_of timestamp with time zone DEFAULT NULL::timestamp with time zone)
--   returns void; volatile

-- api.erase_webhook_events(maximum integer, as_of timestamp with time zone DEFAULT NULL::timestamp with time zone)
--   returns TABLE(is_done boolean); volatile, security definer

-- api.examine_installation()
--   returns TABLE(served_at timestamp with time zone, database_bytes bigint, unanalyzed_tables text[]); stable, security definer

-- api.examine_tenant(as_of timestamp with time zone DEFAULT NULL::timestamp with time zone)
--   returns TABLE(requires_secret boolean, missing_secrets text[], refused_since timestamp with time zone, received_at timestamp with time zone, refusals bigint, refused_reason text, last_refused_at timestamp with time zone, key_state text, unknown_products text[]); stable

-- api.explain_access(app_user_id text, entitlement_id text DEFAULT NULL::text, feature_id text DEFAULT NULL::text, limit_id text DEFAULT NULL::text, transaction_id text DEFAULT NULL::text, environment text DEFAULT 'production'::text, as_of timestamp with time zone DEFAULT NULL::timestamp with time zone)
--   returns TABLE(answered_as_of timestamp with time zone, answer json); stable

-- api.explain_entitlements(app_user_id text, environment text DEFAULT 'production'::text, as_of timestamp with time zone DEFAULT NULL::timestamp with time zone)
--   returns TABLE(answered_as_of timestamp with time zone, answer json); stable

-- api.export_app_user(app_user_id text, as_of timestamp with time zone DEFAULT NULL::timestamp with time zone)
--   returns TABLE(answered_as_of timestamp with time zone, answer json); stable

-- api.find_app_users(query text, code_digests bytea[], page_limit integer, as_of timestamp with time zone DEFAULT NULL::timestamp with time zone)
--   returns TABLE(answered_as_of timestamp with time zone, answer json); stable

-- api.find_console_session(token_digest bytea, as_of timestamp with time zone DEFAULT NULL::timestamp with time zone)
--   returns TABLE(key_id text, kind text, digest bytea, tenant_id uuid, tenant_slug text, name text); stable, security definer

-- api.find_tenant(slug text)
--   returns TABLE(tenant_id uuid, name text, requires_authorization boolean, requires_signature boolean, signature_header text, sandbox_policy text, product_ids text[], writes_per_minute integer, origins text[]); stable, security definer

-- api.finish_snapshot(app_user_uuid uuid, claim_id uuid)
--   returns TABLE(is_finished boolean); volatile

-- api.get_app_user(app_user_id text, as_of timestamp with time zone DEFAULT NULL::timestamp with time zone)
--   returns TABLE(answered_as_of timestamp with time zone, answer json); stable

-- api.get_app_user_household(app_user_id text, as_of timestamp with time zone DEFAULT NULL::timestamp with time zone)
--   returns TABLE(answered_as_of timestamp with time zone, answer json); stable

-- api.get_campaign(campaign_id text, as_of timestamp with time zone DEFAULT NULL::timestamp with time zone)
--   returns TABLE(answered_as_of timestamp with time zone, answer json); stable

-- api.get_confirmed_entitlements(app_user_id text, environment text DEFAULT 'production'::text, as_of timestamp with time zone DEFAULT NULL::timestamp with time zone)
--   returns TABLE(answered_as_of timestamp with time zone, answer json, confirmed_at timestamp with time zone); stable

-- api.get_credits(app_user_id text, environment text DEFAULT 'production'::text, as_of timestamp with time zone DEFAULT NULL::timestamp with time zone)
--   returns TABLE(answered_as_of timestamp with time zone, answer json); stable

-- api.get_database_size()
--   returns TABLE(bytes bigint); volatile, security definer

-- api.get_definition(definition_version bigint, compared_version bigint)
--   returns TABLE(shown_version bigint, definition json, source text, applied_at timestamp with time zone, applied_by text, changes json); stable

-- api.get_deployment()
--   returns TABLE(schema_version integer, compatible_from integer); stable, security definer

-- api.get_endpoint(endpoint_id uuid)
--   returns TABLE(answered_as_of timestamp with time zone, answer json); stable

-- api.get_endpoint_target(endpoint_id uuid)
--   returns TABLE(url text, sealed bytea); stable

-- api.get_entitlement(app_user_id text, entitlement_id text, environment text DEFAULT 'production'::text, as_of timestamp with time zone DEFAULT NULL::timestamp with time zone)
--   returns TABLE(answered_as_of timestamp with time zone, answer json); stable

-- api.get_entitlements(app_user_id text, environment text DEFAULT 'production'::text, as_of timestamp with time zone DEFAULT NULL::timestamp with time zone)
--   returns TABLE(answered_as_of timestamp with time zone, answer json); stable

-- api.get_entitlements_set(app_user_ids text[], environment text DEFAULT 'production'::text, as_of timestamp with time zone DEFAULT NULL::timestamp with time zone)
--   returns TABLE(answered_as_of timestamp with time zone, answer json); stable

-- api.get_feature(app_user_id text, feature_id text, environment text DEFAULT 'production'::text, as_of timestamp with time zone DEFAULT NULL::timestamp with time zone)
--   returns TABLE(answered_as_of timestamp with time zone, answer json); stable

-- api.get_features(app_user_id text, environment text DEFAULT 'production'::text, as_of timestamp with time zone DEFAULT NULL::timestamp with time zone)
--   returns TABLE(answered_as_of timestamp with time zone, answer json); stable

-- api.get_figures(first_day text DEFAULT NULL::text, last_day text DEFAULT NULL::text, dimensions text[] DEFAULT NULL::text[], counts_households boolean DEFAULT true, as_of timestamp with time zone DEFAULT NULL::timestamp with time zone)
--   returns TABLE(answered_as_of timestamp with time zone, answer json); stable

-- api.get_household(household_id uuid, as_of timestamp with time zone DEFAULT NULL::timestamp with time zone)
--   returns TABLE(answered_as_of timestamp with time zone, answer json); stable

-- api.get_limits(app_user_id text, amount integer DEFAULT 1, environment text DEFAULT 'production'::text, as_of timestamp with time zone DEFAULT NULL::timestamp with time zone)
--   returns TABLE(answered_as_of timestamp with time zone, answer json); stable

-- api.get_log_position()
--   returns TABLE(is_standby boolean, log_position text, system_identifier text, installation_id uuid, mark uuid, former_mark uuid, marked_at timestamp with time zone); stable, security definer

-- api.get_me(app_user_id text, is_anonymous boolean, environment text DEFAULT 'production'::text, as_of timestamp with time zone DEFAULT NULL::timestamp with time zone)
--   returns TABLE(answered_as_of timestamp with time zone, answer json); stable

-- api.get_my_household(app_user_id text)
--   returns TABLE(answered_as_of timestamp with time zone, answer json); stable

-- api.get_my_token(app_user_id text, environment text DEFAULT 'production'::text, as_of timestamp with time zone DEFAULT NULL::timestamp with time zone)
--   returns TABLE(answered_as_of timestamp with time zone, answer json, valid_until timestamp with time zone); stable

-- api.get_notices(app_user_id text, environment text DEFAULT 'production'::text, as_of timestamp with time zone DEFAULT NULL::timestamp with time zone)
--   returns TABLE(answered_as_of timestamp with time zone, answer json); stable

-- api.get_profile(app_user_id text, as_of timestamp with time zone DEFAULT NULL::timestamp with time zone)
--   returns TABLE(answered_as_of timestamp with time zone, answer json, profile json); stable

-- api.get_referral(app_user_id text, codes text[], digests bytea[], as_of timestamp with time zone DEFAULT NULL::timestamp with time zone)
--   returns TABLE(answered_as_of timestamp with time zone, answer json); volatile

-- api.get_run(run_id uuid, as_of timestamp with time zone DEFAULT NULL::timestamp with time zone)
--   returns TABLE(answered_as_of timestamp with time zone, answer json); stable

-- api.get_signing_keys(as_of timestamp with time zone DEFAULT NULL::timestamp with time zone)
--   returns TABLE(key_id text, sealed bytea, public_key bytea, signs_from timestamp with time zone); stable

-- api.get_slug()
--   returns TABLE(slug text); stable

-- api.get_status(as_of timestamp with time zone DEFAULT NULL::timestamp with time zone, version text DEFAULT NULL::text)
--   returns TABLE(answered_as_of timestamp with time zone, answer json); stable

-- api.get_subscriber(app_user_id text, environment text DEFAULT 'production'::text, as_of timestamp with time zone DEFAULT NULL::timestamp with time zone)
--   returns TABLE(answered_as_of timestamp with time zone, answer json); stable

-- api.get_token_issuers()
--   returns TABLE(issuer text, algorithms text[], jwks_url text, audience text, authorized_parties text[], anonymous_claim text, app_user_id_prefix text, first_secret bytea, second_secret bytea); stable

-- api.get_upstream()
--   returns TABLE(sealed_key bytea, api text, project text); stable

-- api.get_webhook_event(event_id text, as_of timestamp with time zone DEFAULT NULL::timestamp with time zone)
--   returns TABLE(answered_as_of timestamp with time zone, answer json); stable

-- api.get_webhook_secrets()
--   returns TABLE(kind text, slot integer, sealed bytea); stable

-- api.get_webhook_status(as_of timestamp with time zone DEFAULT NULL::timestamp with time zone)
--   returns TABLE(answered_as_of timestamp with time zone, answer json); stable

-- api.identify_app_user(anonymous_app_user_id text, app_user_id text, proof text, proof_digest bytea, actor text, is_dry_run boolean DEFAULT false, as_of timestamp with time zone DEFAULT NULL::timestamp with time zone)
--   returns TABLE(answered_as_of timestamp with time zone, answer json); volatile

-- api.import_rows(rows jsonb[], as_of timestamp with time zone DEFAULT NULL::timestamp with time zone)
--   returns TABLE(number integer, outcome text, code text, detail text); volatile

-- api.join_household(app_user_id text, code_digest bytea, ignore_cooldown boolean, as_of timestamp with time zone DEFAULT NULL::timestamp with time zone)
--   returns TABLE(answered_as_of timestamp with time zone, is_confirmed boolean, answer json); volatile

-- api.join_my_household(app_user_id text, code_digest bytea, as_of timestamp with time zone DEFAULT NULL::timestamp with time zone)
--   returns TABLE(answered_as_of timestamp with time zone, is_confirmed boolean, answer json); volatile

-- api.leave_my_household(app_user_id text, as_of timestamp with time zone DEFAULT NULL::timestamp with time zone)
--   returns void; volatile

-- api.list_admin_keys()
--   returns TABLE(key_id text, created_at timestamp with time zone, revoked_at timestamp with time zone, last_used_at timestamp with time zone, name text); stable, security definer

-- api.list_api_keys()
--   returns TABLE(key_id text, kind text, created_at timestamp with time zone, revoked_at timestamp with time zone, last_used_at timestamp with time zone, name text); stable

-- api.list_app_users(sort text, environment text, with_kind text, with_plan text, with_entitlement_id text, with_status text, with_product_id text, with_store text, with_source text, with_renewal boolean, with_household boolean, ends_after timestamp with time zone, ends_before timestamp with time zone, changed_since timestamp with time zone, page_limit integer, after_moment timestamp with time zone, after_id uuid, after_number bigint, after_first_number bigint, as_of timestamp with time zone DEFAULT NULL::timestamp with time zone)
--   returns TABLE(answer json, place_moment timestamp with time zone, place_id uuid, place_number bigint, first_number bigint); stable

-- api.list_audit_entries(app_user_id text, page_limit integer, before_recorded_at timestamp with time zone, before_audit_id uuid)
--   returns TABLE(recorded_at timestamp with time zone, audit_id uuid, answer json); stable

-- api.list_campaigns(page_limit integer, after_campaign_id text DEFAULT NULL::text)
--   returns TABLE(campaign_id text, answer json); stable

-- api.list_changes(after bigint, maximum integer, app_user_id text DEFAULT NULL::text, environments text[] DEFAULT '{production}'::text[])
--   returns TABLE(last_number bigint, number bigint, changed_app_user_id text, change json, own_app_user_ids text[], changed_environment text); stable

-- api.list_definitions()
--   returns TABLE(definition_version bigint, applied_at timestamp with time zone, applied_by text); stable

-- api.list_deliveries(endpoint_id uuid, with_status text, page_limit integer, before_number bigint)
--   returns TABLE(number bigint, answer json); stable

-- api.list_drift(run_id uuid, page_limit integer, after_found_at timestamp with time zone, after_drift_id uuid)
--   returns TABLE(drift_id uuid, app_user_id text, purchase_id uuid, environment text, product_id text, before json, after json, access_affected boolean, cause text, found_at timestamp with time zone); stable

-- api.list_endpoints()
--   returns TABLE(answer json); stable

-- api.list_findings(page_limit integer, after_kind text, after_subject text)
--   returns TABLE(kind text, subject text, count bigint, first_seen_at timestamp with time zone, last_seen_at timestamp with time zone); stable

-- api.list_grants(app_user_id text, page_limit integer, before_granted_at timestamp with time zone, before_grant_id uuid, as_of timestamp with time zone DEFAULT NULL::timestamp with time zone)
--   returns TABLE(granted_at timestamp with time zone, grant_id uuid, answer json); stable

-- api.list_household_findings(page_limit integer, after_household_id uuid, as_of timestamp with time zone DEFAULT NULL::timestamp with time zone)
--   returns TABLE(household_id uuid, findings json); stable

-- api.list_households(with_dissolved boolean, with_seats_exceeded boolean, page_limit integer, after_created_at timestamp with time zone, after_household_id uuid, as_of timestamp with time zone DEFAULT NULL::timestamp with time zone)
--   returns TABLE(answer json, created_at timestamp with time zone, household_id uuid); stable

-- api.list_invariant_violations()
--   returns TABLE(violation text, subject uuid); stable

-- api.list_notes(app_user_id text, page_limit integer, before_written_at timestamp with time zone, before_note_id uuid)
--   returns TABLE(written_at timestamp with time zone, note_id uuid, answer json); stable

-- api.list_offers(page_limit integer, after_offer_code text, environment text DEFAULT 'production'::text)
--   returns TABLE(offer_code text, answer json); stable

-- api.list_origins()
--   returns TABLE(origin text); stable, security definer

-- api.list_orphans(page_limit integer, before_orphaned_at timestamp with time zone, before_orphan_id uuid)
--   returns TABLE(orphaned_at timestamp with time zone, orphan_id uuid, answer json); stable

-- api.list_overdue_tables(answers_kept_hours integer, runs_kept_days integer, reservations_kept_days integer, uses_kept_days integer, as_of timestamp with time zone DEFAULT NULL::timestamp with time zone)
--   returns TABLE(table_name text, oldest_at timestamp with time zone); stable, security definer

-- api.list_redemptions(campaign_id text, app_user_id text, page_limit integer, before_redeemed_at timestamp with time zone DEFAULT NULL::timestamp with time zone, before_redemption_id uuid DEFAULT NULL::uuid)
--   returns TABLE(redeemed_at timestamp with time zone, redemption_id uuid, answer json); stable

-- api.list_releases(as_of timestamp with time zone DEFAULT NULL::timestamp with time zone)
--   returns TABLE(schema_name text, schema_version integer, seen_at timestamp with time zone, server_count integer); stable, security definer

-- api.list_run_app_users(run_id uuid, maximum integer, as_of timestamp with time zone DEFAULT NULL::timestamp with time zone)
--   returns TABLE(is_prepared boolean); volatile

-- api.list_runs(page_limit integer, before_started_at timestamp with time zone, before_run_id uuid, as_of timestamp with time zone DEFAULT NULL::timestamp with time zone)
--   returns TABLE(run_id uuid, started_at timestamp with time zone, answer json); stable

-- api.list_sealed_secrets()
--   returns TABLE(kind text, name text, slot integer, sealed bytea); stable

-- api.list_servers(as_of timestamp with time zone DEFAULT NULL::timestamp with time zone)
--   returns TABLE(server_name text, key_ids text[]); stable, security definer

-- api.list_sizes(as_of timestamp with time zone DEFAULT NULL::timestamp with time zone)
--   returns TABLE(kind text, bytes bigint, former_bytes bigint, sampled_on text); volatile, security definer

-- api.list_tenant_moves()
--   returns TABLE(slug text, state text, other_database text, started_at timestamp with time zone, slot_name text, kept_bytes bigint); stable, security definer

-- api.list_tenants(page_limit integer, after_slug text)
--   returns TABLE(tenant_id uuid, slug text, name text, definition_version bigint, updated_at timestamp with time zone); stable, security definer

-- api.list_timeline(app_user_id text, with_kind text, page_limit integer, before_recorded_at timestamp with time zone, before_place text)
--   returns TABLE(recorded_at timestamp with time zone, place text, answer json); stable

-- api.list_transactions(app_user_id text, environment text, page_limit integer, before_purchased_at timestamp with time zone, before_charge_id uuid)
--   returns TABLE(purchased_at timestamp with time zone, charge_id uuid, answer json); stable

-- api.list_undelivered_credits(page_limit integer, minutes integer, before_bought_at timestamp with time zone, before_entry_id uuid, as_of timestamp with time zone DEFAULT NULL::timestamp with time zone)
--   returns TABLE(bought_at timestamp with time zone, entry_id uuid, answer json); stable

-- api.list_uses(app_user_id text, limit_id text, page_limit integer, before_used_at timestamp with time zone, before_use_id uuid)
--   returns TABLE(used_at timestamp with time zone, use_id uuid, answer json); stable

-- api.list_webhook_arrivals()
--   returns TABLE(tenant_slug text, last_received_at timestamp with time zone); stable, security definer

-- api.list_webhook_events(with_status text, with_type text, of_app_user_id text, of_transaction_id text, received_from timestamp with time zone, received_until timestamp with time zone, page_limit integer, before_received_at timestamp with time zone, before_event_id text)
--   returns TABLE(event_id text, event_type text, received_at timestamp with time zone, status text, failure text, attempts integer, due_at timestamp with time zone, unread text[], app_user_id text); stable

-- api.measure_clock_skew()
--   returns TABLE(events integer, answers integer); volatile, security definer

-- api.next_run(as_of timestamp with time zone DEFAULT NULL::timestamp with time zone)
--   returns TABLE(tenant_id uuid, run_id uuid, is_prepared boolean, is_dry_run boolean, is_listing boolean, project_page text); volatile, security definer

-- api.note_departure(server_name text)
--   returns void; volatile, security definer

-- api.note_presence(as_of timestamp with time zone DEFAULT NULL::timestamp with time zone, server_name text DEFAULT NULL::text, key_ids text[] DEFAULT NULL::text[])
--   returns TABLE(absent_since timestamp with time zone); volatile, security definer

-- api.note_refused_sign_in(key_id text, as_of timestamp with time zone DEFAULT NULL::timestamp with time zone)
--   returns void; volatile, security definer

-- api.note_refused_webhook(reason text, refusals bigint, as_of timestamp with time zone DEFAULT NULL::timestamp with time zone)
--   returns void; volatile

-- api.note_sizes(as_of timestamp with time zone DEFAULT NULL::timestamp with time zone)
--   returns void; volatile, security definer

-- api.number_changes(maximum integer, as_of timestamp with time zone DEFAULT NULL::timestamp with time zone)
--   returns TABLE(numbered bigint, is_done boolean, delay_milliseconds bigint); volatile, security definer

-- api.order_credit(app_user_id text, credit_id text, reference text, environment text DEFAULT 'production'::text, as_of timestamp with time zone DEFAULT NULL::timestamp with time zone)
--   returns TABLE(answered_as_of timestamp with time zone, answer json); volatile

-- api.pause_upstream(seconds integer, reason text, sealed_key bytea DEFAULT NULL::bytea, as_of timestamp with time zone DEFAULT NULL::timestamp with time zone)
--   returns TABLE(is_paused boolean); volatile

-- api.postpone_run_app_user(run_id uuid, app_user_id text, claim_id uuid, reason text, is_setback boolean, retry_after_milliseconds integer, as_of timestamp with time zone DEFAULT NULL::timestamp with time zone)
--   returns TABLE(due_at timestamp with time zone); volatile

-- api.postpone_snapshot(app_user_uuid uuid, claim_id uuid, reason text, is_setback boolean, retry_after_milliseconds integer, as_of timestamp with time zone DEFAULT NULL::timestamp with time zone)
--   returns TABLE(due_at timestamp with time zone); volatile

-- api.prune(answers_kept_hours integer, runs_kept_days integer, reservations_kept_days integer, uses_kept_days integer, maximum integer, as_of timestamp with time zone DEFAULT NULL::timestamp with time zone)
--   returns TABLE(pruned bigint, failure text); volatile, security definer

-- api.put_campaign(campaign_id text, campaign jsonb, code_digest bytea, as_of timestamp with time zone DEFAULT NULL::timestamp with time zone)
--   returns TABLE(answered_as_of timestamp with time zone, answer json); volatile

-- api.put_catalog(slug text, definition jsonb, source text, applied_by text, allows_removal boolean, is_dry_run boolean)
--   returns TABLE(answered_as_of timestamp with time zone, answer json); volatile

-- api.put_purchase(app_user_id text, purchase jsonb, as_of timestamp with time zone, received_at timestamp with time zone DEFAULT NULL::timestamp with time zone)
--   returns TABLE(answered_as_of timestamp with time zone, answer json); volatile

-- api.recall_access(question text, app_user_id text, subject_id text, environment text, as_of timestamp with time zone, known_at timestamp with time zone)
--   returns TABLE(answered_as_of timestamp with time zone, answer json); volatile

-- api.recall_explanation(app_user_id text, entitlement_id text, feature_id text, transaction_id text, environment text, as_of timestamp with time zone, known_at timestamp with time zone)
--   returns TABLE(answered_as_of timestamp with time zone, answer json); volatile

-- api.recall_explanations(app_user_id text, environment text, as_of timestamp with time zone, known_at timestamp with time zone)
--   returns TABLE(answered_as_of timestamp with time zone, answer json); volatile

-- api.receive_webhook_events(event_ids text[], event_types text[], bodies bytea[], facts jsonb[], problems text[], received_at timestamp with time zone DEFAULT NULL::timestamp with time zone)
--   returns TABLE(number integer, status text, failure text); volatile

-- api.redeem_code(app_user_id text, code_digest bytea, idempotency_key text, actor text, issuer text DEFAULT NULL::text, as_of timestamp with time zone DEFAULT NULL::timestamp with time zone)
--   returns TABLE(answered_as_of timestamp with time zone, answer json, refusal text); volatile

-- api.refresh_due_answers(maximum integer)
--   returns TABLE(looked_at bigint); volatile, security definer

-- api.refresh_figures(core_percent integer DEFAULT 5, as_of timestamp with time zone DEFAULT NULL::timestamp with time zone)
--   returns TABLE(refreshed integer, failure text); volatile, security definer

-- api.release_reservation(reservation_id uuid, environment text DEFAULT 'production'::text, as_of timestamp with time zone DEFAULT NULL::timestamp with time zone)
--   returns TABLE(answered_as_of timestamp with time zone, answer json); volatile

-- api.release_use(app_user_id text, limit_id text, reference text, environment text DEFAULT 'production'::text, as_of timestamp with time zone DEFAULT NULL::timestamp with time zone)
--   returns TABLE(answered_as_of timestamp with time zone, answer json); volatile

-- api.remove_household_member(household_id uuid, app_user_id text, because text, owner_app_user_id text DEFAULT NULL::text, as_of timestamp with time zone DEFAULT NULL::timestamp with time zone)
--   returns void; volatile

-- api.replay_endpoint(endpoint_id uuid, from_number bigint, actor text, as_of timestamp with time zone DEFAULT NULL::timestamp with time zone)
--   returns TABLE(answered_as_of timestamp with time zone, answer json); volatile

-- api.require_anonymous(app_user_id text)
--   returns void; stable

-- api.reseal_secret(kind text, name text, slot integer, former bytea, sealed bytea)
--   returns TABLE(is_resealed boolean); volatile

-- api.retry_webhook_event(event_id text)
--   returns TABLE(status text); volatile

-- api.review_due_referrals(maximum integer, as_of timestamp with time zone DEFAULT NULL::timestamp with time zone)
--   returns TABLE(looked_at bigint); volatile, security definer

-- api.review_household(household_id uuid, as_of timestamp with time zone DEFAULT NULL::timestamp with time zone)
--   returns TABLE(downgraded integer, next_due_at timestamp with time zone); volatile

-- api.revoke_admin_key(key_id text)
--   returns void; volatile, security definer

-- api.revoke_api_key(key_id text, actor text)
--   returns void; volatile

-- api.revoke_codes(code_digest bytea, batch_id uuid, campaign_id text, take_back boolean, maximum integer, actor text, reason text, as_of timestamp with time zone DEFAULT NULL::timestamp with time zone)
--   returns TABLE(answered_as_of timestamp with time zone, answer json); volatile

-- api.revoke_grant(app_user_id text, grant_id uuid, actor text, reason text, as_of timestamp with time zone DEFAULT NULL::timestamp with time zone)
--   returns TABLE(answered_as_of timestamp with time zone, answer json); volatile

-- api.revoke_household_invite(household_id uuid, invite_id uuid, owner_app_user_id text DEFAULT NULL::text, as_of timestamp with time zone DEFAULT NULL::timestamp with time zone)
--   returns void; volatile

-- api.revoke_redemption(redemption_id uuid, actor text, reason text, as_of timestamp with time zone DEFAULT NULL::timestamp with time zone)
--   returns TABLE(answered_as_of timestamp with time zone, answer json); volatile

-- api.rotate_endpoint_secret(endpoint_id uuid, sealed bytea, is_at_once boolean, actor text, idempotency_key text, request_digest bytea, as_of timestamp with time zone DEFAULT NULL::timestamp with time zone)
--   returns TABLE(is_replayed boolean, answer json); volatile

-- api.rotate_signing_key(key_id text, sealed bytea, public_key bytea, is_at_once boolean, as_of timestamp with time zone DEFAULT NULL::timestamp with time zone)
--   returns TABLE(signs_from timestamp with time zone); volatile

-- api.set_secret(kind text, name text, slot integer, sealed bytea)
--   returns TABLE(used_slot integer, outcome text); volatile

-- api.set_upstream_key(sealed bytea)
--   returns void; volatile

-- api.settle_deliveries(endpoint_id uuid, lease_id uuid, numbers bigint[], errors text[], http_statuses integer[], durations_milliseconds integer[], retry_after_seconds integer[], is_last boolean, as_of timestamp with time zone DEFAULT NULL::timestamp with time zone)
--   returns TABLE(off_reason text); volatile

-- api.spend_credits(app_user_ids text[], credit_ids text[], amounts integer[], spend_references text[], environment text, as_of timestamp with time zone DEFAULT NULL::timestamp with time zone)
--   returns TABLE(number integer, answered_as_of timestamp with time zone, answer json, refusal text, detail text); volatile

-- api.start_console_session(key_id text, token_digest bytea, ttl_seconds integer, by_link boolean DEFAULT false, as_of timestamp with time zone DEFAULT NULL::timestamp with time zone)
--   returns void; volatile, security definer

-- api.start_due_run(as_of timestamp with time zone DEFAULT NULL::timestamp with time zone)
--   returns TABLE(run_id uuid, origin text); volatile

-- api.start_run(scope text, app_user_id text, is_dry_run boolean, stop_at_lost_percent integer, as_of timestamp with time zone DEFAULT NULL::timestamp with time zone)
--   returns TABLE(answered_as_of timestamp with time zone, answer json); volatile

-- api.take_deliveries(endpoint_id uuid, lease_id uuid, lease_seconds integer, maximum integer, as_of timestamp with time zone DEFAULT NULL::timestamp with time zone)
--   returns TABLE(number bigint, webhook_id text, change json, is_new boolean); volatile

-- api.take_upstream_requests(requests integer, at_least integer, is_urgent boolean, as_of timestamp with time zone DEFAULT NULL::timestamp with time zone)
--   returns TABLE(granted integer, retry_after_milliseconds integer, pause_reason text); volatile

-- api.transfer_household(household_id uuid, app_user_id text, owner_app_user_id text DEFAULT NULL::text, as_of timestamp with time zone DEFAULT NULL::timestamp with time zone)
--   returns TABLE(answered_as_of timestamp with time zone, answer json); volatile

-- api.try_write(as_of timestamp with time zone DEFAULT NULL::timestamp with time zone)
--   returns void; volatile, security definer

-- api.undo_merge(merge_id uuid, actor text, reason text, as_of timestamp with time zone DEFAULT NULL::timestamp with time zone)
--   returns TABLE(answered_as_of timestamp with time zone, answer json); volatile

-- api.update_endpoint(endpoint_id uuid, url text, changes_kinds boolean, kinds text[], is_on boolean, actor text, as_of timestamp with time zone DEFAULT NULL::timestamp with time zone, environments text[] DEFAULT NULL::text[])
--   returns TABLE(answered_as_of timestamp with time zone, answer json); volatile

-- api.use_api_key(key_id text, as_of timestamp with time zone DEFAULT NULL::timestamp with time zone)
--   returns void; volatile, security definer

-- api.use_console_link(link_digest bytea, token_digest bytea, ttl_seconds integer, as_of timestamp with time zone DEFAULT NULL::timestamp with time zone)
--   returns TABLE(is_signed_in boolean); volatile, security definer

-- api.use_limits(app_user_ids text[], limit_ids text[], amounts integer[], use_references text[], expires_in_seconds integer[], used_ats timestamp with time zone[], environment text, as_of timestamp with time zone DEFAULT NULL::timestamp with time zone)
--   returns TABLE(number integer, answered_as_of timestamp with time zone, answer json, refusal text, detail text); volatile

