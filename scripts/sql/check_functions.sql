-- Fails with all findings of plpgsql_check, or with the first SQL body that does not parse.
create extension if not exists plpgsql_check;

do $$
declare
    _function record;
    _findings text;
begin
    for _function in
        select function.oid
          from pg_proc function
          join pg_language language on language.oid = function.prolang
         where function.pronamespace in (select oid from pg_namespace
                                           where nspname ~ '^(hearth_[0-9a-f]{12}|entitlements)$')
           and language.lanname = 'sql' and function.prokind <> 'a'
    loop
        perform fmgr_sql_validator(_function.oid);
    end loop;

    select string_agg(
               format('%s, line %s: %s: %s', function.oid::regprocedure, finding.lineno,
                      finding.level, finding.message), e'\n')
      into _findings
      from pg_proc function
      join pg_language language on language.oid = function.prolang
     cross join lateral plpgsql_check_function_tb(
               function.oid,
               -- A function of triggers is checked with one of its tables.
               coalesce((select min(tgrelid) from pg_trigger where tgfoid = function.oid), 0),
               fatal_errors => false, performance_warnings => false) as finding
     where function.pronamespace in (select oid from pg_namespace
                                           where nspname ~ '^(hearth_[0-9a-f]{12}|entitlements)$')
       and language.lanname = 'plpgsql';
    if _findings is not null then
        raise exception using message = e'plpgsql_check found\n' || _findings;
    end if;
end
$$;
