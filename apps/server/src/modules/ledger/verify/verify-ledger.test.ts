import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { describe, test } from 'node:test'
import { startTestApp } from '../../../../test/app.ts'
import { disarm, tamper, type Tamperer } from '../../../../test/ledger/tampering.ts'
import { systemActor } from '../../../platform/actor.ts'
import { ledgerKeyProjection } from './key-projection.ts'
import {
  appendEntries,
  latestCheckpoint,
  verifyLedger,
  type EntryDraft,
  type LedgerReport,
} from '../index.ts'
import { sealEntry } from '../rules/entry.ts'

const app = await startTestApp()
await disarm(app)

const parts = { ...app.parts, projections: [ledgerKeyProjection] }
const draft = (name: string): EntryDraft => ({
  kind: 'workspace.updated',
  subject: { type: 'workspace', id: name },
  payload: { changes: { name: { before: null, after: name } } },
})
const append = (workspaceId: string, ...names: string[]) =>
  app.db.transaction(workspaceId, (tx) =>
    appendEntries(tx, app.clock, systemActor(workspaceId), names.map(draft)),
  )

/** Length of the ledgers that are tampered with, and sizes at which they were signed. */
const SIZE = 15
const SIGNED = [6, 11, 15]

/** A ledger that grew over some minutes, and the checkpoints that were kept of it. */
async function grownLedger(): Promise<{ id: string; notes: string[] }> {
  const { id } = await app.workspace()
  const notes: string[] = []
  for (let size = 4; size < SIZE; size += 1) {
    app.clock.advance(60_000)
    await append(id, `entry ${size}`)
    if (SIGNED.includes(size + 1)) notes.push((await latestCheckpoint(app.parts, id)).checkpoint)
  }
  return { id, notes }
}

const flip = (column: string) => `${column} = set_byte(${column}, 7, get_byte(${column}, 7) # 1)`

interface Tampering {
  does: string
  by: (tamperer: Tamperer, id: string) => Promise<void>
  /** The first wrong entry. */
  index: number
  found: NonNullable<LedgerReport['fault']>['found']
  what: RegExp
}

/** Changes one row of a table. */
const set =
  (table: string, change: string, where: string): Tampering['by'] =>
  ({ run }, id) =>
    run(`update ${table} set ${change} where workspace_id = $1 and ${where}`, [id])

const remove =
  (table: string, where: string): Tampering['by'] =>
  ({ run }, id) =>
    run(`delete from ${table} where workspace_id = $1 and ${where}`, [id])

const ofEntries: Tampering[] = (
  [
    ['its index', 'index = 99', 7, /missing: the next one that is there has the index 8/],
    ['its index, to one beyond all counting', 'index = 9223372036854775807', 7, /missing/],
    ['its instant', "at = at + interval '1 ms'", 7, /at is .* by its row and .* by its text/],
    ['its kind', "kind = 'workspace.created'", 7, /kind is workspace.created by its row/],
    ['its kind, to none that there is', "kind = 'nonsense'", 7, /kind is nonsense by its row/],
    ['the type of its actor', "actor_type = 'user'", 7, /actor type is user by its row/],
    ['the id of its actor', "actor_id = 'someone'", 7, /actor id is someone by its row/],
    ['the type of its subject', "subject_type = 'site'", 7, /subject type is site by its row/],
    ['the id of its subject', "subject_id = 'entry 8'", 7, /subject id is entry 8 by its row/],
    [
      'a letter of its text',
      "entry = replace(entry, 'entry 7', 'entry 8')",
      7,
      /subject id is entry 7 by its row/,
    ],
    [
      'the spelling of its text',
      'entry = replace(entry, \',"v":1\', \', "v":1\')',
      7,
      /not the canonical text/,
    ],
    [
      'a byte of its payload',
      "payload = replace(payload, 'entry 7', 'entry 8')",
      7,
      /payload is not the one/,
    ],
    ['a byte of its leaf hash', flip('leaf_hash'), 7, /leaf hash is not that of its text/],
    [
      'its workspace',
      'workspace_id = (select workspace_id from workspaces where workspace_id <> ledger_entries.workspace_id limit 1), index = 77',
      7,
      /missing/,
    ],
  ] as const
).map(([does, change, index, what]) => ({
  does: `an entry loses ${does}`,
  by: set('ledger_entries', change, `index = ${index}`),
  index,
  found: 'entries',
  what,
}))

