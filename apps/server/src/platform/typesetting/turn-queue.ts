/**
 * Waiting items of several owners, which are served in turn: an owner with many items delays the others by at most one
 * item each time. The items of an owner are in the order in which they were added.
 */
export class TurnQueue<Item> {
  /** The owner whose turn it is comes first; owners without waiting items are absent. */
  readonly #byOwner = new Map<string, Item[]>()

  /** Adds an item after all others of its owner. */
  push(owner: string, item: Item): void {
    const own = this.#byOwner.get(owner)
    if (own) own.push(item)
    else this.#byOwner.set(owner, [item])
  }

  /** Returns an item that was taken to the front of the queue. */
  putBack(owner: string, item: Item): void {
    const own = this.#byOwner.get(owner) ?? []
    const others = [...this.#byOwner].filter(([name]) => name !== owner)
    this.#byOwner.clear()
    this.#byOwner.set(owner, [item, ...own])
    for (const [name, items] of others) this.#byOwner.set(name, items)
  }

  /**
   * Removes and returns the next item of the owner whose turn it is, who then comes last; undefined if nothing waits.
   */
  take(): Item | undefined {
    const [first] = this.#byOwner
    if (first === undefined) return undefined
    const [owner, own] = first
    const item = own.shift()
    this.#byOwner.delete(owner)
    if (own.length > 0) this.#byOwner.set(owner, own)
    return item
  }

  /** Removes an item that is no longer needed; returns false if it does not wait. */
  remove(owner: string, item: Item): boolean {
    const own = this.#byOwner.get(owner)
    const index = own?.indexOf(item) ?? -1
    if (own === undefined || index === -1) return false
    own.splice(index, 1)
    if (own.length === 0) this.#byOwner.delete(owner)
    return true
  }

  /** Number of waiting items of one owner or of all. */
  count(owner?: string): number {
    if (owner !== undefined) return this.#byOwner.get(owner)?.length ?? 0
    return [...this.#byOwner.values()].reduce((sum, { length }) => sum + length, 0)
  }
}
