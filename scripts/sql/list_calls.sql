-- The functions of the one release that the variable `doors` names, as one JSON array.
select json_agg(json_build_object(
           'name', function.proname,
           'access', case when function.provolatile = 'v' then 'write' else 'read' end,
           'crosses_tenants', function.prosecdef,
           'values', (
               select coalesce(json_agg(json_build_object(
                          'name', value.name,
                          'type', format_type(value.type, null),
                          'is_column', value.mode = 't',
                          'default', case when value.mode is distinct from 't' then
                              pg_get_function_arg_default(function.oid, value.number::integer) end)
                          order by value.number), '[]')
                 from unnest(coalesce(function.proallargtypes, function.proargtypes::oid[]),
                             function.proargnames, function.proargmodes)
                      with ordinality as value (type, name, mode, number)))
           order by function.proname)
  from pg_proc function
 where function.pronamespace = (
           select oid from pg_namespace where nspname ~ '^hearth_[0-9a-f]{12}$')
   and function.proname = any (string_to_array(:'doors', ' '));
