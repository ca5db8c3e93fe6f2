/** Waits for a promise for at most `ms` milliseconds; returns whether it has settled. Throws what it rejects with. */
export async function endsWithin(ending: Promise<unknown>, ms: number): Promise<boolean> {
  const late = Promise.withResolvers<boolean>()
  const timer = setTimeout(() => late.resolve(false), ms)
  try {
    return await Promise.race([ending.then(() => true), late.promise])
  } finally {
    clearTimeout(timer)
  }
}
