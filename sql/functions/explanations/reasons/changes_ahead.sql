-- Returns what will change an explained answer by itself, and when, the next first.

create function api.changes_ahead(reasons entitlements.explained_reason[], resets_at text)
returns json
language plpgsql stable
as $$
begin
    return (
        select coalesce(
                   json_agg(
                       json_build_object(
                           'at', change.at, 'reason', change.code, 'facts', change.facts)
                       order by change.at, change.code),
                   '[]')
          from (
            select reason.facts ->> 'ends_at',
                   case when (reason.facts ->> 'will_renew')::boolean then 'renews' else 'ends' end,
                   reason.facts
              from unnest(reasons) as reason where reason.has_won and reason.gives_access
             union all
            select api.rfc3339(reason.begins_at), 'begins', reason.facts
              from unnest(reasons) as reason
             union all
            select reason.facts ->> 'auto_resume_at', 'resumes', reason.facts
              from unnest(reasons) as reason where reason.code = 'paused'
             union all
            select reason.facts ->> 'due_at', 'event_retried', reason.facts
              from unnest(reasons) as reason
             union all
            select changes_ahead.resets_at, 'limit_resets', '{}') as change (at, code, facts)
         where change.at is not null);
end
$$;
