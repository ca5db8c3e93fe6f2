import { fromBase64, joinBytes, sameBytes, utf8 } from './bytes.ts'
import { HASH_LENGTH, sha256, type Hash } from './tree.ts'
import { Wrong } from './verdict.ts'

/** A key that signs checkpoints: its name, the four bytes of its id, and the 32 bytes of the key. */
export type VerifierKey = {
  readonly name: string
  readonly id: Uint8Array<ArrayBuffer>
  readonly publicKey: Uint8Array<ArrayBuffer>
}

/** A checkpoint with a valid signature. */
export type SignedCheckpoint = { readonly origin: string; readonly size: number; readonly root: Hash }

const ID_LENGTH = 4
const ED25519_MARK = 0x01
const ED25519_KEY_LENGTH = 32

/** Maximum number of signature lines to check, so that a hostile note cannot keep the verifier busy. */
const SIGNATURE_LINES_MAX = 100

const DECIMAL = /^(?:0|[1-9]\d*)$/

/**
 * Reads a verifier key, `<name>+<id>+<base64>` (C2SP signed-note). The ID must match the name and key, and
 * the key must be an Ed25519 key.
 */
export async function readKey(vkey: string): Promise<VerifierKey> {
  const parts = vkey.trim().split('+')
  // The base64 may hold plus signs of its own; the name may not.
  const [name = '', idHex = ''] = parts
  const marked = fromBase64(parts.slice(2).join('+'))
  if (name === '' || marked?.length !== 1 + ED25519_KEY_LENGTH || marked[0] !== ED25519_MARK) {
    throw new Wrong('malformed', 'The verifier key is not the text form of an Ed25519 key.')
  }
  const hash = await sha256(joinBytes(utf8(`${name}\n`), marked))
  const id = hash.slice(0, ID_LENGTH)
  if (Array.from(id, (byte) => byte.toString(16).padStart(2, '0')).join('') !== idHex) {
    throw new Wrong('malformed', 'The verifier key does not fit the id in it: it was miscopied or altered.')
  }
  return { name, id, publicKey: marked.slice(1) }
}

/** Opens the signed note of a checkpoint with the key of its ledger (C2SP tlog-checkpoint). */
export async function openCheckpoint(note: string, key: VerifierKey): Promise<SignedCheckpoint> {
  const end = note.lastIndexOf('\n\n')
  if (end < 0 || !note.endsWith('\n')) throw new Wrong('malformed', 'The checkpoint is not a signed note.')
  const text = note.slice(0, end + 1)
  await checkSignature(text, note.slice(end + 2, -1).split('\n'), key)
  const checkpoint = readCheckpoint(text)
  if (checkpoint.origin !== key.name) {
    throw new Wrong('wrong_ledger', `The checkpoint is of ${checkpoint.origin}, the key of ${key.name}.`)
  }
  return checkpoint
}

/** Signatures of other keys are ignored; every signature under this key must be valid. */
async function checkSignature(text: string, lines: readonly string[], key: VerifierKey): Promise<void> {
  if (lines.length > SIGNATURE_LINES_MAX)
    throw new Wrong('malformed', 'The checkpoint has too many signatures.')
  const signatures = lines
    .map(readSignature)
    .filter(({ name, id }) => name === key.name && sameBytes(id, key.id))
  if (signatures.length === 0)
    throw new Wrong('wrong_key', `The key of ${key.name} did not sign the checkpoint.`)
  for (const { signature } of signatures) {
    if (!(await isSignature(key, signature, utf8(text)))) {
      throw new Wrong(
        'wrong_signature',
        'The signature does not fit the checkpoint: one of them was altered.',
      )
    }
  }
}

function readSignature(line: string) {
  const [dash, name, base64 = '', ...rest] = line.split(' ')
  const bytes = fromBase64(base64)
  if (dash !== '\u2014' || bytes === undefined || bytes.length <= ID_LENGTH || rest.length > 0) {
    throw new Wrong('malformed', 'A signature line of the checkpoint is malformed.')
  }
  return { name, id: bytes.slice(0, ID_LENGTH), signature: bytes.slice(ID_LENGTH) }
}

async function isSignature(
  { publicKey }: VerifierKey,
  signature: Uint8Array<ArrayBuffer>,
  text: Uint8Array<ArrayBuffer>,
): Promise<boolean> {
  // If the browser does not support Ed25519, this throws and there is no result.
  const key = await crypto.subtle.importKey('raw', publicKey, { name: 'Ed25519' }, false, ['verify'])
  return crypto.subtle.verify({ name: 'Ed25519' }, key, signature, text)
}

function readCheckpoint(text: string): SignedCheckpoint {
  const lines = text.split('\n').slice(0, -1)
  const [origin = '', sizeText = '', rootText = ''] = lines
  const size = Number(sizeText)
  const root = fromBase64(rootText)
  if (
    lines.includes('') ||
    !DECIMAL.test(sizeText) ||
    !Number.isSafeInteger(size) ||
    root?.length !== HASH_LENGTH
  ) {
    throw new Wrong('malformed', 'The signed note does not have the lines of a checkpoint.')
  }
  return { origin, size, root }
}
