import { randomBytes } from 'node:crypto'
import { sealEntry } from '../../../src/modules/ledger/rules/entry.ts'
import type { Tamperer } from '../tampering.ts'
import { flip, type Tampering } from './tampering-case.ts'

/** Length of the ledger. */
const SIZE = 15

/** Returns a tampering with the ledger of known length, with the expected message and entry. */
const ofChain = (does: string, index: number, what: RegExp, by: Tampering['by']): Tampering => ({
  does,
  by,
  in: 'chain',
  isAlone: true,
  finds: { says: new RegExp(`failed verification: Entry ${index}: .*${what.source}`, what.flags) },
})

const set = (table: string, change: string, where: string) =>
  `update ${table} set ${change} where workspace_id = $c and ${where}`
const remove = (table: string, where: string) => `delete from ${table} where workspace_id = $c and ${where}`

/** Values of a single entry. */
export const ofEntries: readonly Tampering[] = (
  [
    ['its index', 'index = 99', /missing: the next one that is there has the index 8/],
    ['its index, to one beyond all counting', 'index = 9223372036854775807', /missing/],
    ['its instant', "at = at + interval '1 ms'", /at is .* by its row and .* by its text/],
    ['its kind', "kind = 'workspace.created'", /kind is workspace.created by its row/],
    ['its kind, to none that there is', "kind = 'nonsense'", /kind is nonsense by its row/],
    ['the type of its actor', "actor_type = 'user'", /actor type is user by its row/],
    ['the id of its actor', "actor_id = 'someone'", /actor id is someone by its row/],
    ['the type of its subject', "subject_type = 'site'", /subject type is site by its row/],
    ['the id of its subject', "subject_id = 'another'", /subject id is another by its row/],
    [
      'a word of its text',
      "entry = replace(entry, '.updated', '.created')",
      /kind is workspace.updated by its row and workspace.created by its text/,
    ],
    ['the spelling of its text', 'entry = replace(entry, \',"v":1\', \', "v":1\')', /not the canonical text/],
    ['a byte of its payload', "payload = replace(payload, 'Name 7', 'Name 8')", /payload is not the one/],
    ['a byte of its leaf hash', flip('leaf_hash'), /leaf hash is not that of its text/],
    ['its workspace', 'workspace_id = $w, index = 7777', /missing/],
  ] as const
).map(([does, change, what]) =>
  ofChain(`an entry loses ${does}`, 7, what, [set('ledger_entries', change, 'index = 7')]),
)

/** Presence and order of entries. */
export const ofOrder: readonly Tampering[] = [
  ofChain('two entries change places', 5, /index is 5 by its row and 9 by its text/, [
    set('ledger_entries', 'index = 100 - index', 'index in (5, 9)'),
    set('ledger_entries', 'index = index - 86', 'index > 86'),
  ]),
  ofChain('the first entry is removed', 0, /missing/, [remove('ledger_entries', 'index = 0')]),
  ofChain('an entry in the middle is removed', 8, /missing/, [remove('ledger_entries', 'index = 8')]),
  ofChain('the last entry is removed', 14, /missing: the head counts 15/, [
    remove('ledger_entries', 'index = 14'),
  ]),
  ofChain('all entries are removed', 0, /missing: the head counts 15/, [remove('ledger_entries', 'true')]),
  ofChain('the gap of a removed entry is closed', 8, /index is 8 by its row and 9 by its text/, [
    remove('ledger_entries', 'index = 8'),
    // Via an unused index: a statement checks uniqueness row by row, in any order.
    set('ledger_entries', 'index = index + 100', 'index > 8'),
    set('ledger_entries', 'index = index - 101', 'index > 100'),
  ]),
  ...[6, 7].map((place) =>
    ofChain(
      `an entry is pushed in at ${place}`,
      place,
      /another row stands in its place/i,
      async (tamperer, { chainId }) => {
        // Once to an unused index, once back: a statement checks uniqueness row by row.
        await tamperer.run(set('ledger_entries', 'index = index + 101', `index >= ${place}`))
        await tamperer.run(set('ledger_entries', 'index = index - 100', 'index > 100'))
        await insertForged(tamperer, chainId, place, await instantOf(tamperer, chainId, place + 1))
      },
    ),
  ),
  ...[6, 7].map((place) =>
    ofChain(
      `entry ${place} is written anew, its text, payload and leaf in keeping`,
      6,
      /It or entry 7 is another one/,
      async (tamperer, { chainId }) => writeAnew(tamperer, chainId, place),
    ),
  ),
  ofChain('the last entry is written anew', 14, /another edge/, async (tamperer, { chainId }) =>
    writeAnew(tamperer, chainId, 14),
  ),
  ofChain(
    'an entry of long ago is appended behind the last one',
    SIZE,
    /2020-01-01.* is before that of the entry before it/,
    (tamperer, { chainId }) => insertForged(tamperer, chainId, SIZE, '2020-01-01T00:00:00.000Z'),
  ),
  ofChain(
    'an entry is appended that the head does not count',
    SIZE,
    /node 7 of level 1 is missing/,
    (tamperer, { chainId }) => insertForged(tamperer, chainId, SIZE, '2099-01-01T00:00:00.000Z'),
  ),
]

