import { entryKinds, subjectOfKind, type EntryKind } from '@plumbline/contract'

const kindsByName = new Map<string, EntryKind>(entryKinds.map((kind) => [kind, kind]))

/**
 * Returns the kind with this name, as the identical string used in code, so that comparing it with others does not
 * compare characters. Undefined if there is no such kind.
 */
export function kindNamed(word: string): EntryKind | undefined {
  return kindsByName.get(word)
}

/** Whether a string is the kind of an entry. */
export function isEntryKind(word: string): word is EntryKind {
  return Object.hasOwn(subjectOfKind, word)
}
