/** Maximum length of a key that a client may send back (contract, "DocumentRegisterRequest"). */
const KEY_LENGTH_MAX = 512

/**
 * A segment of a key. Lower case only, because some file systems do not distinguish `A` from `a`; never with a leading
 * dot, so that no segment is `.`, `..` or our folder of unfinished files.
 */
const KEY_STEP = /^[a-z0-9_-][a-z0-9._-]{0,199}$/

/** Whether a text can be the key of an object: segments such as `uploads/0192…/0192…`. */
export function isStorageKey(text: string): boolean {
  return text.length <= KEY_LENGTH_MAX && text.split('/').every((step) => KEY_STEP.test(step))
}

/**
 * Returns the key if it is valid. Keys are created by the server and contain no user input, so another text is a bug
 * and throws a plain Error.
 */
export function checkStorageKey(key: string): string {
  if (!isStorageKey(key)) throw new Error(`not a storage key: ${JSON.stringify(key)}`)
  return key
}

/** Returns the segments of a folder such as `uploads/`; none for an empty text, which means all files. */
export function folderSteps(folder: string): string[] {
  if (folder === '') return []
  if (!folder.endsWith('/')) throw new Error(`a folder ends in a slash: ${JSON.stringify(folder)}`)
  return checkStorageKey(folder.slice(0, -1)).split('/')
}
