-- Returns whether the functions of a release are installed. Any login may ask.
select pg_catalog.to_regproc(:'release' || '.get_deployment') is not null;
