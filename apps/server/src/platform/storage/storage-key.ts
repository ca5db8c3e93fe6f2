/** Longest key that a client may send back (contract, "DocumentRegisterRequest"). */
const KEY_LENGTH_MAX = 512

/**
 * One step of a key. Lower case only, since some file systems take `A` for `a`; never a dot in
 * front, so that no step is `.`, `..` or one of our own folders of unfinished files.
 */
const KEY_STEP = /^[a-z0-9_-][a-z0-9._-]{0,199}$/

/** Whether a text can be the key of an object: steps such as `uploads/0192…/0192…`. */
export function isStorageKey(text: string): boolean {
  return text.length <= KEY_LENGTH_MAX && text.split('/').every((step) => KEY_STEP.test(step))
}

/**
 * Returns the key when it is one. Keys are made by the server and hold nothing that a person typed,
 * so another text is a fault of ours and raises a plain Error.
 */
export function checkStorageKey(key: string): string {
  if (!isStorageKey(key)) throw new Error(`not a storage key: ${JSON.stringify(key)}`)
  return key
}

/** Returns the path segments of a folder such as `uploads/`; none for an empty text, which means all files. */
export function folderSteps(folder: string): string[] {
  if (folder === '') return []
  if (!folder.endsWith('/')) throw new Error(`a folder ends in a slash: ${JSON.stringify(folder)}`)
  return checkStorageKey(folder.slice(0, -1)).split('/')
}
