/** Which rows a page needs, and how to get them. */
export interface PagePlan {
  /**
   * `walk` follows the order of the list and skips rows that do not match; `gather` fetches all matches and sorts
   * them.
   */
  readonly way: 'walk' | 'gather'
  /** Whether the walk starts at the far end, in which case its rows come in reverse order. */
  readonly fromEnd: boolean
  readonly skip: number
  readonly take: number
}

/** What is known of a list before a page of it is read. */
export interface PageRequest {
  readonly limit: number
  readonly offset: number
  /** Number of rows that match. */
  readonly total: number
  /** Number of rows that a walk through the whole list would visit, whether they match or not. */
  readonly walked: number
  /**
   * Whether matches may be clustered at the far end, like tags with a common prefix: a walk could then skip nearly
   * everything before it reaches the first.
   */
  readonly liesTogether?: boolean
  /** Cost of a step of the walk, in gathered rows: next to nothing by default, see `LOOKED_UP_STEP_COST`. */
  readonly stepCost?: number
}

/** If matches may be clustered, this share of the rows must match for a walk to reach them soon wherever they are. */
const WALKED_SHARE = 0.9

/** A gathered row is fetched from its table and sorted; a walked row is only read in its index. */
const WALKED_STEP_COST = 0.1

/** A walked row whose words are looked up each time, while gathered rows come from one index of words. */
export const LOOKED_UP_STEP_COST = 12

/**
 * Returns the cheapest plan for a page: a walk from the nearer end, or gathering if matches are so few that a walk
 * would mostly visit other rows.
 */
export function planPage({
  limit,
  offset,
  total,
  walked,
  liesTogether,
  stepCost = WALKED_STEP_COST,
}: PageRequest): PagePlan {
  const take = Math.max(0, Math.min(limit, total - offset))
  const behind = total - offset - take
  const fromEnd = take > 0 && behind < offset
  const skip = fromEnd ? behind : offset
  const steps = (skip + take) * (walked / Math.max(1, total))
  const isFew = total < steps * stepCost || (liesTogether && total < walked * WALKED_SHARE)
  return { way: isFew ? 'gather' : 'walk', fromEnd, skip, take }
}
