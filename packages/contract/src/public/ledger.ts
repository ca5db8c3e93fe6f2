import { Type } from 'typebox'
import { defineOperations } from '../shared/operation.ts'
import { PAGE_OFFSET_MAX } from '../shared/page.ts'
import { Closed, Uuid } from '../shared/values.ts'

const origin = Type.String({
  description: 'Name of the ledger: the host under which the workspace was created, and the workspace ID.',
})
const vkey = Type.String({
  description:
    'The verifier key: name, key ID and public key on one line (C2SP signed-note). Save a copy outside this server.',
})
const hash = (description: string) => Type.String({ description: `${description}, in base64.` })
const entryIndex = (minimum: number, description: string) =>
  Type.Integer({ minimum, maximum: PAGE_OFFSET_MAX, description })

/** A signed statement of the size of a ledger and the root of its tree. */
export const LedgerCheckpoint = Closed(
  {
    origin,
    size: Type.Integer({ description: 'Number of entries that the checkpoint covers.' }),
    root: hash('Root hash of the tree over all of these entries'),
    checkpoint: Type.String({
      description: 'The signed note (C2SP tlog-checkpoint). Save it verbatim, outside this server.',
    }),
  },
  {
    $id: 'LedgerCheckpoint',
    description: 'A signed statement of the size and root hash of the ledger at a point in time.',
  },
)
export type LedgerCheckpoint = Type.Static<typeof LedgerCheckpoint>

/** The proof of one entry; the response can be saved unchanged as a file in the plumbline-record/1 format. */
export const LedgerProof = Closed(
  {
    format: Type.String({ description: 'plumbline-record/1' }),
    entry: Type.String({ description: 'The entry, exactly as it was hashed.' }),
    payload: Type.String({
      description: 'The full payload of the change, verbatim; the entry contains its SHA-256.',
    }),
    proof: Type.String({ description: 'Index, inclusion path and signed checkpoint (C2SP tlog-proof).' }),
    vkey,
  },
  { $id: 'LedgerProof', description: 'The entry of a record, and the proof that the ledger contains it.' },
)
export type LedgerProof = Type.Static<typeof LedgerProof>

/** The proof that a ledger only grew between two sizes. */
export const LedgerConsistency = Closed(
  {
    origin,
    from: Type.Integer({ description: 'Size of the tree of the earlier checkpoint.' }),
    to: Type.Integer({ description: 'Size of the tree of the later checkpoint.' }),
    from_root: hash('Root hash of the earlier tree'),
    to_root: hash('Root hash of the later tree'),
    proof: Type.Array(Type.String(), { description: 'Hashes in base64 (RFC 6962, 2.1.2).' }),
    vkey,
  },
  {
    $id: 'LedgerConsistency',
    description: 'The proof that a later state of the ledger extends an earlier one.',
  },
)
export type LedgerConsistency = Type.Static<typeof LedgerConsistency>

/** A key that verified the checkpoints of a ledger until it was replaced. */
const FormerLedgerKey = Closed(
  {
    vkey: Type.String({ description: 'The verifier key that was replaced.' }),
    until_size: Type.Integer({
      description:
        'Number of entries of the last tree that it signed. The last of them records the replacement and names the next key.',
    }),
    checkpoint: Type.String({
      description: 'The signed note of that tree, with a signature by this key and one by the next key.',
    }),
  },
  { $id: 'FormerLedgerKey', description: 'A key that verified checkpoints until it was replaced.' },
)

/** The key that verifies the checkpoints of a ledger. */
export const LedgerKey = Closed(
  {
    origin,
    algorithm: Type.String({ description: 'Ed25519' }),
    vkey,
    former_keys: Type.Array(FormerLedgerKey, {
      description:
        'The keys before it, oldest first; empty if the key has never been replaced. They verify checkpoints of up to `until_size` entries.',
    }),
  },
  { $id: 'LedgerKey', description: 'The public key that verifies signed checkpoints.' },
)
export type LedgerKey = Type.Static<typeof LedgerKey>

const tag = 'Ledger'