const ofOrder: Tampering[] = [
  {
    does: 'two entries change places',
    by: async (tamperer, id) => {
      await set('ledger_entries', 'index = 100 - index', 'index in (5, 9)')(tamperer, id)
      await set('ledger_entries', 'index = index - 86', 'index > 86')(tamperer, id)
    },
    index: 5,
    found: 'entries',
    what: /index is 5 by its row and 9 by its text/,
  },
  {
    does: 'the first entry is removed',
    by: remove('ledger_entries', 'index = 0'),
    index: 0,
    found: 'entries',
    what: /missing/,
  },
  {
    does: 'an entry in the middle is removed',
    by: remove('ledger_entries', 'index = 8'),
    index: 8,
    found: 'entries',
    what: /missing/,
  },
  {
    does: 'the last entry is removed',
    by: remove('ledger_entries', 'index = 14'),
    index: 14,
    found: 'head',
    what: /missing: the head counts 15/,
  },
  {
    does: 'all entries are removed',
    by: remove('ledger_entries', 'true'),
    index: 0,
    found: 'head',
    what: /missing: the head counts 15/,
  },
  {
    does: 'the gap of a removed entry is closed',
    by: async (tamperer, id) => {
      await remove('ledger_entries', 'index = 8')(tamperer, id)
      // Over a place where no row stands: a statement checks uniqueness row by row, in an order of its own.
      await set('ledger_entries', 'index = index + 100', 'index > 8')(tamperer, id)
      await set('ledger_entries', 'index = index - 101', 'index > 100')(tamperer, id)
    },
    index: 8,
    found: 'entries',
    what: /index is 8 by its row and 9 by its text/,
  },
  ...[6, 7].map((place): Tampering => ({
    does: `an entry is pushed in at ${place}`,
    by: async (tamperer, id) => {
      // Once to where no row stands, once back: a statement checks uniqueness row by row.
      await set('ledger_entries', 'index = index + 101', `index >= ${place}`)(tamperer, id)
      await set('ledger_entries', 'index = index - 100', 'index > 100')(tamperer, id)
      await insertForged(tamperer, id, place, await instantOf(tamperer, id, place + 1))
    },
    index: place,
    found: 'entries',
    what: /another row stands in its place/i,
  })),
  ...[6, 7].map((place): Tampering => ({
    does: `entry ${place} is written anew, its text, payload and leaf in keeping`,
    by: async (tamperer, id) => {
      const at = await instantOf(tamperer, id, place)
      await remove('ledger_entries', `index = ${place}`)(tamperer, id)
      await insertForged(tamperer, id, place, at)
    },
    index: 6,
    found: 'nodes',
    what: /It or entry 7 is another one/,
  })),
  {
    does: 'the last entry is written anew',
    by: async (tamperer, id) => {
      const at = await instantOf(tamperer, id, 14)
      await remove('ledger_entries', 'index = 14')(tamperer, id)
      await insertForged(tamperer, id, 14, at)
    },
    index: 14,
    found: 'head',
    what: /another edge/,
  },
  {
    does: 'an entry of long ago is appended behind the last one',
    by: async (tamperer, id) => insertForged(tamperer, id, SIZE, '2020-01-01T00:00:00.000Z'),
    index: SIZE,
    found: 'entries',
    what: /2020-01-01.* is before that of the entry before it/,
  },
  {
    does: 'an entry is appended that the head does not count',
    by: async (tamperer, id) => insertForged(tamperer, id, SIZE, '2099-01-01T00:00:00.000Z'),
    index: SIZE,
    found: 'nodes',
    what: /node 7 of level 1 is missing/,
  },
]

