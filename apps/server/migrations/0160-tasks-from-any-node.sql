-- Tasks for the job queue. On one server, and on the coordinator of a cluster, a row becomes a task at once and is not
-- stored. A row from another node of a cluster arrives there through Citus, in a transaction that is prepared, and such a
-- transaction cannot notify workers as the queue does: the row is stored, and a worker makes it a task.
create table queued_tasks (
  queued_task_id uuid primary key,
  task text not null,
  payload json not null,
  run_at timestamptz not null,
  max_attempts integer not null,
  line text,
  key text
);
grant select, insert, delete on queued_tasks to plumbline_app;

create function enter_queued_task() returns trigger language plpgsql as $$
begin
  if current_setting('application_name') like 'citus\_internal%' then
    return new;
  end if;
  perform graphile_worker.add_job(
    new.task, new.payload, max_attempts => new.max_attempts, run_at => new.run_at, queue_name => new.line,
    job_key => new.key, job_key_mode => 'preserve_run_at');
  return null;
end $$;
create trigger enter_queued_task before insert on queued_tasks
  for each row execute function enter_queued_task();
