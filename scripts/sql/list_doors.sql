-- The signatures of the functions of the one release that the variable `doors` names, a line each.
select format(
           e'-- api.%s(%s)\n--   returns %s; %s%s\n', function.proname,
           pg_get_function_arguments(function.oid), pg_get_function_result(function.oid),
           case function.provolatile when 'v' then 'volatile' when 's' then 'stable'
               else 'immutable' end,
           case when function.prosecdef then ', security definer' else '' end)
  from pg_proc function
 where function.pronamespace = (
           select oid from pg_namespace where nspname ~ '^hearth_[0-9a-f]{12}$')
   and function.proname = any (string_to_array(:'doors', ' '))
 order by function.proname;