/** A small ledger that is really signed: the verifier accepts these examples. */
const exampleOrigin = 'plumbline.example/ledger/0197c0de-0000-7000-8000-000000000001'
const exampleKey = `${exampleOrigin}+6682378f+ARl/ayPhbIUyxqvIOPrNXqeJvgx2spIDNAOb+os9No1h`
const exampleRoot = 'ZHvkIw4PFVYijW1sc61Gx0WWAxHZ2EcZZ86maHM9QyY='
const exampleNote = `${exampleOrigin}\n11\n${exampleRoot}\n\n— ${exampleOrigin} ZoI3j+KEJkjPOQfbeVk4MO8Y+lY+CYBai+EcDDTgpXTbaMa58UHbFbvL/vjJs0HcV6bjtNclD2VPzAMWX45EgOnNHgg=\n`
const exampleProof: LedgerProof = {
  format: 'plumbline-record/1',
  entry:
    '{"actor":{"id":"0197c0de-0000-7000-8000-0000000000a1","type":"user"},"at":"2026-11-21T04:56:43.623Z","index":6,"kind":"calibration.approved","payload_sha256":"26960b059806edca8d88d7cd8acf9928cdf8ca6e35b96f4cd02334492c362541","subject":{"id":"0197c0de-0000-7000-8000-0000000000e2","type":"calibration"},"v":1,"workspace":"0197c0de-0000-7000-8000-000000000001"}',
  payload: '{"meaning":"approval","name":"B. Ng","nonce":"06060606060606060606060606060606"}',
  proof: `c2sp.org/tlog-proof@v1
index 6
BwPaAsYTGAag7ffsM0+p9OkZZMsiJd6w4ehCzG0mxJc=
6C14XrKY11dwQEtK6rnYLQoTr0WctfFL/sZBeB4vf6s=
dBz5yRdFsx1/G+pmlXx7Ve/D/y0a269a0COFOG5FKGY=
lYzyEFTjj3Ig75Y2Eo+TixzTZ7FHagtwYCjaEs407VY=

${exampleNote}`,
  vkey: exampleKey,
}

export const ledgerOperations = defineOperations({
  getLedgerCheckpoint: {
    method: 'GET',
    path: '/ledger/checkpoint',
    tag,
    summary: 'Read the current checkpoint of the ledger',
    description:
      'Anyone who keeps a checkpoint can later prove that none of the entries it covers was changed or removed. While the ledger grows, the server also stores a checkpoint once a minute.',
    scope: 'read',
    reply: {
      status: 200,
      schema: LedgerCheckpoint,
      description: 'The current checkpoint of the ledger.',
      example: { origin: exampleOrigin, size: 11, root: exampleRoot, checkpoint: exampleNote },
    },
    errors: [],
  },
  getLedgerProof: {
    method: 'GET',
    path: '/ledger/proof',
    tag,
    summary: 'Prove one entry of the ledger',
    description:
      'Specify either the calibration or the index of an entry. An entry can contain settings, people and other sites, so a proof by index requires a key without site limits whose owner is an admin or manager. The response is a file for the offline verifier.',
    scope: 'read',
    query: Closed({
      calibration_id: Type.Optional(
        Uuid({ description: 'A calibration or void marker at one of the sites of the key.' }),
      ),
      index: Type.Optional(entryIndex(0, 'Index of the entry in the ledger.')),
    }),
    reply: {
      status: 200,
      schema: LedgerProof,
      description: 'Entry, payload and proof.',
      example: exampleProof,
    },
    errors: ['VALIDATION_ERROR', 'INVALID_REQUEST', 'NOT_FOUND'],
  },
  getLedgerConsistency: {
    method: 'GET',
    path: '/ledger/consistency',
    tag,
    summary: 'Prove that the ledger only grew',
    description: 'Connects two checkpoints: it proves that the earlier tree is a prefix of the later one.',
    scope: 'read',
    query: Closed({
      from: entryIndex(1, 'Size of the tree of the earlier checkpoint.'),
      to: entryIndex(1, 'Size of the tree of the later checkpoint.'),
    }),
    reply: {
      status: 200,
      schema: LedgerConsistency,
      description: 'The proof.',
      example: {
        origin: exampleOrigin,
        from: 5,
        to: 11,
        from_root: 'L2rhw+TwU4CzergPuINmPJ1WDsTNbWYy4cEGsIDfr/k=',
        to_root: exampleRoot,
        proof: [
          'HE46yofPgDZX17fwIeBh0DGEaBJnoQpp7fryZfAM+lQ=',
          'MqUik38JKt8aWfV093WjOSoWyKIALLfMfb7GC8liR+4=',
          'fYshcC0wTNJdaN7oiGIwaEzTaNgdJRJrWFiPWy6a/aQ=',
          'dBz5yRdFsx1/G+pmlXx7Ve/D/y0a269a0COFOG5FKGY=',
          'lYzyEFTjj3Ig75Y2Eo+TixzTZ7FHagtwYCjaEs407VY=',
        ],
        vkey: exampleKey,
      },
    },
    errors: ['VALIDATION_ERROR', 'INVALID_REQUEST'],
  },
  getLedgerKey: {
    method: 'GET',
    path: '/ledger/key',
    tag,
    summary: 'Read the verifier key of the ledger',
    description:
      'Compare the key with the one that you saved. If the operator has replaced it, yours is one of `former_keys`, and the checkpoint beside it, signed by both keys, proves the replacement.',
    scope: 'read',
    reply: {
      status: 200,
      schema: LedgerKey,
      description: 'The key.',
      example: { origin: exampleOrigin, algorithm: 'Ed25519', vkey: exampleKey, former_keys: [] },
    },
    errors: [],
  },
})
