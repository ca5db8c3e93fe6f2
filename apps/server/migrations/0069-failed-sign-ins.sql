-- Attempts to sign in to an account that failed, for its person to see. They are forgotten after 30 days.
create table failed_sign_ins (
  id uuid primary key,
  person_id uuid not null references people,
  at timestamptz(3) not null,
  -- What was wrong.
  step text not null check (step in ('password', 'second_factor')),
  ip_address text not null,
  -- Whether the person has succeeded in the same step since; what has not is counted.
  is_answered boolean not null default false
);
create index failed_sign_in_person on failed_sign_ins (person_id, at desc);
grant select, insert, update, delete on failed_sign_ins to plumbline_app;
