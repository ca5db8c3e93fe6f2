import type { Change } from './rules/changed-areas.ts'

/** Changes of workspaces that are not signaled yet. Changes that are equal for pages are stored once. */
export class UnsignalledChanges {
  readonly #changes = new Map<string, Map<string, Change>>()

  /** Adds changes of a workspace. */
  note(workspaceId: string, changes: readonly Change[]): void {
    const known = this.#changes.get(workspaceId) ?? new Map<string, Change>()
    for (const { type, siteId } of changes) known.set(`${type} ${siteId ?? ''}`, { type, siteId })
    this.#changes.set(workspaceId, known)
  }

  /** Returns the workspaces with changes. */
  workspaceIds(): string[] {
    return [...this.#changes.keys()]
  }

  /** Removes and returns the changes of a workspace. */
  take(workspaceId: string): Change[] {
    const changes = [...(this.#changes.get(workspaceId)?.values() ?? [])]
    this.#changes.delete(workspaceId)
    return changes
  }
}
