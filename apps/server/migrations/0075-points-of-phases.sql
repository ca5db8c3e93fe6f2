-- What lists say of points beside those that are out in the end. Those out as found follow from the points, so that records of
-- every release have them; the table is written once anew for it.
alter table calibrations
  add column points_without_final integer,
  add column points_out_as_found integer generated always as (
    jsonb_array_length(jsonb_path_query_array(measurements, '$.points[*] ? (@.as_found.verdict == "out")'))
  ) stored;
