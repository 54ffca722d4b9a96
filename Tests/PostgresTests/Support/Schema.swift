extension ScratchDatabase {
    /// The functions that these tests call, and their tables.
    static let schema = tables + functions

    private static let tables = """
        do $$ begin
            execute format('alter database %I set search_path = api', current_database());
        end $$;
        create table public.written (word text not null);
        create table public.promised (word text not null unique deferrable initially deferred);

        """

    /// The functions alone, as they are rebuilt under running clients.
    static let functions = """
        create schema api;
        grant usage on schema api to public;

        create function api.echo_bool(value bool) returns table (answer bool)
            language sql as 'select value';
        create function api.echo_bytea(value bytea) returns table (answer bytea)
            language sql as 'select value';
        create function api.echo_int4(value int4) returns table (answer int4)
            language sql as 'select value';
        create function api.echo_int8(value int8) returns table (answer int8)
            language sql as 'select value';
        create function api.echo_json(value json) returns table (answer json)
            language sql as 'select value';
        create function api.echo_jsonb(value jsonb) returns table (answer jsonb)
            language sql as 'select value';
        create function api.echo_text(value text) returns table (answer text)
            language sql as 'select value';
        create function api.echo_byteaArray(value bytea[]) returns table (answer bytea[])
            language sql as 'select value';
        create function api.echo_int4Array(value int4[]) returns table (answer int4[])
            language sql as 'select value';
        create function api.echo_jsonbArray(value jsonb[]) returns table (answer jsonb[])
            language sql as 'select value';
        create function api.echo_textArray(value text[]) returns table (answer text[])
            language sql as 'select value';
        create function api.echo_timestamptz(value timestamptz) returns table (answer timestamptz)
            language sql as 'select value';
        create function api.echo_uuid(value uuid) returns table (answer uuid)
            language sql as 'select value';
        create function api.echo_uuidArray(value uuid[]) returns table (answer uuid[])
            language sql as 'select value';

        create function api.spoken_timestamptz(spoken text) returns table (answer timestamptz)
            language sql as 'select spoken::timestamptz';
        create function api.spoken_textArray(spoken text) returns table (answer text[])
            language sql as 'select spoken::text[]';
        create function api.described(value text) returns table (answer text)
            language sql as 'select length(value) || '' '' || octet_length(value)';

        create function api.scope_seen() returns table (answer text)
            language sql as 'select coalesce(current_setting(''tests.scope'', true), '''')';

        create function api.enter_at(tenant text, log_position text, is_exact bool)
            returns table (entered text)
            language sql as $$
                select case log_position when '1:0/2' then 'not_reached' end
                  from set_config('tests.scope', tenant, true) $$;

        create function api.began() returns table (answer timestamptz)
            language sql as 'select now()';

        create function api.setting(name text) returns table (answer text)
            language sql as 'select current_setting(name)';

        create function api.backend() returns table (answer int4)
            language sql as 'select pg_backend_pid()';

        create function api.nap(milliseconds int4) returns table (answer text)
            language plpgsql as $$ begin
                perform pg_sleep(milliseconds / 1000.0);
                return query select coalesce(current_setting('tests.scope', true), '');
            end $$;

        create function api.refuse(code text) returns table (answer text)
            language plpgsql as $$ begin
                raise sqlstate 'PT409' using message = code, detail = 'A sentence.';
            end $$;

        create function api.fail(state text, spoken text) returns table (answer text)
            language plpgsql as $$ begin
                raise exception using errcode = state, message = spoken, detail = spoken;
            end $$;

        create function api.write_word(word text, milliseconds int4) returns void
            language plpgsql as $$ begin
                insert into public.written values (write_word.word);
                perform pg_sleep(milliseconds / 1000.0);
            end $$;

        create function api.promise_word(word text) returns table (answer text)
            language plpgsql as $$ begin
                insert into public.promised values (promise_word.word);
                return query select promise_word.word;
            end $$;

        create function api.lock_two(one int8, other int8) returns table (answer text)
            language plpgsql as $$ begin
                perform pg_advisory_xact_lock(one);
                perform pg_sleep(0.3);
                perform pg_advisory_xact_lock(other);
                return query select 'both'::text;
            end $$;
        """
}
