/** Waits for the end of something, but no longer than a time; returns whether it has ended. Throws what it throws. */
export async function endsWithin(ending: Promise<unknown>, ms: number): Promise<boolean> {
  const late = Promise.withResolvers<boolean>()
  const timer = setTimeout(() => late.resolve(false), ms)
  try {
    return await Promise.race([ending.then(() => true), late.promise])
  } finally {
    clearTimeout(timer)
  }
}
