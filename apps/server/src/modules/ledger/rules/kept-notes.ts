/** A note ends with its last signature line; the next one begins right behind it. */
const NOTE = /[^\n]+\n(?:[^\n]*\n)*?\n(?:\u2014 [^\n]+\n)+/g

/** A checkpoint that a person kept, and the ledger that it speaks of, unchecked. */
export type KeptNote = { readonly note: string; readonly workspaceId: string }

/**
 * The signed checkpoints in a text: one, or several that were written behind each other. Empty when there is
 * none, or when something else stands between them.
 */
export function keptNotes(text: string): KeptNote[] {
  const notes = text.match(NOTE) ?? []
  if (notes.join('') !== text.trimStart()) return []
  return notes.map((note) => ({ note, workspaceId: ledgerIdOf(note) }))
}

/** Last part of the origin: `<host>/ledger/<workspace_id>`. */
function ledgerIdOf(note: string): string {
  const [origin = ''] = note.split('\n')
  return origin.slice(origin.lastIndexOf('/') + 1)
}
