-- Comments on a function or an aggregate of a release; names are unique in its schema.
comment on routine :"release".:"function" is :'comment';