const ofTree: Tampering[] = [
  {
    does: 'a node gets another hash',
    by: set('ledger_nodes', flip('hash'), 'level = 2 and index = 1'),
    index: 7,
    found: 'nodes',
    what: /node 1 of level 2 has another hash/,
  },
  {
    does: 'a lowest node gets another hash',
    by: set('ledger_nodes', flip('hash'), 'level = 1 and index = 4'),
    index: 8,
    found: 'nodes',
    what: /It or entry 9/,
  },
  {
    does: 'a node gets another level',
    by: set('ledger_nodes', 'level = 3, index = 77', 'level = 2 and index = 1'),
    index: 7,
    found: 'nodes',
    what: /node 1 of level 2 is missing/,
  },
  {
    does: 'a node gets another index',
    by: set('ledger_nodes', 'index = 78', 'level = 1 and index = 2'),
    index: 5,
    found: 'nodes',
    what: /node 2 of level 1 is missing/,
  },
  {
    does: 'a node is removed',
    by: remove('ledger_nodes', 'level = 3'),
    index: 7,
    found: 'nodes',
    what: /node 0 of level 3 is missing/,
  },
  {
    does: 'a node is added beyond the tree',
    by: ({ run }, id) => run(`insert into ledger_nodes values ($1, 1, 40, sha256('x'))`, [id]),
    index: 15,
    found: 'nodes',
    what: /node 40 of level 1 is stored that its tree does not have/,
  },
  {
    does: 'a node is added that no tree can have',
    by: ({ run }, id) =>
      run(`insert into ledger_nodes values ($1, 3000, 9223372036854775807, sha256('x'))`, [id]),
    index: 15,
    found: 'nodes',
    what: /level 3000 is stored that its tree does not have/,
  },
  {
    does: 'the head counts one more',
    by: set('ledger_heads', 'size = 16', 'true'),
    index: 15,
    found: 'head',
    what: /missing: the head counts 16/,
  },
  {
    does: 'the head counts one less',
    by: set('ledger_heads', 'size = 14', 'true'),
    index: 14,
    found: 'head',
    what: /leaves it out/,
  },
  {
    does: 'the head has another instant',
    by: set('ledger_heads', "last_at = last_at + interval '1 ms'", 'true'),
    index: 14,
    found: 'head',
    what: /was made at/,
  },
  {
    does: 'the head has another edge',
    by: set('ledger_heads', 'edge[2] = set_byte(edge[2], 0, get_byte(edge[2], 0) # 1)', 'true'),
    index: 14,
    found: 'head',
    what: /another edge/,
  },
  {
    does: 'the head is removed',
    by: remove('ledger_heads', 'true'),
    index: 0,
    found: 'head',
    what: /no head/,
  },
]

