import { PREVIEW_EXAMPLES_MAX, PREVIEWED_INSTRUMENTS_MAX } from '@plumbline/contract'
import type { WorkspaceQueries } from '../../../platform/db/index.ts'
import { nextInPlan, type PreviewedRow } from './preview-store.ts'

/** Number of instruments read per batch; other work can run between batches. */
const BATCH_SIZE = 500

interface Reading {
  readonly due_date: string | null
}

/** An instrument as it is and as it would be. */
interface PreviewedInstrument {
  readonly current: Reading
  readonly after: Reading
}

/** The result of a preview. */
export interface PreviewFigures<Example> {
  readonly examined: number
  /** False if there are more instruments than are examined. */
  readonly isComplete: boolean
  readonly datesMoved: number
  /** Number of instruments whose token would be different today. */
  readonly turned: number
  /** At most PREVIEW_EXAMPLES_MAX, starting with instruments whose token would be different. */
  readonly examples: Example[]
}

/**
 * Counts what would change among the scheduled instruments, and collects the first examples of each kind. Examines at
 * most PREVIEWED_INSTRUMENTS_MAX.
 * @param siteId undefined: of all sites
 */
export async function tallyPlan<Example extends PreviewedInstrument>(
  queries: WorkspaceQueries,
  siteId: string | undefined,
  exampleOf: (row: PreviewedRow) => Example,
  turns: (example: Example) => boolean,
): Promise<PreviewFigures<Example>> {
  const tally = new Tally(turns)
  for (let last: string | null = null; ;) {
    const room = PREVIEWED_INSTRUMENTS_MAX - tally.examined
    // One more than fits shows whether there are more.
    const limit = Math.min(BATCH_SIZE, room + 1)
    const rows: PreviewedRow[] = await nextInPlan(queries, siteId, last, limit)
    for (const row of rows.slice(0, room)) tally.add(exampleOf(row))
    last = rows.at(-1)?.instrumentId ?? null
    if (last === null || rows.length > room) return tally.figures(last === null)
  }
}

class Tally<Example extends PreviewedInstrument> {
  examined = 0
  private moved = 0
  private turned = 0
  private readonly ofTurned: Example[] = []
  private readonly ofDate: Example[] = []
  private readonly turns: (example: Example) => boolean

  constructor(turns: (example: Example) => boolean) {
    this.turns = turns
  }

  add(example: Example): void {
    const moves = example.current.due_date !== example.after.due_date
    const turns = this.turns(example)
    this.examined += 1
    if (moves) this.moved += 1
    if (turns) this.turned += 1
    if (turns && this.ofTurned.length < PREVIEW_EXAMPLES_MAX) this.ofTurned.push(example)
    if (moves && !turns && this.ofDate.length < PREVIEW_EXAMPLES_MAX) this.ofDate.push(example)
  }

  figures(isComplete: boolean): PreviewFigures<Example> {
    return {
      examined: this.examined,
      isComplete,
      datesMoved: this.moved,
      turned: this.turned,
      examples: [...this.ofTurned, ...this.ofDate].slice(0, PREVIEW_EXAMPLES_MAX),
    }
  }
}
