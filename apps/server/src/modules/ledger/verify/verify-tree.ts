import type { RowStream } from '../../../platform/db/index.ts'
import { LedgerFaultError } from '../projection/ledger-fault.ts'
import { appendLeaf, EMPTY_EDGE, type Edge, type TreeNode } from '../rules/merkle-tree.ts'
import type { FoundHead, FoundNode } from './verify-store.ts'

/** Rebuilds the tree leaf by leaf and compares it with the stored nodes. */
export class TreeCheck {
  readonly #stored: RowStream<FoundNode>
  edge: Edge = EMPTY_EDGE

  constructor(stored: RowStream<FoundNode>) {
    this.#stored = stored
  }

  /** Throws LedgerFaultError if a node completed by this leaf is missing or differs, or if there is a surplus node. */
  append(leaf: Buffer): void | Promise<void> {
    const { edge, completedNodes } = appendLeaf(this.edge, leaf)
    this.edge = edge
    // Leaves are stored in the entries themselves.
    return this.#compareFrom(1, completedNodes)
  }

  /** Call it after the last leaf. Throws LedgerFaultError if nodes are left over. */
  async end(strayNode: FoundNode | undefined): Promise<void> {
    const left = (await this.#stored.load()) ?? strayNode
    if (left) throw surplus(left, this.edge.size)
  }

  /** Waits only if the next node is not available yet: there are as many nodes as entries. */
  #compareFrom(first: number, nodes: readonly TreeNode[]): void | Promise<void> {
    for (let position = first; position < nodes.length; position += 1) {
      const stored = this.#stored.peek()
      if (!stored) return this.#compareLoaded(position, nodes)
      this.#compare(nodes[position]!, stored)
    }
  }

  async #compareLoaded(position: number, nodes: readonly TreeNode[]): Promise<void> {
    this.#compare(nodes[position]!, await this.#stored.load())
    await this.#compareFrom(position + 1, nodes)
  }

  #compare(node: TreeNode, stored: FoundNode | undefined): void {
    const index = this.edge.size - 1
    if (stored?.level !== node.level || stored.index !== node.index) {
      if (stored && isBefore(stored, node)) throw surplus(stored, index)
      throw wrong(index, `Its node ${node.index} of level ${node.level} is missing.`)
    }
    if (!stored.hash.equals(node.hash)) throw otherHash(node, index)
    this.#stored.skip()
  }
}

/** The lowest nodes show that one of two leaves differs, but not which one; higher nodes are based on verified ones. */
function otherHash({ level, index: position }: TreeNode, index: number): LedgerFaultError {
  const hash = `node ${position} of level ${level} has another hash`
  return level === 1
    ? wrong(index - 1, `It or entry ${index} is another one, or their ${hash}.`)
    : wrong(index, `Its ${hash} than the nodes below it give.`)
}

/** Compares the head with the tree computed from the entries. Throws LedgerFaultError. */
export function checkHead(head: FoundHead | undefined, edge: Edge, lastAt: string): void {
  const { size, hashes } = edge
  if (!head) throw wrongHead(0, 'The ledger has no head.')
  if (head.size !== size) {
    throw Number(head.size) > size
      ? wrongHead(size, `It is missing: the head counts ${head.size} entries.`)
      : wrongHead(Math.max(0, Number(head.size)), `The head counts ${head.size} entries and leaves it out.`)
  }
  const last = Math.max(0, size - 1)
  if (
    head.edge.length !== hashes.length ||
    !hashes.every((hash, position) => head.edge[position]?.equals(hash))
  ) {
    throw wrongHead(last, 'The head keeps another edge than the tree has.')
  }
  if (size > 0 && head.lastAt !== lastAt) {
    throw wrongHead(last, `The head says that it was made at ${head.lastAt}, its row ${lastAt}.`)
  }
}

function wrongHead(index: number, what: string): LedgerFaultError {
  return new LedgerFaultError({ index, found: 'head', what })
}

/** Whether a stored node belongs before the expected one, in the order of completion. */
function isBefore(stored: FoundNode, { level, index }: TreeNode): boolean {
  const [storedEnd, end] = [(Number(stored.index) + 1) * 2 ** stored.level, (index + 1) * 2 ** level]
  return storedEnd < end || (storedEnd === end && stored.level < level)
}

function surplus({ level, index }: FoundNode, entry: number): LedgerFaultError {
  return wrong(entry, `A node ${index} of level ${level} is stored that its tree does not have.`)
}

function wrong(index: number, what: string): LedgerFaultError {
  return new LedgerFaultError({ index, found: 'nodes', what })
}
