import { createPrivateKey, createPublicKey, sign, verify, type KeyObject } from 'node:crypto'
import { bytesOfBase64 } from './base64.ts'
import { sha256 } from './merkle-tree.ts'

/** Signs notes: an Ed25519 key with a name. */
export type NoteSigner = { readonly name: string; readonly keyId: number; readonly privateKey: KeyObject }

/** Verifies notes: the public half of a signer. `publicKey` is the 32 bytes of RFC 8032. */
export type NoteVerifier = { readonly name: string; readonly keyId: number; readonly publicKey: Buffer }

/** One signature line, for any type of key: `signature` is what follows the key ID. */
export type NoteSignature = { readonly name: string; readonly keyId: number; readonly signature: Buffer }

/** A parsed note. Its text must not be trusted before a signature has been verified. */
export type ParsedNote = { readonly text: string; readonly signatures: readonly NoteSignature[] }

/** Bytes of an Ed25519 seed and of a public key (RFC 8032, 5.1.5). */
export const ED25519_KEY_BYTES = 32

/** Signature type byte of plain Ed25519, part of the key ID and of the verifier key. */
const ED25519_TYPE = 0x01

const KEY_ID_BYTES = 4

/** Maximum number of signature lines examined. The format requires at least 16; more would only cost time. */
const SIGNATURES_MAX = 64

/** The bytes before the raw key in the DER forms that node:crypto reads (RFC 8410). */
const PKCS8_PREFIX = Buffer.from('302e020100300506032b657004220420', 'hex')
const SPKI_PREFIX = Buffer.from('302a300506032b6570032100', 'hex')

const SIGNATURE_LINE = /^\u2014 ([^\p{White_Space}+]+) ([A-Za-z0-9+/=]+)$/u
const KEY_NAME = /^[^\p{White_Space}+]+$/u
const VERIFIER_KEY = /^([^\p{White_Space}+]+)\+([0-9a-f]{8})\+([A-Za-z0-9+/=]+)$/u

// oxlint-disable-next-line no-control-regex -- the format forbids exactly these
const FORBIDDEN_IN_NOTE = /[\u0000-\u0009\u000b-\u001f]/

/**
 * Returns the signer with this name and 32-byte Ed25519 seed. Throws Error if the name contains whitespace or a plus
 * sign, or the seed has another length.
 */
export function noteSigner(name: string, seed: Buffer): NoteSigner {
  if (seed.length !== ED25519_KEY_BYTES) throw new Error('An Ed25519 seed has 32 bytes.')
  const privateKey = createPrivateKey({
    key: Buffer.concat([PKCS8_PREFIX, seed]),
    format: 'der',
    type: 'pkcs8',
  })
  return { name, keyId: keyIdOf(name, publicKeyOf(privateKey)), privateKey }
}

/** Returns the verifier that accepts what the signer signs. */
export function verifierOf({ name, keyId, privateKey }: NoteSigner): NoteVerifier {
  return { name, keyId, publicKey: publicKeyOf(privateKey) }
}

/** Returns the verifier for a key's name and 32 bytes. Throws Error if they cannot be those of a key. */
export function noteVerifier(name: string, publicKey: Buffer): NoteVerifier {
  if (publicKey.length !== ED25519_KEY_BYTES) throw new Error('An Ed25519 key has 32 bytes.')
  return { name, keyId: keyIdOf(name, publicKey), publicKey }
}

/** Returns the text form of a verifier, for distribution: `<name>+<key id in hex>+<base64 of type and key>`. */
export function encodeVerifierKey({ name, keyId, publicKey }: NoteVerifier): string {
  const typedKey = Buffer.concat([Buffer.from([ED25519_TYPE]), publicKey])
  return `${name}+${keyId.toString(16).padStart(KEY_ID_BYTES * 2, '0')}+${typedKey.toString('base64')}`
}

/** Parses the text form of a verifier. Throws Error if it is malformed, not Ed25519, or its key ID is wrong. */
export function decodeVerifierKey(vkey: string): NoteVerifier {
  const [, name = '', keyIdHex = '', base64 = ''] = VERIFIER_KEY.exec(vkey) ?? []
  const typedKey = bytesOfBase64(base64)
  if (typedKey?.length !== ED25519_KEY_BYTES + 1 || typedKey[0] !== ED25519_TYPE) {
    throw new Error('The verifier key is not the text form of an Ed25519 key.')
  }
  const publicKey = typedKey.subarray(1)
  const keyId = keyIdOf(name, publicKey)
  if (keyId !== Number.parseInt(keyIdHex, 16))
    throw new Error('The verifier key and its key id do not match.')
  return { name, keyId, publicKey }
}

