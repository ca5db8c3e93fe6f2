import { createHash, createPrivateKey, createPublicKey, sign } from 'node:crypto'
import { readFileSync } from 'node:fs'

/** The members of an entry, free to be wrong. */
export type EntryMembers = Record<string, unknown> & { payload_sha256?: string }

/** The lines of the kept ledger of eleven entries: header, entries, checkpoint. */
export const keptLines: readonly string[] = fixture('ledger.jsonl').split('\n').slice(0, -1)

/** The checkpoint of the kept ledger when it had five entries. */
export const keptEarlier: string = fixture('earlier-checkpoint.txt')

/** The verifier key of the kept ledger. */
export const keptKey: string = (JSON.parse(keptLines[0]!) as { vkey: string }).vkey

/** The text of a kept file. */
export function fixture(name: string): string {
  return readFileSync(new URL(`fixtures/${name}`, import.meta.url), 'utf8')
}

/** An entry that fits its place, with a payload of its own. */
export function entryFor(index: number): EntryMembers {
  return {
    actor: { id: 'cli', type: 'system' },
    at: '2026-11-21T04:56:39.123Z',
    index,
    kind: 'site.updated',
    subject: { id: '1', type: 'site' },
    v: 1,
    workspace: WORKSPACE,
  }
}

/** Exported lines of a ledger whose signer signs whatever it is given: header, entries, checkpoint. */
export function signedLines(entries: readonly EntryMembers[], payloads: readonly string[] = []): string[] {
  const records = entries.map((members, index) => {
    const payload = payloads[index] ?? `{"nonce":"${index.toString(16).padStart(32, '0')}"}`
    const hash = sha256(Buffer.from(payload)).toString('hex')
    return { entry: canonical({ ...members, payload_sha256: members.payload_sha256 ?? hash }), payload }
  })
  return [
    JSON.stringify({ format: 'plumbline-ledger/1', origin: ORIGIN, size: records.length, vkey }),
    ...records.map((record) => JSON.stringify(record)),
    JSON.stringify({ checkpoint: signed(checkpointText(records.map(({ entry }) => entry))) }),
  ]
}

/** A note over any text, signed with these keys; with the test key by default. */
export function signed(text: string, ...signers: readonly Signer[]): string {
  const lines = (signers.length > 0 ? signers : [testSigner]).map((signer) => signer.lineOn(text))
  return `${text}\n${lines.join('')}`
}

/** The text of the checkpoint over entries. */
export function checkpointText(entries: readonly string[]): string {
  const leaves = entries.map((entry) => sha256(Buffer.concat([Buffer.of(0), Buffer.from(entry)])))
  return `${ORIGIN}\n${entries.length}\n${rootOf(leaves).toString('base64')}\n`
}

const WORKSPACE = '0197c0de-0000-7000-8000-000000000002'
const ORIGIN = `liar.example/ledger/${WORKSPACE}`

/** A key of the ledgers made here. */
export interface Signer {
  readonly vkey: string
  /** In hex. */
  readonly publicKey: string
  /** The signature line of a note over a text. */
  readonly lineOn: (text: string) => string
}

/** The key made from a seed of one byte. */
export function signerOf(seed: number): Signer {
  const privateKey = createPrivateKey({
    key: Buffer.concat([Buffer.from('302e020100300506032b657004220420', 'hex'), Buffer.alloc(32, seed)]),
    format: 'der',
    type: 'pkcs8',
  })
  const publicKey = createPublicKey(privateKey).export({ format: 'der', type: 'spki' }).subarray(-32)
  const typedKey = Buffer.concat([Buffer.of(1), publicKey])
  const keyId = sha256(Buffer.concat([Buffer.from(`${ORIGIN}\n`), typedKey])).subarray(0, 4)
  return {
    vkey: `${ORIGIN}+${keyId.toString('hex')}+${typedKey.toString('base64')}`,
    publicKey: publicKey.toString('hex'),
    lineOn: (text) => {
      const signature = sign(null, Buffer.from(text), privateKey)
      return `\u2014 ${ORIGIN} ${Buffer.concat([keyId, signature]).toString('base64')}\n`
    },
  }
}

const testSigner = signerOf(5)

/** The verifier key of ledgers made here. */
export const vkey: string = testSigner.vkey

/** Members in order of their names, which are plain letters here. */
function canonical(members: Record<string, unknown>): string {
  return JSON.stringify(
    Object.fromEntries(Object.entries(members).toSorted(([one], [other]) => (one < other ? -1 : 1))),
  )
}

function rootOf(leaves: readonly Buffer[]): Buffer {
  if (leaves.length === 0) return sha256(Buffer.alloc(0))
  if (leaves.length === 1) return leaves[0]!
  const split = 2 ** Math.floor(Math.log2(leaves.length - 1))
  return sha256(Buffer.concat([Buffer.of(1), rootOf(leaves.slice(0, split)), rootOf(leaves.slice(split))]))
}

function sha256(bytes: Buffer): Buffer {
  return createHash('sha256').update(bytes).digest()
}
