-- Memberships that were offered. Whether the address has an account already is not looked at before its person opens
-- the link: until then nothing here says so.
create table invitations (
  workspace_id uuid not null references workspaces,
  invitation_id uuid not null,
  email text not null check (email = lower(email)),
  -- As the inviting person knows the person.
  name text not null,
  role text not null check (role in ('admin', 'manager', 'technician', 'auditor')),
  site_ids uuid[],
  access_ends_at timestamptz(3),
  state text not null check (state in ('open', 'accepted', 'withdrawn')),
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  primary key (workspace_id, invitation_id)
);
create unique index open_invitation on invitations (workspace_id, email) where state = 'open';
select enable_workspace_security('invitations');
grant select, insert, update on invitations to plumbline_app;

alter table one_time_links
  add column invitation_id uuid,
  drop constraint one_time_links_purpose_check,
  drop constraint one_time_links_check,
  add constraint one_time_links_purpose_check check (purpose in ('setup', 'password_reset', 'invitation')),
  add constraint one_time_links_check check (case purpose
    when 'setup' then num_nonnulls(person_id, workspace_id, invitation_id, expires_at) = 0
    when 'invitation' then person_id is null and num_nulls(workspace_id, invitation_id, expires_at) = 0
    else invitation_id is null and num_nulls(person_id, workspace_id, expires_at) = 0
  end);

-- How it was shown that the address is the person's: by a link that reached them, or by an identity provider that
-- vouches for it. Null: nobody has shown it, as of an account that an operator made, or after another address was set.
alter table people add column address_proof text check (address_proof in ('link', 'provider'));
update people p set address_proof = 'link'
where exists (
  select from sign_in_accounts a where a.person_id = p.id and a.provider_id like 'oidc:%');

-- A password that somebody else has seen, until its person chooses another.
alter table sign_in_accounts add column is_temporary boolean not null default false;
