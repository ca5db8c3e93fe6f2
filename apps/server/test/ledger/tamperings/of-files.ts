import { createHash } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import type { Tamperer } from '../tampering.ts'
import { ofRich, one, type Audited, type Tampering } from './tampering-case.ts'

const FORGED = Buffer.from('%PDF-1.7\n% forged\n%%EOF\n')
const FORGED_HASH = `'\\x${createHash('sha256').update(FORGED).digest('hex')}'`

/** Kinds of files, with their folders and display names. */
const KINDS = {
  'a certificate': { folder: 'certificates', name: /^certificate \S+ of calibration / },
  'a document of an instrument': { folder: 'documents', name: /^document report\.pdf/, table: 'documents' },
  'a document of a provider': { folder: 'documents', name: /^document swedac\.pdf/, table: 'documents' },
  'a document of a procedure': { folder: 'documents', name: /of procedure CP-1/ },
} as const

/** Changes to the file with a key, and their expected findings. */
const DEEDS: readonly (readonly [
  done: string,
  state: 'altered' | 'missing',
  (audited: Audited, key: string) => Promise<void>,
])[] = [
  ['is replaced', 'altered', ({ app }, key) => app.storage.put(key, FORGED, 'application/pdf')],
  [
    'loses its last byte',
    'altered',
    async ({ app }, key) => {
      const bytes = await buffer(await app.storage.read(key))
      await app.storage.put(key, bytes.subarray(0, -1), 'application/pdf')
    },
  ],
  [
    'has one bit changed',
    'altered',
    async ({ app }, key) => {
      const bytes = await buffer(await app.storage.read(key))
      bytes[12]! ^= 1
      await app.storage.put(key, bytes, 'application/pdf')
    },
  ],
  ['is emptied', 'altered', ({ app }, key) => app.storage.put(key, Buffer.alloc(0), 'application/pdf')],
  ['is removed', 'missing', ({ app }, key) => app.storage.delete(key)],
]

const ofEachKind = Object.entries(KINDS).flatMap(([kind, { folder, name }]) =>
  DEEDS.map(([done, state, deed]): Tampering => ({
    does: `the file of ${kind} ${done}`,
    in: 'rich',
    finds: { file: [state, name] },
    by: async (tamperer, audited) => deed(audited, await keyOf(tamperer, audited, folder, name)),
  })),
)

/** Files, and the rows that describe them. */
export const ofFiles: readonly Tampering[] = [
  ...ofEachKind,
  {
    does: 'two certificates exchange their files',
    in: 'rich',
    finds: { file: ['altered', KINDS['a certificate'].name] },
    by: async (_, audited) => exchangeFiles(audited, await keysIn(audited, 'certificates')),
  },
  {
    does: 'two documents exchange their files',
    in: 'rich',
    finds: { file: ['altered', /^document /] },
    by: async (_, audited) => exchangeFiles(audited, await keysIn(audited, 'documents')),
  },
  {
    does: 'the file of a certificate is replaced, and its hash in the table with it',
    in: 'rich',
    finds: { row: ['certificates', 'sha256'] },
    by: async (tamperer, audited) => {
      const [key] = await keysIn(audited, 'certificates')
      await audited.app.storage.put(key!, FORGED, 'application/pdf')
      await tamperer.run(`update certificates set sha256 = ${FORGED_HASH}, size_bytes = ${FORGED.length}
        where workspace_id = $w and calibration_id = '${key!.split('/')[2]}'`)
    },
  },
  {
    does: 'the file of a document is replaced, and its hash in the table with it',
    in: 'rich',
    finds: { row: ['documents', 'sha256'] },
    by: async (tamperer, audited) => {
      const key = await keyOf(tamperer, audited, 'documents', /^document report/)
      await audited.app.storage.put(key, FORGED, 'application/pdf')
      await tamperer.run(
        `update documents set sha256 = ${FORGED_HASH} where workspace_id = $w and document_id = '${key.split('/')[2]}'`,
      )
    },
  },
  {
    does: 'the file of a document of a procedure is replaced, and its hash in the revision with it',
    in: 'rich',
    finds: { row: ['procedure_revisions', 'documents'] },
    by: async (tamperer, audited) => {
      const key = await keyOf(tamperer, audited, 'documents', KINDS['a document of a procedure'].name)
      await audited.app.storage.put(key, FORGED, 'application/pdf')
      await tamperer.run(`update procedure_revisions
        set documents = jsonb_set(documents, '{0,sha256}', to_jsonb(substr(${FORGED_HASH}, 3)))
        where workspace_id = $w and documents <> '[]'`)
    },
  },
  ofRich(
    'a certificate has another number',
    'certificates',
    'number',
    `update certificates set number = 'FORGED' where ${one('certificates', 'calibration_id')}`,
  ),
  ofRich(
    'what a certificate prints is altered',
    'certificates',
    'printed',
    `update certificates set printed = printed || '{"forged": true}' where ${one('certificates', 'calibration_id')}`,
  ),
  ofRich(
    'a certificate is removed',
    'certificates',
    null,
    `delete from certificates where ${one('certificates', 'calibration_id')}`,
  ),
  ofRich(
    'the address of a certificate leads to another record',
    'certificate_directory',
    'calibration_id',
    `update certificate_directory set calibration_id = gen_random_uuid() where workspace_id = $w`,
  ),
  ofRich(
    'the address of a certificate is removed',
    'certificate_directory',
    null,
    `delete from certificate_directory where workspace_id = $w`,
  ),
  ofRich(
    'a document belongs to another instrument',
    'documents',
    'instrument_id',
    `update documents set instrument_id = (select instrument_id from instruments where workspace_id = $w and asset_tag = 'R-3') where workspace_id = $w and instrument_id is not null`,
  ),
  ofRich(
    'a document is archived',
    'documents',
    'is_archived',
    `update documents set is_archived = true where ${one('documents', 'document_id')}`,
  ),
  ofRich(
    'a document is removed with its row',
    'documents',
    null,
    `delete from documents where ${one('documents', 'document_id')}`,
  ),
  ofRich(
    'a document is counted no more',
    'document_counts',
    'count',
    `update document_counts set count = 0 where workspace_id = $w and count > 0`,
  ),
]

/** Returns the keys of the rich workspace in a folder. */
async function keysIn({ app, rich }: Audited, folder: string): Promise<string[]> {
  const found = await Array.fromAsync(app.storage.list(`${folder}/${rich.lab.id}/`))
  return found.map(({ key }) => key)
}

/** Returns the key of the file with a name in reports. */
async function keyOf({ owner }: Tamperer, audited: Audited, folder: string, name: RegExp): Promise<string> {
  const keys = await keysIn(audited, folder)
  if (folder === 'certificates') return keys[0]!
  const { rows } = await owner.query<{ id: string; name: string }>(
    `select document_id::text as id, 'document ' || file_name as name from documents where workspace_id = $1
     union all
     select d ->> 'id', 'document ' || (d ->> 'file_name') || ' of procedure CP-1'
     from procedure_revisions, jsonb_array_elements(documents) d where workspace_id = $1`,
    [audited.rich.lab.id],
  )
  const { id } = rows.find((row) => name.test(row.name))!
  return keys.find((key) => key.includes(id))!
}

/** Swaps the contents of the first two. */
async function exchangeFiles({ app }: Audited, [mine, other]: string[]): Promise<void> {
  const [first, second] = [
    await buffer(await app.storage.read(mine!)),
    await buffer(await app.storage.read(other!)),
  ]
  await app.storage.put(mine!, second, 'application/pdf')
  await app.storage.put(other!, first, 'application/pdf')
}
