-- Pins the search path of each function that lacks it, whichever release installed it.
call entitlements.pin_search_paths();
