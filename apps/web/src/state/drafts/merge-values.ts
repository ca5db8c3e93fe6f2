import type { DraftValues } from './record-draft.ts'

/** An element of a list, which its key names as long as it is in the list. */
interface Keyed {
  readonly key: string
}

/**
 * The entries of two windows on one draft: what only one of them has changed since both had the same is as that one has it,
 * and what both have changed as this window has it. Lists of elements with keys are merged element by element.
 * @param base what both windows had last
 */
export function mergeValues(base: DraftValues, mine: DraftValues, theirs: DraftValues): DraftValues {
  const names = new Set([...Object.keys(theirs), ...Object.keys(mine)])
  return Object.fromEntries([...names].map((name) => [name, merged(base[name], mine[name], theirs[name])]))
}

function merged(base: unknown, mine: unknown, theirs: unknown): unknown {
  if (isSame(mine, base)) return theirs
  if (isSame(theirs, base)) return mine
  return isKeyed(base) && isKeyed(mine) && isKeyed(theirs) ? mergeLists(base, mine, theirs) : mine
}

/** In the order of this window; what only the other one has added comes after it. */
function mergeLists(
  base: readonly Keyed[],
  mine: readonly Keyed[],
  theirs: readonly Keyed[],
): readonly Keyed[] {
  const [inBase, inMine, inTheirs] = [base, mine, theirs].map(
    (list) => new Map(list.map((each) => [each.key, each])),
  ) as [Map<string, Keyed>, Map<string, Keyed>, Map<string, Keyed>]
  const kept = mine.flatMap((each) => {
    const other = inTheirs.get(each.key)
    if (other !== undefined) return [merged(inBase.get(each.key), each, other) as Keyed]
    // Taken out by the other window; what was typed into it meanwhile is not lost.
    return isSame(each, inBase.get(each.key)) ? [] : [each]
  })
  const added = theirs.filter(({ key }) => !inMine.has(key) && !inBase.has(key))
  return [...kept, ...added]
}

function isKeyed(value: unknown): value is readonly Keyed[] {
  return (
    Array.isArray(value) &&
    value.every((each: unknown) => typeof (each as Partial<Keyed> | null)?.key === 'string')
  )
}

/** Whether two values of a form are the same, lists and their elements included. */
export function isSame(one: unknown, other: unknown): boolean {
  return one === other || JSON.stringify(one) === JSON.stringify(other)
}
