-- Comments on a function or an aggregate of schema api; names are unique there.
comment on routine api.:"function" is :'comment';
