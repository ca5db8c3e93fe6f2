const endings: (() => Promise<void>)[] = []

/** Registers a function that closes what all test files of a process share, such as a browser. */
export function atProcessEnd(close: () => Promise<void>): void {
  endings.push(close)
}

/** Calls the registered functions, latest first. Test processes call it after their last file. */
export async function endProcess(): Promise<void> {
  for (const close of endings.splice(0).toReversed()) await close()
}
