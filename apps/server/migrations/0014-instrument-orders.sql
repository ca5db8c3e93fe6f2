-- The orders of the app's table beside times: by tag, by name, and by due date in either slot. What its filters
-- look at is included, so that a deep page and a filter that a walk passes rows over for stay in the index.
create index instrument_tag on instruments (workspace_id, asset_tag, instrument_id)
  include (site_id, status, compliance_group, grace_days, warning_days, due_date_0, due_date_1, retired_at);
create index instrument_name on instruments (workspace_id, name, instrument_id)
  include (site_id, status, compliance_group, grace_days, warning_days, due_date_0, due_date_1, retired_at);
create index instrument_due_date_0 on instruments (workspace_id, due_date_0, instrument_id)
  include (site_id, status, compliance_group, grace_days, warning_days, retired_at);
create index instrument_due_date_1 on instruments (workspace_id, due_date_1, instrument_id)
  include (site_id, status, compliance_group, grace_days, warning_days, retired_at);
