import type { Change } from './rules/changed-areas.ts'

/** Changes of workspaces that were not signalled to their pages yet. What is the same to pages is kept once. */
export class UnsignalledChanges {
  readonly #changes = new Map<string, Map<string, Change>>()

  /** Notes changes of a workspace. */
  note(workspaceId: string, changes: readonly Change[]): void {
    const known = this.#changes.get(workspaceId) ?? new Map<string, Change>()
    for (const { type, siteId } of changes) known.set(`${type} ${siteId ?? ''}`, { type, siteId })
    this.#changes.set(workspaceId, known)
  }

  /** Workspaces with news. */
  workspaceIds(): string[] {
    return [...this.#changes.keys()]
  }

  /** Takes the news of a workspace away. */
  take(workspaceId: string): Change[] {
    const changes = [...(this.#changes.get(workspaceId)?.values() ?? [])]
    this.#changes.delete(workspaceId)
    return changes
  }
}
