const endings: (() => Promise<void>)[] = []

/** Registers what is to be closed once the process has run all of its test files, such as a browser that they share. */
export function atProcessEnd(close: () => Promise<void>): void {
  endings.push(close)
}

/** Closes what was registered, the latest first. Called by the process of tests after its last file. */
export async function endProcess(): Promise<void> {
  for (const close of endings.splice(0).toReversed()) await close()
}