const ofCheckpoints: Tampering[] = [
  {
    does: 'a checkpoint counts another number',
    by: set('ledger_checkpoints', 'size = 12', 'size = 11'),
    index: 11,
    found: 'checkpoints',
    what: /beside the note of another/,
  },
  {
    does: 'a checkpoint counts more than there is',
    by: set('ledger_checkpoints', 'size = 20', 'size = 15'),
    index: 15,
    found: 'checkpoints',
    what: /signed over 20 entries, and 15 are there/,
  },
  {
    does: 'a checkpoint has another root',
    by: set('ledger_checkpoints', flip('root'), 'size = 11'),
    index: 10,
    found: 'checkpoints',
    what: /beside the note of another/,
  },
  {
    does: 'a checkpoint has another note',
    by: set('ledger_checkpoints', "note = replace(note, E'\\n11\\n', E'\\n12\\n')", 'size = 11'),
    index: 10,
    found: 'checkpoints',
    what: /not signed by this ledger's key: The signature/,
  },
  {
    does: 'a checkpoint has no note that can be read',
    by: set('ledger_checkpoints', "note = 'x'", 'size = 11'),
    index: 10,
    found: 'checkpoints',
    what: /not signed/,
  },
  {
    does: 'a checkpoint has an instant before its entries',
    by: set('ledger_checkpoints', "at = at - interval '1 ms'", 'size = 11'),
    index: 10,
    found: 'checkpoints',
    what: /before they were made/,
  },
  {
    does: 'a checkpoint has an instant before an earlier one',
    by: set('ledger_checkpoints', "at = at + interval '1 year'", 'size = 6'),
    index: 10,
    found: 'checkpoints',
    what: /before they were made/,
  },
  {
    does: 'the ledger gets another name',
    by: set('ledger_keys', "origin = 'elsewhere/ledger/1'", 'true'),
    index: 5,
    found: 'checkpoints',
    what: /No known key/,
  },
  {
    does: 'the key gets another public half',
    by: set('ledger_keys', flip('public_key'), 'true'),
    index: 0,
    found: 'key',
    what: /signing key/,
  },
  {
    does: 'the key gets another private half',
    by: set('ledger_keys', flip('sealed_private_key'), 'true'),
    index: 0,
    found: 'key',
    what: /does not open/,
  },
  {
    does: 'the key is removed',
    by: remove('ledger_keys', 'true'),
    index: 0,
    found: 'key',
    what: /no signing key/,
  },
]

async function instantOf({ owner }: Tamperer, id: string, index: number): Promise<string> {
  const { rows } = await owner.query<{ at: Date }>(
    'select at from ledger_entries where workspace_id = $1 and index = $2',
    [id, index],
  )
  return rows[0]!.at.toISOString()
}

/** Writes a row that is an entry in itself. */
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

describe('a ledger that nobody touched', () => {
  test('holds, with every checkpoint that was kept of it', async () => {
    const { id, notes } = await grownLedger()
    const report = await verifyLedger(parts, id, notes)
    assert.deepEqual([report.fault, report.rowFaults, report.size], [null, [], SIZE])
  })

  test('holds while it grows', async () => {
    const { id } = await app.workspace()
    const growing = (async () => {
      for (let round = 0; round < 40; round += 1) await append(id, 'a', 'b', 'c')
    })()
    const sizes: number[] = []
    for (let look = 0; look < 8; look += 1) {
      const report = await verifyLedger(parts, id)
      assert.equal(report.fault, null)
      sizes.push(report.size)
    }
    await growing
    assert.deepEqual(
      sizes,
      sizes.toSorted((one, other) => one - other),
    )
  })

  test('holds when it is empty of all but its first entries', async () => {
    const { id } = await app.workspace()
    const report = await verifyLedger(parts, id)
    assert.deepEqual([report.fault, report.rowFaults], [null, []])
  })
})

describe('the row of a ledger is recorded in its first entry', () => {
  for (const [column, change] of [
    ['origin', "origin = 'elsewhere/ledger/1'"],
    ['created_at', "created_at = created_at + interval '1 ms'"],
  ] as const) {
    test(`another ${column} is found where no checkpoint was kept`, async () => {
      const { id } = await app.workspace()
      await append(id, 'a')
      await tamper(app, (tamperer) => set('ledger_keys', change, 'true')(tamperer, id))
      const { fault, rowFaults } = await verifyLedger(parts, id)
      assert.equal(fault, null)
      assert.deepEqual(
        rowFaults.map((row) => [row.table, row.column, row.index]),
        [['ledger_keys', column, 0]],
      )
    })
  }
})

describe('a ledger fails verification when', () => {
  for (const { does, by, index, found, what } of [...ofEntries, ...ofOrder, ...ofTree, ...ofCheckpoints]) {
    test(does, async () => {
      const { id } = await grownLedger()
      await tamper(app, (tamperer) => by(tamperer, id))
      const report = await verifyLedger(parts, id)
      const { fault } = report
      assert.match(fault?.what ?? 'nothing was found', what)
      assert.deepEqual([fault?.index, fault?.found], [index, found])
    })
  }
})