/**
 * Returns the note with this text, signed by each signer in turn (C2SP signed-note). The text must end in a line
 * feed. Throws Error if the text cannot be that of a note.
 */
export function signNote(text: string, signers: readonly NoteSigner[]): string {
  assertNoteText(text)
  const lines = signers.map(({ name, keyId, privateKey }) => {
    const id = Buffer.alloc(KEY_ID_BYTES)
    id.writeUInt32BE(keyId)
    const signature = sign(null, Buffer.from(text), privateKey)
    return `\u2014 ${name} ${Buffer.concat([id, signature]).toString('base64')}\n`
  })
  return `${text}\n${lines.join('')}`
}

/** Returns the text and the signature lines of a note, not verified. Throws Error if it is malformed. */
export function parseNote(note: string): ParsedNote {
  const split = note.lastIndexOf('\n\n')
  if (split < 0 || !note.endsWith('\n')) throw new Error('The note has no text, or no signature.')
  const text = note.slice(0, split + 1)
  assertNoteText(text)
  const lines = note.slice(split + 2, -1).split('\n')
  if (lines.length > SIGNATURES_MAX) throw new Error(`The note has more than ${SIGNATURES_MAX} signatures.`)
  return { text, signatures: lines.map(parseSignatureLine) }
}

/**
 * Returns the text of a note signed by at least one of the verifiers. Signatures by other keys are ignored. Throws
 * Error if the note is malformed, if no known key signed it, or if a known key's signature is wrong.
 */
export function openNote(note: string, verifiers: readonly NoteVerifier[]): string {
  const { text, signatures } = parseNote(note)
  const known = signatures.flatMap((line) =>
    verifiers
      .filter(({ name, keyId }) => name === line.name && keyId === line.keyId)
      .map((verifier) => ({ verifier, signature: line.signature })),
  )
  if (known.length === 0) throw new Error('No known key has signed the note.')
  for (const { verifier, signature } of known) {
    if (!isSignedBy(verifier, text, signature)) {
      throw new Error(`The signature of ${verifier.name} does not fit the note.`)
    }
  }
  return text
}

/**
 * Throws Error unless a text can be that of a note: well-formed, ending in a line feed, without other control
 * characters.
 */
function assertNoteText(text: string): void {
  if (!text.endsWith('\n')) throw new Error('The text of a note ends in a line feed.')
  if (!text.isWellFormed() || FORBIDDEN_IN_NOTE.test(text)) {
    throw new Error('The text of a note has no lone surrogates and no control characters.')
  }
}

function parseSignatureLine(line: string): NoteSignature {
  const [, name = '', base64 = ''] = SIGNATURE_LINE.exec(line) ?? []
  const bytes = bytesOfBase64(base64)
  if (bytes === undefined || bytes.length <= KEY_ID_BYTES) throw new Error('A signature line is malformed.')
  return { name, keyId: bytes.readUInt32BE(), signature: bytes.subarray(KEY_ID_BYTES) }
}

function isSignedBy({ publicKey }: NoteVerifier, text: string, signature: Buffer): boolean {
  const key = createPublicKey({
    key: Buffer.concat([SPKI_PREFIX, publicKey]),
    format: 'der',
    type: 'spki',
  })
  return verify(null, Buffer.from(text), key, signature)
}

function publicKeyOf(privateKey: KeyObject): Buffer {
  return createPublicKey(privateKey).export({ format: 'der', type: 'spki' }).subarray(SPKI_PREFIX.length)
}

/** Returns the first four bytes, big-endian, of the hash over name, line feed, signature type and key. */
function keyIdOf(name: string, publicKey: Buffer): number {
  if (!KEY_NAME.test(name) || !name.isWellFormed()) {
    throw new Error('The name of a key is not empty and has no white space and no plus sign.')
  }
  return sha256(
    Buffer.concat([Buffer.from(`${name}\n`), Buffer.from([ED25519_TYPE]), publicKey]),
  ).readUInt32BE()
}
