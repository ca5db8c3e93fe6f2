-- Adds `more` to a bucket, whose window of `seconds` begins with the first count after the previous one ended; returns the
-- count and the seconds until the window ends. The row lock makes the count exact across processes. Start times are truncated
-- to the millisecond and never rounded up, because otherwise the window would be reported as longer than it is.
-- A function, because the nodes of a cluster then count in the same statement that reads a key or a session: with an
-- `insert` in the statement itself, Citus carries it out in three parts whose results go through files.
create function count_in_window(counted text, at timestamptz, seconds double precision, more integer)
returns table (count integer, reset_seconds double precision)
language plpgsql volatile as $$
declare
  window_length constant interval := make_interval(secs => seconds);
begin
  return query
  insert into rate_windows as r (bucket, started_at, count)
  values (counted, date_trunc('milliseconds', at), more)
  on conflict (bucket) do update
  set count = case
    when r.started_at + window_length <= excluded.started_at then excluded.count
    else r.count + excluded.count
  end,
    started_at = case when r.started_at + window_length <= excluded.started_at then excluded.started_at else r.started_at end
  returning r.count, extract(epoch from r.started_at + window_length - at)::float8;
end $$;
