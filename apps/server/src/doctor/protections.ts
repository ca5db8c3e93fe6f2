import { readFile } from 'node:fs/promises'
import { sql, type Database } from '../platform/db/index.ts'

/** One object in the schema that protects rows from being read or changed, as it is in a database. */
export interface Protection {
  readonly kind: 'row security' | 'policy' | 'trigger' | 'foreign key' | 'function' | 'grant' | 'setting'
  /** The table, function, schema or role. */
  readonly on: string
  /** Its name there; empty if there is only one. */
  readonly name: string
  /** Its state; for policies, triggers and functions also their definition. */
  readonly state: string
}

/** The protections created by the migrations, written by the test that keeps the file current. */
export const EXPECTED_FILE = new URL('expected-protections.txt', import.meta.url)

/** Returns the protections of a database after all migrations of this version of the program. */
export async function expectedProtections(): Promise<Protection[]> {
  const text = await readFile(EXPECTED_FILE, 'utf8')
  return text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => {
      const [kind, on, name, state] = line.split('\t') as [Protection['kind'], string, string, string]
      return { kind, on, name, state }
    })
}

/** Returns protections in the format of the file: one per line, so that a change is readable in a diff. */
export function protectionsText(protections: readonly Protection[]): string {
  return protections.map(({ kind, on, name, state }) => `${[kind, on, name, state].join('\t')}\n`).join('')
}

/** Objects of the schema that do not belong to an extension. */
const OURS = sql`n.nspname = 'public' and not exists (
  select from pg_depend e where e.objid = o.oid and e.deptype = 'e')`

const ROW_SECURITY = sql`
  select 'row security' as kind, o.relname::text as "on", '' as name,
    case when o.relrowsecurity then case when o.relforcerowsecurity then 'forced' else 'not forced' end
      else 'off' end as state
  from pg_class o join pg_namespace n on n.oid = o.relnamespace
  where ${OURS} and o.relkind in ('r', 'p')`

const POLICIES = sql`
  select 'policy', o.relname::text, p.polname::text,
    concat_ws(' ', case when p.polpermissive then 'permissive' else 'restrictive' end, 'for', p.polcmd::text, 'to',
      (select string_agg(coalesce(r.rolname, 'public'), ', ' order by r.rolname)
        from unnest(p.polroles) as g (oid) left join pg_roles r on r.oid = g.oid),
      'using', pg_get_expr(p.polqual, p.polrelid), 'with check', pg_get_expr(p.polwithcheck, p.polrelid))
  from pg_policy p join pg_class o on o.oid = p.polrelid join pg_namespace n on n.oid = o.relnamespace
  where ${OURS}`

const TRIGGERS = sql`
  select 'trigger', o.relname::text, t.tgname::text,
    case t.tgenabled when 'O' then 'enabled' when 'A' then 'always enabled' when 'R' then 'enabled for replicas alone'
      else 'disabled' end || ': ' || pg_get_triggerdef(t.oid)
  from pg_trigger t join pg_class o on o.oid = t.tgrelid join pg_namespace n on n.oid = o.relnamespace
  where ${OURS} and not t.tgisinternal`

/** PostgreSQL implements them with internal triggers, which `disable trigger all` disables too. */
const FOREIGN_KEYS = sql`
  select 'foreign key', o.relname::text, c.conname::text,
    case when not c.convalidated then 'not validated'
      when exists (select from pg_trigger t where t.tgconstraint = c.oid and t.tgenabled <> 'O') then 'disabled'
      else 'enabled' end
  from pg_constraint c join pg_class o on o.oid = c.conrelid join pg_namespace n on n.oid = o.relnamespace
  where ${OURS} and c.contype = 'f'`

/** A trigger is only as good as its function. */
const FUNCTIONS = sql`
  select 'function', o.proname || '(' || pg_get_function_identity_arguments(o.oid) || ')', '',
    concat_ws(' ', case when o.prosecdef then 'with the rights of its owner' end,
      array_to_string(o.proconfig, ' '), md5(coalesce(pg_get_function_sqlbody(o.oid), o.prosrc)))
  from pg_proc o join pg_namespace n on n.oid = o.pronamespace
  where ${OURS}`

/** The rights of roles other than the owner of an object, one row for each right. */
const GRANTS = sql`
  select 'grant', g.object,
    lower(g.privilege_type) || coalesce(' (' || g.attribute || ')', '') || ' to ' || coalesce(r.rolname, 'public'),
    case when g.is_grantable then 'granted, and may be handed on' else 'granted' end
  from (
    select o.relname::text as object, null as attribute, o.relowner as owner, a.*
    from pg_class o join pg_namespace n on n.oid = o.relnamespace, aclexplode(o.relacl) a
    where ${OURS} and o.relkind in ('r', 'p', 'v', 'm', 'S', 'f')
    union all
    select o.relname::text, c.attname::text, o.relowner, a.*
    from pg_class o join pg_namespace n on n.oid = o.relnamespace
      join pg_attribute c on c.attrelid = o.oid, aclexplode(c.attacl) a
    where ${OURS}
    union all
    select 'function ' || o.proname || '(' || pg_get_function_identity_arguments(o.oid) || ')', null, o.proowner, a.*
    from pg_proc o join pg_namespace n on n.oid = o.pronamespace,
      aclexplode(coalesce(o.proacl, acldefault('f', o.proowner))) a
    where ${OURS}
    union all
    select 'schema public', null, n.nspowner, a.*
    from pg_namespace n, aclexplode(n.nspacl) a
    where n.nspname = 'public'
  ) g
  left join pg_roles r on r.oid = g.grantee
  where g.grantee <> g.owner`

/** Settings and memberships that would disable all protections for the role. */
const SETTINGS = sql`
  select 'setting', current_user::text, name, current_setting(name)
  from unnest(array['row_security', 'session_replication_role']) as s (name)
  union all
  select 'grant', 'role ' || g.rolname, 'member to ' || m.rolname, 'granted'
  from pg_auth_members a join pg_roles g on g.oid = a.roleid join pg_roles m on m.oid = a.member
  where m.rolname = current_user`

/** Returns the protections of the database, as seen by the application's role, in the order of the file. */
export function readProtections(db: Database): Promise<Protection[]> {
  return db.global.rows<Protection>(sql`
    select kind, "on", name, regexp_replace(state, '\\s+', ' ', 'g') as state
    from (${ROW_SECURITY} union all ${POLICIES} union all ${TRIGGERS} union all ${FOREIGN_KEYS}
      union all ${FUNCTIONS} union all ${GRANTS} union all ${SETTINGS}) as found
    order by kind collate "C", "on" collate "C", name collate "C", state collate "C"`)
}
