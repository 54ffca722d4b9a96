-- Writes down a page of the ids of a run's project: those that are unknown are to be read, after
-- everybody else. Where the list has ended, reading goes on.
--
-- Called by the worker that lists. `page` is where the page was found, `next_page` where the next
-- one is; null after the last one. `failure` says why the page could not be read: a fifth failure
-- in a row, or a list that comes back to a page, ends the listing, and the run covers known ids
-- alone.
-- No row: the run lists nothing any more, or the page was written down by another worker.
-- Idempotent: a page counts once.
-- Locks: the run.

create function api.add_listed_page(
    run_id uuid, page text, app_user_ids text[], next_page text, failure text default null,
    as_of timestamptz default null)
returns table (has_ended boolean)
language plpgsql volatile security invoker rows 1
set search_path = ''
as $$
#variable_conflict use_column
declare
    _tenant_id constant uuid := entitlements.current_tenant_id();
    _as_of constant timestamptz := coalesce(add_listed_page.as_of, clock_timestamp());
    _maximum_failures constant integer := 5;
    _run entitlements.runs;
    _reason text := add_listed_page.failure;
begin
    select run.* into _run from entitlements.runs run
     where run.tenant_id = _tenant_id and run.run_id = add_listed_page.run_id
       and run.status = 'listing'
       and run.project_page is not distinct from add_listed_page.page
       for no key update;
    if not found then
        return;
    end if;
    insert into entitlements.run_people (tenant_id, run_id, app_user_id, risk)
    select distinct _tenant_id, _run.run_id, named.id, 9
      from unnest(add_listed_page.app_user_ids) as named (id)
     where octet_length(named.id) between 1 and 1500
       and not exists (
           select from entitlements.app_user_ids known
            where known.tenant_id = _tenant_id and known.app_user_id = named.id)
        on conflict do nothing;
    if _reason is null
       and add_listed_page.next_page in (_run.project_page, _run.project_marker) then
        _reason := 'next_page_seen_before';
    end if;
    has_ended := case when _reason is null then add_listed_page.next_page is null
                      else _reason = 'next_page_seen_before'
                           or _run.project_failures + 1 >= _maximum_failures end;
    update entitlements.runs run
       set status = case when has_ended then 'running' else run.status end,
           is_project_listed = _reason is null and has_ended,
           has_listing_ended = has_ended,
           setback = coalesce(_reason, run.setback),
           project_page = case when _reason is null then add_listed_page.next_page
                               else run.project_page end,
           project_pages = run.project_pages + case when _reason is null then 1 else 0 end,
           -- Each power of two: a circle of any length is met.
           project_marker = case
               when _reason is null and (run.project_pages & (run.project_pages + 1)) = 0
               then add_listed_page.next_page else run.project_marker end,
           project_failures = case when _reason is null then 0 else run.project_failures + 1 end,
           resting_until = case when _reason is null or has_ended then '-infinity'
                                else _as_of + interval '15 seconds' end
     where run.tenant_id = _tenant_id and run.run_id = _run.run_id;
    return next;
end
$$;
