import { Type, type Static } from 'typebox'

/** Name and version of the format, in the first frame of every backup. A new format gets a new version. */
export const FORMAT = 'plumbline-backup'
export const FORMAT_VERSION = 1

/** The first frame: what was backed up, when, and by which program. */
export const BackupHeader = Type.Object({
  format: Type.Literal(FORMAT),
  version: Type.Integer(),
  made_at: Type.String(),
  program: Type.String(),
  postgres: Type.String(),
  /** Names of the migrations that created the schema, in order. */
  migrations: Type.Array(Type.String()),
  workspaces: Type.Integer(),
  /** Reveals whether a SECRET_KEY is that of the backup, and nothing else about it. */
  secret_check: Type.String(),
})
export type BackupHeader = Static<typeof BackupHeader>

/** The content of a part: rows of one table (of one workspace), a stored file, or the secret of the deployment. */
export const BackupPart = Type.Union([
  Type.Object({
    part: Type.Literal('rows'),
    table: Type.String({ pattern: '^[a-z_][a-z0-9_]*$' }),
    workspace_id: Type.Union([Type.String(), Type.Null()]),
    columns: Type.Array(Type.String({ pattern: '^[a-z_][a-z0-9_]*$' })),
  }),
  Type.Object({ part: Type.Literal('file'), key: Type.String(), size_bytes: Type.Integer() }),
  Type.Object({ part: Type.Literal('secret_key') }),
])
export type BackupPart = Static<typeof BackupPart>
export type RowsPart = Extract<BackupPart, { part: 'rows' }>

/** The end of a part: its number of rows (0 for a file), bytes and SHA-256. */
export const PartEnd = Type.Object({
  rows: Type.Integer(),
  bytes: Type.Integer(),
  sha256: Type.String(),
})
export type PartEnd = Static<typeof PartEnd>

/** The last frame: what must have preceded it, and the SHA-256 of all preceding frames. */
export const Manifest = Type.Object({
  parts: Type.Integer(),
  rows: Type.Integer(),
  files: Type.Integer(),
  file_bytes: Type.Integer(),
  /** Number of rows of each table. */
  tables: Type.Record(Type.String(), Type.Integer()),
  sha256: Type.String(),
})
export type Manifest = Static<typeof Manifest>
