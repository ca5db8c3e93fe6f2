import type { TestApp } from '../../app.ts'
import type { LivingWorkspace } from '../../workspaces/living-workspace.ts'
import type { Tamperer } from '../tampering.ts'

/** The object of tampering: two workspaces in one database, their files, and the checkpoints stored outside. */
export interface Audited {
  readonly app: TestApp
  /** Everything has happened here at least once, files are stored, and people sign in with a second factor. */
  readonly rich: LivingWorkspace
  /** A ledger of 15 entries, signed at 6, 11 and 15; entry 7 renames the workspace to `Name 7`. */
  readonly chainId: string
  /** A member of only the rich workspace, with password, second factor and recovery codes. */
  readonly memberId: string
  /** The file of checkpoints stored outside the database. */
  readonly checkpointFile: string
}

/** A step of a tampering: a statement, in which `$w` and `$c` are the workspaces and `$m` the member, or a function. */
export type Step = string | ((tamperer: Tamperer, audited: Audited) => Promise<unknown>)

/** The exact expected finding. */
export type Finding =
  /** The message, as printed. */
  | { readonly says: RegExp }
  /** A row and its column; null if the row is missing or superfluous. */
  | { readonly row: readonly [table: string, column: string | null] }
  /** A stored file. */
  | { readonly file: readonly [state: 'altered' | 'missing', name: RegExp] }

/** A way of tampering. */
export interface Tampering {
  readonly does: string
  readonly by: Step | readonly Step[]
  readonly finds: Finding
  /** The workspace that fails verification. */
  readonly in: 'rich' | 'chain' | 'another'
  /** Verifies only this workspace, like `--workspace`; it is faster. */
  readonly isAlone?: true
}

/** Returns a tampering with rows of the rich workspace, with the expected row and column. */
export const ofRich = (
  does: string,
  table: string,
  column: string | null,
  ...by: readonly Step[]
): Tampering => ({ does, by, in: 'rich', isAlone: true, finds: { row: [table, column] } })

/** Returns an assignment that changes one byte of a column. */
export const flip = (column: string) => `${column} = set_byte(${column}, 7, get_byte(${column}, 7) # 1)`

/** Returns a condition for the first row by ID of a table of the rich workspace, among those that meet a condition. */
export const one = (table: string, id: string, among = 'true') =>
  `workspace_id = $w and ${id} = (select min(${id}::text)::uuid from ${table} where workspace_id = $w and ${among})`

/** Returns a step that inserts a copy of a row with another ID. */
export const copyOf =
  (table: string, id: string, changes: Record<string, unknown> = {}, among = 'true'): Step =>
  async ({ owner, run }) => {
    const { rows } = await owner.query<{ columns: string }>(
      `select string_agg(attname, ', ') as columns from pg_attribute
       where attrelid = $1::regclass and attnum > 0 and not attisdropped and attgenerated = ''`,
      [table],
    )
    const [{ columns } = { columns: '' }] = rows
    await run(`insert into ${table} (${columns}) select ${columns} from (
      select (jsonb_populate_record(t, jsonb_build_object('${id}', gen_random_uuid()) || '${JSON.stringify(changes)}')).*
      from ${table} t where ${one(table, id, among)}) copied`)
  }

/** Returns statements that swap a unique value between two rows. */
export const exchange = (table: string, id: string, column: string, free: string, among = 'true') => [
  `create temp table pair as select ${id} as id, ${column} as value, row_number() over (order by ${id}) as place
   from ${table} where workspace_id = $w and ${among} order by ${id} limit 2`,
  `update ${table} t set ${column} = ${free} from pair where workspace_id = $w and ${id} = pair.id`,
  `update ${table} t set ${column} = other.value from pair join pair other on other.place <> pair.place
   where workspace_id = $w and ${id} = pair.id`,
  `drop table pair`,
]

/** Returns statements that swap the IDs of two rows. */
export const exchangeIds = (table: string, id: string, among = 'true') => {
  const between = (place: string) => `('00000000-0000-4000-8000-00000000000' || ${place})::uuid`
  return [
    `create temp table pair as select ${id} as id, row_number() over (order by ${id}) as place
     from ${table} where workspace_id = $w and ${among} order by ${id} limit 2`,
    `update ${table} t set ${id} = ${between('pair.place')} from pair where workspace_id = $w and ${id} = pair.id`,
    `update ${table} t set ${id} = pair.id from pair where workspace_id = $w and ${id} = ${between('3 - pair.place')}`,
    `drop table pair`,
  ]
}
