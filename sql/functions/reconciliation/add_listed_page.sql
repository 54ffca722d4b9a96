-- Adds a page of a project's ids to a run that lists them.
--
-- Unknown ids join the run with the lowest priority. After the last page the run reads again.
-- `page` is the link of the page, null for the first; `next_page` is null after the last page.
-- `failure` says why the page could not be read. Listing ends early after five failures in a row,
-- or if a link repeats; the run then covers known ids only.
-- No row: the run is not listing, or another worker added this page.
-- Idempotent: a page counts once.
-- Null: page, next_page.
-- Locks: the run.

create function api.add_listed_page(
    run_id uuid, page text, app_user_ids text[], next_page text, failure text default null,
    as_of timestamptz default null)
returns table (has_ended boolean)
language plpgsql volatile rows 1
as $$
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
    insert into entitlements.run_app_users (tenant_id, run_id, app_user_id, risk)
    select distinct _tenant_id, _run.run_id, named.id, 9
      from unnest(add_listed_page.app_user_ids) as named (id)
     where octet_length(named.id) between 1 and 1500
       and not entitlements.is_erased_name(named.id)
       and api.kept_out_since(named.id) is null
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
           -- It moves at each power of two of pages, so a cycle of any length is found.
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
