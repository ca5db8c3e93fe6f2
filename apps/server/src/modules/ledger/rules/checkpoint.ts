import { bytesOfBase64 } from './base64.ts'
import { assertSize, HASH_BYTES } from './merkle-tree.ts'
import { openNote, signNote, type NoteSigner, type NoteVerifier } from './signed-note.ts'

/** What a ledger states about itself at one moment: the size and root of its tree (C2SP tlog-checkpoint). */
export type Checkpoint = {
  readonly origin: string
  readonly size: number
  readonly root: Buffer
  /** Lines after the root, which are not interpreted. Plumbline writes none. */
  readonly extensions?: readonly string[]
}

const DECIMAL = /^(?:0|[1-9][0-9]*)$/

/**
 * Returns the first line of a workspace's checkpoints, which is also the name of the key that signs them. `host` is the
 * server's host with its port and without a scheme, as of the creation of the workspace.
 */
export function ledgerOrigin(host: string, workspaceId: string): string {
  return `${host}/ledger/${workspaceId}`
}

/** Returns the text of a checkpoint, before signing. Throws Error if a line would be empty or contain a line break. */
export function checkpointText({ origin, size, root, extensions = [] }: Checkpoint): string {
  assertSize(size)
  if (root.length !== HASH_BYTES) throw new Error('The root of a checkpoint has 32 bytes.')
  const lines = [origin, String(size), root.toString('base64'), ...extensions]
  if (lines.some((line) => line === '' || line.includes('\n'))) {
    throw new Error('A line of a checkpoint is neither empty nor broken.')
  }
  return `${lines.join('\n')}\n`
}

/** Returns the checkpoint in a text whose signature has been verified. Throws Error if it is malformed. */
export function parseCheckpoint(text: string): Checkpoint {
  const [origin = '', sizeText = '', rootText = '', ...rest] = text.split('\n')
  const extensions = rest.slice(0, -1)
  const size = Number(sizeText)
  const root = bytesOfBase64(rootText)
  if (!text.endsWith('\n') || origin === '' || extensions.includes('')) {
    throw new Error('The checkpoint has an empty line, or does not end in a line feed.')
  }
  if (!DECIMAL.test(sizeText) || !Number.isSafeInteger(size))
    throw new Error('The checkpoint has no tree size.')
  if (root?.length !== HASH_BYTES) throw new Error('The checkpoint has no root hash.')
  return { origin, size, root, extensions }
}

/**
 * Returns the signed note of a checkpoint. Does not check earlier checkpoints: the caller must ensure, before signing,
 * that this one continues them. Throws Error if a signer's name differs from the origin.
 */
export function signCheckpoint(checkpoint: Checkpoint, ...signers: readonly NoteSigner[]): string {
  if (signers.some(({ name }) => name !== checkpoint.origin))
    throw new Error('A checkpoint is signed under the name of its origin.')
  return signNote(checkpointText(checkpoint), signers)
}

/**
 * Returns the checkpoint in a note signed by one of the verifiers. Throws Error if the note fails verification, or
 * its origin is not the name of one of the verifiers.
 */
export function openCheckpoint(note: string, verifiers: readonly NoteVerifier[]): Checkpoint {
  const checkpoint = parseCheckpoint(openNote(note, verifiers))
  if (!verifiers.some(({ name }) => name === checkpoint.origin)) {
    throw new Error('The checkpoint is of another ledger.')
  }
  return checkpoint
}
