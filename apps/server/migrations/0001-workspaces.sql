-- Workspaces with their settings, sites and locations.

create function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception '% on % is refused: its rows are written once and kept', tg_op, tg_table_name
    using errcode = 'insufficient_privilege';
end $$;

create table workspaces (
  workspace_id uuid primary key,
  name text not null,
  plan text not null check (plan in ('free', 'starter', 'professional', 'scale')),
  time_zone text not null,
  -- Which of the two due-date columns of instruments holds the dates of time_zone. The other
  -- one is filled in batches while pending_time_zone is set.
  due_slot smallint not null default 0 check (due_slot in (0, 1)),
  pending_time_zone text,
  default_site_id uuid not null,
  warning_days integer not null default 30 check (warning_days between 0 and 3650),
  approval_policy text not null default 'automatic' check (approval_policy in ('automatic', 'review')),
  requires_electronic_signature boolean not null default false,
  default_decision_rule text,
  standards text[] not null default '{}',
  -- What certificates print: laboratory, address, accreditation, statements, paper, language.
  laboratory jsonb not null default '{}',
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null
);

create table sites (
  workspace_id uuid not null references workspaces,
  site_id uuid not null,
  name text not null,
  time_zone text,
  laboratory jsonb not null default '{}',
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  primary key (workspace_id, site_id),
  constraint site_name_key unique (workspace_id, name)
);

create table locations (
  workspace_id uuid not null,
  location_id uuid not null,
  site_id uuid not null,
  name text not null,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  primary key (workspace_id, location_id),
  foreign key (workspace_id, site_id) references sites,
  constraint location_name_key unique (workspace_id, site_id, name)
);

-- The second wall: without the setting of the transaction no row is seen or written.
create function enable_workspace_security(target regclass) returns void language plpgsql as $$
begin
  execute format('alter table %s enable row level security', target);
  execute format('alter table %s force row level security', target);
  execute format(
    'create policy workspace_rows on %s using (workspace_id = nullif(current_setting(''app.workspace_id'', true), '''')::uuid)',
    target);
end $$;

select enable_workspace_security('workspaces');
select enable_workspace_security('sites');
select enable_workspace_security('locations');

grant select, insert, update on workspaces, sites, locations to plumbline_app;
