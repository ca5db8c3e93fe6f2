-- What programs act as through the public API: it has no sign-in, only keys.
create table service_accounts (
  workspace_id uuid not null references workspaces,
  service_account_id uuid not null,
  name text not null,
  role text not null check (role in ('manager', 'technician')),
  -- Null: every site of the workspace.
  site_ids uuid[],
  is_active boolean not null default true,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  primary key (workspace_id, service_account_id)
);
select enable_workspace_security('service_accounts');
grant select, insert, update on service_accounts to plumbline_app;

-- A person or a service account.
alter table api_keys rename column person_id to owner_id;