/** The nodes of the tree. */
export const ofTree: readonly Tampering[] = [
  ofChain('a node gets another hash', 7, /node 1 of level 2 has another hash/, [
    set('ledger_nodes', flip('hash'), 'level = 2 and index = 1'),
  ]),
  ofChain('a lowest node gets another hash', 8, /It or entry 9/, [
    set('ledger_nodes', flip('hash'), 'level = 1 and index = 4'),
  ]),
  ofChain('a node gets another level', 7, /node 1 of level 2 is missing/, [
    set('ledger_nodes', 'level = 3, index = 77', 'level = 2 and index = 1'),
  ]),
  ofChain('a node gets another index', 5, /node 2 of level 1 is missing/, [
    set('ledger_nodes', 'index = 78', 'level = 1 and index = 2'),
  ]),
  ofChain('a node is removed', 7, /node 0 of level 3 is missing/, [remove('ledger_nodes', 'level = 3')]),
  ofChain('a node is added beyond the tree', 15, /node 40 of level 1 is stored that its tree does not have/, [
    `insert into ledger_nodes values ($c, 1, 40, sha256('x'))`,
  ]),
  ofChain('a node is added that no tree can have', 15, /level 3000 is stored that its tree does not have/, [
    `insert into ledger_nodes values ($c, 3000, 9223372036854775807, sha256('x'))`,
  ]),
]

/** The head, which the next entry continues. */
export const ofHead: readonly Tampering[] = [
  ofChain('the head counts one more', 15, /missing: the head counts 16/, [
    set('ledger_heads', 'size = 16', 'true'),
  ]),
  ofChain('the head counts one less', 14, /leaves it out/, [set('ledger_heads', 'size = 14', 'true')]),
  ofChain('the head has another instant', 14, /was made at/, [
    set('ledger_heads', "last_at = last_at + interval '1 ms'", 'true'),
  ]),
  ofChain('the head has another edge', 14, /another edge/, [
    set('ledger_heads', 'edge[2] = set_byte(edge[2], 0, get_byte(edge[2], 0) # 1)', 'true'),
  ]),
  ofChain('the head is removed', 0, /no head/, [remove('ledger_heads', 'true')]),
]

/** Checkpoints stored in the database, one at a time. */
export const ofCheckpoints: readonly Tampering[] = [
  ofChain('a checkpoint counts another number', 11, /beside the note of another/, [
    set('ledger_checkpoints', 'size = 12', 'size = 11'),
  ]),
  ofChain('a checkpoint counts more than there is', 15, /signed over 20 entries, and 15 are there/, [
    set('ledger_checkpoints', 'size = 20', 'size = 15'),
  ]),
  ofChain('a checkpoint has another root', 10, /beside the note of another/, [
    set('ledger_checkpoints', flip('root'), 'size = 11'),
  ]),
  ofChain('a checkpoint has another note', 10, /not signed by this ledger's key: The signature/, [
    set('ledger_checkpoints', "note = replace(note, E'\\n11\\n', E'\\n12\\n')", 'size = 11'),
  ]),
  ofChain('a checkpoint has the signature of another', 10, /not signed by this ledger's key/, [
    `update ledger_checkpoints c set note = split_part(c.note, E'\\n\\n', 1) || E'\\n\\n' || split_part(o.note, E'\\n\\n', 2)
     from ledger_checkpoints o
     where c.workspace_id = $c and c.size = 11 and o.workspace_id = $c and o.size = 6`,
  ]),
  ofChain('a checkpoint has no note that can be read', 10, /not signed/, [
    set('ledger_checkpoints', "note = 'x'", 'size = 11'),
  ]),
  ofChain('a checkpoint has an instant before its entries', 10, /before they were made/, [
    set('ledger_checkpoints', "at = at - interval '1 ms'", 'size = 11'),
  ]),
  ofChain('a checkpoint has an instant before an earlier one', 10, /before they were made/, [
    set('ledger_checkpoints', "at = at + interval '1 year'", 'size = 6'),
  ]),
]

/** The key that signs checkpoints. */
export const ofKey: readonly Tampering[] = [
  ofChain('the ledger gets another name', 0, /No known key/, [
    set('ledger_keys', "origin = 'elsewhere/ledger/1'", 'true'),
  ]),
  ofChain('the key gets another public half', 0, /signing key/, [
    set('ledger_keys', flip('public_key'), 'true'),
  ]),
  ofChain('the key gets another private half', 0, /does not open/, [
    set('ledger_keys', flip('sealed_private_key'), 'true'),
  ]),
  ofChain('the key is removed', 0, /no signing key/, [remove('ledger_keys', 'true')]),
]

async function instantOf({ owner }: Tamperer, id: string, index: number): Promise<string> {
  const { rows } = await owner.query<{ at: Date }>(
    'select at from ledger_entries where workspace_id = $1 and index = $2',
    [id, index],
  )
  return rows[0]!.at.toISOString()
}

async function writeAnew(tamperer: Tamperer, id: string, place: number): Promise<void> {
  const at = await instantOf(tamperer, id, place)
  await tamperer.run(remove('ledger_entries', `index = ${place}`))
  await insertForged(tamperer, id, place, at)
}

/** Inserts a row that is a valid entry by itself. */
async function insertForged({ run }: Tamperer, id: string, index: number, at: string): Promise<void> {
  const subject = { type: 'workspace', id: 'forged' } as const
  const actor = { type: 'system', id: 'cli' } as const
  const sealed = sealEntry(
    { kind: 'workspace.updated', subject, actor, payload: { changes: {} } },
    { workspaceId: id, index, at, nonce: randomBytes(16) },
  )
  await run(
    `insert into ledger_entries values ($1, $2, $3, 'workspace.updated', 'system', 'cli', 'workspace', 'forged', $4, $5, $6)`,
    [id, index, at, sealed.entry, sealed.payload, sealed.leafHash],
  )
}
