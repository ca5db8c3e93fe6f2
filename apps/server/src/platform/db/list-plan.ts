/** Which rows a page needs, and how to come by them. */
export interface PagePlan {
  /**
   * `walk` follows the order of the list and passes over what does not match; `gather` takes all
   * matches and sorts them.
   */
  readonly way: 'walk' | 'gather'
  /** Whether the walk begins at the far end; its rows then come in reverse. */
  readonly fromEnd: boolean
  readonly skip: number
  readonly take: number
}

/** What is known of a list before a page of it is read. */
export interface PageRequest {
  readonly limit: number
  readonly offset: number
  /** Rows that match. */
  readonly total: number
  /** Rows that a walk through the whole list would meet, matching or not. */
  readonly walked: number
  /**
   * Whether matches may lie together at the far end, as tags that begin alike do: a walk could then pass
   * over nearly everything before it meets the first.
   */
  readonly liesTogether?: boolean
  /** What a step of the walk costs, in gathered rows: by itself next to nothing, see `LOOKED_UP_STEP_COST`. */
  readonly stepCost?: number
}

/** Of rows that may lie together, this share has to match for a walk to meet them soon wherever they lie. */
const WALKED_SHARE = 0.9

/** A gathered row is fetched from its table and sorted; a walked one is read in its index alone. */
const WALKED_STEP_COST = 0.1

/** A walked row whose words are looked up each time, where gathered rows come out of one index of words. */
export const LOOKED_UP_STEP_COST = 12

/**
 * The cheapest way to a page: from the end that is nearer, and by gathering when matches are so few that
 * a walk would mostly meet others.
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
