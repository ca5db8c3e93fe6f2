import { toHex } from './bytes.ts'
import { isObject, type Json } from './canonical.ts'
import { openCheckpoint, readKey, type SignedCheckpoint, type VerifierKey } from './note.ts'
import { Wrong } from './verdict.ts'

/** A key that was replaced, and the checkpoint that it and its successor signed. */
export type FormerKey = { readonly vkey: string; readonly checkpoint: string }

/** An entry about the replacement of a key. */
export type KeyReplacement = { readonly index: number; readonly payload: Json }

/** The kind of such an entry. */
export const KEY_REPLACED = 'ledger.key_replaced'

/**
 * The keys of a ledger, each leading to the next: both signed the same checkpoint, and the last entry that it
 * covers states both.
 */
export class KeyChain {
  /** Oldest first. */
  readonly #keys: readonly VerifierKey[]
  /** The checkpoints that a key and the next one signed, oldest first. */
  readonly handovers: readonly SignedCheckpoint[]
  /** The key in use. */
  readonly latest: VerifierKey

  private constructor(
    former: readonly VerifierKey[],
    latest: VerifierKey,
    handovers: readonly SignedCheckpoint[],
  ) {
    this.#keys = [...former, latest]
    this.latest = latest
    this.handovers = handovers
  }

  /** Reads the keys, and opens the checkpoint beside each former one with it and with the next one. */
  static async read(formerKeys: readonly FormerKey[], vkey: string): Promise<KeyChain> {
    const latest = await readKey(vkey)
    const former = await Promise.all(formerKeys.map((key) => readKey(key.vkey)))
    const handovers: SignedCheckpoint[] = []
    for (const [place, { checkpoint }] of formerKeys.entries()) {
      const handover = await openCheckpoint(checkpoint, former[place] ?? latest)
      await openCheckpoint(checkpoint, former[place + 1] ?? latest)
      handovers.push(handover)
    }
    return new KeyChain(former, latest, handovers)
  }

  /** The name of all keys, which is that of the ledger. */
  get name(): string {
    return this.latest.name
  }

  /** Opens a checkpoint with the key that was in use when the ledger had its size. */
  async open(note: string): Promise<SignedCheckpoint> {
    for (const [place, key] of this.#keys.entries()) {
      const checkpoint = await openCheckpoint(note, key).catch((error: unknown) => {
        if (error instanceof Wrong && error.fault.kind === 'wrong_key') return undefined
        throw error
      })
      if (checkpoint === undefined) continue
      const from = this.handovers[place - 1]?.size ?? 0
      const until = this.handovers[place]?.size ?? Number.POSITIVE_INFINITY
      if (checkpoint.size >= from && checkpoint.size <= until) return checkpoint
      const sentence = `A checkpoint of ${checkpoint.size} entries is signed with a key that was not in use then.`
      throw new Wrong('wrong_key', sentence)
    }
    throw new Wrong('wrong_key', `The key of ${this.name} did not sign the checkpoint.`)
  }

  /** Checks that entries state each replacement, and no other one. */
  checkReplacements(found: readonly KeyReplacement[]): void {
    const stated = found.map(({ index, payload }) => {
      const { former_public_key: former, public_key: next } = isObject(payload) ? payload : {}
      return JSON.stringify([index + 1, former, next])
    })
    const signed = this.handovers.map(({ size }, place) => {
      const [former, next] = this.#keys.slice(place, place + 2).map(({ publicKey }) => toHex(publicKey))
      return JSON.stringify([size, former, next])
    })
    for (let at = 0; at < Math.max(stated.length, signed.length); at += 1) {
      if (stated[at] === signed[at]) continue
      const places = [found[at]?.index ?? Infinity, (this.handovers[at]?.size ?? Infinity) - 1]
      const index = Math.min(...places)
      throw new Wrong('wrong_key', 'The signing keys in the file are not those that its entries state.', {
        index,
      })
    }
  }
}
