\set share random(1, :shares)
\startpipeline
select set_config('hearth.tenant_id', :tenant, true);
select "place"
  from api.repeat_snapshots(
           "snapshots" => (
               select jsonb_agg(said.snapshot || jsonb_build_object('read_at', clock_timestamp()))
                 from said where said.share = :share),
           "received_at" => null, "run_id" => null);
\endpipeline
