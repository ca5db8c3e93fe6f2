/** A note ends with its last signature line; the next one begins immediately after it. */
const NOTE = /[^\n]+\n(?:[^\n]*\n)*?\n(?:\u2014 [^\n]+\n)+/g

/** A checkpoint stored by a person and the ledger that it names, not verified. */
export type SavedNote = { readonly note: string; readonly workspaceId: string }

/**
 * Returns the signed checkpoints in a text: one, or several concatenated. Empty if there is none, or if there is
 * anything else between them.
 */
export function splitNotes(text: string): SavedNote[] {
  const notes = text.match(NOTE) ?? []
  if (notes.join('') !== text.trimStart()) return []
  return notes.map((note) => ({ note, workspaceId: ledgerIdOf(note) }))
}

/** Returns the last part of the origin: `<host>/ledger/<workspace_id>`. */
function ledgerIdOf(note: string): string {
  const [origin = ''] = note.split('\n')
  return origin.slice(origin.lastIndexOf('/') + 1)
}
