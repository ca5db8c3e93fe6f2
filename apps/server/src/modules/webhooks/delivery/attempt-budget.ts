import { startSystemTimer, type StartTimer } from '../../../platform/start-timer.ts'

/** How many attempts one process may have in progress. */
export interface BudgetLimits {
  /** Attempts that have taken less than `slowAfterMs` so far: in total, and per workspace. */
  readonly fast: number
  readonly fastOfWorkspace: number
  /** Attempts to receivers that are known to be slow. */
  readonly slow: number
  readonly slowOfWorkspace: number
  /** An attempt that takes longer gives up its slot among the fast ones. */
  readonly slowAfterMs: number
}

/**
 * Slots among the fast attempts are released after a second, so that however many receivers hang, another workspace
 * waits no longer than that. The numbers keep the open sockets of a process below the usual limit of open files.
 */
export const BUDGET_LIMITS: BudgetLimits = {
  fast: 256,
  fastOfWorkspace: 64,
  slow: 512,
  slowOfWorkspace: 64,
  slowAfterMs: 1000,
}

/** The slot of one attempt. */
export interface Slot {
  /** Whether it counts as slow, either from the start or by now. */
  readonly isSlow: boolean
  /** Returns the slot; must be called exactly once. */
  free(): void
}

/** Divides the attempts of a process among workspaces, and between fast and slow receivers. */
export class AttemptBudget {
  readonly #fast: Share
  readonly #slow: Share
  readonly #slowAfterMs: number
  readonly #startTimer: StartTimer

  constructor(limits: BudgetLimits = BUDGET_LIMITS, startTimer: StartTimer = startSystemTimer) {
    this.#fast = new Share(limits.fast, limits.fastOfWorkspace)
    this.#slow = new Share(limits.slow, limits.slowOfWorkspace)
    this.#slowAfterMs = limits.slowAfterMs
    this.#startTimer = startTimer
  }

  /**
   * Takes up to the wanted number of slots.
   * @param whenFree called once when a slot becomes free, if there were too few; waiting workspaces take turns
   */
  take(workspaceId: string, isSlow: boolean, wanted: number, whenFree: () => void): Slot[] {
    const share = isSlow ? this.#slow : this.#fast
    const taken = share.take(workspaceId, wanted, whenFree)
    return Array.from({ length: taken }, () => this.#slot(workspaceId, share))
  }

  #slot(workspaceId: string, began: Share): Slot {
    let share = began
    const turnSlow = () => {
      share = this.#slow
      this.#slow.enter(workspaceId)
      this.#fast.leave(workspaceId)
    }
    const cancel = began === this.#fast ? this.#startTimer(turnSlow, this.#slowAfterMs) : undefined
    const isSlow = () => share === this.#slow
    return {
      get isSlow() {
        return isSlow()
      },
      free: () => {
        cancel?.()
        share.leave(workspaceId)
      },
    }
  }
}

/** Places of one kind. */
class Share {
  readonly #max: number
  readonly #maxOfWorkspace: number
  #total = 0
  readonly #ofWorkspace = new Map<string, number>()
  /** Workspaces that have used up their own share, and those that found all slots taken, in order. */
  readonly #waitingForOwn = new Map<string, () => void>()
  readonly #waitingForAny = new Map<string, () => void>()

  constructor(max: number, maxOfWorkspace: number) {
    this.#max = max
    this.#maxOfWorkspace = maxOfWorkspace
  }

  take(workspaceId: string, wanted: number, whenFree: () => void): number {
    const own = Math.max(0, this.#maxOfWorkspace - (this.#ofWorkspace.get(workspaceId) ?? 0))
    const any = Math.max(0, this.#max - this.#total)
    const taken = Math.min(wanted, own, any)
    for (let each = 0; each < taken; each += 1) this.enter(workspaceId)
    if (taken < wanted) (own < any ? this.#waitingForOwn : this.#waitingForAny).set(workspaceId, whenFree)
    return taken
  }

  /** Counts one more, even beyond the limits: an attempt that turned slow is in progress regardless. */
  enter(workspaceId: string): void {
    this.#total += 1
    this.#ofWorkspace.set(workspaceId, (this.#ofWorkspace.get(workspaceId) ?? 0) + 1)
  }

  leave(workspaceId: string): void {
    this.#total -= 1
    const left = (this.#ofWorkspace.get(workspaceId) ?? 0) - 1
    if (left > 0) this.#ofWorkspace.set(workspaceId, left)
    else this.#ofWorkspace.delete(workspaceId)
    callAndForget(this.#waitingForOwn, workspaceId)
    if (this.#total < this.#max) callAndForget(this.#waitingForAny, this.#waitingForAny.keys().next().value)
  }
}

function callAndForget(waiting: Map<string, () => void>, workspaceId: string | undefined): void {
  if (workspaceId === undefined) return
  const call = waiting.get(workspaceId)
  waiting.delete(workspaceId)
  call?.()
}
