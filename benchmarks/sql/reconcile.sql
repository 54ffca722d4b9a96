\set share random(1, :shares)
\startpipeline
select set_config('hearth.tenant_id', :tenant, true);
select "number"
  from api.add_snapshots(
           "snapshots" => (
               select array_agg(said.snapshot || jsonb_build_object('read_at', clock_timestamp()))
                 from said where said.share = :share),
           "received_at" => null, "is_dry_run" => false, "run_id" => null);
\endpipeline
