import { Client } from 'pg'
import { withClient } from './cluster.ts'

/** Lends connections of the owner of a database. */
export interface OwnerConnection {
  /** Runs work with a connection whose session is new, as far as work can tell. */
  use<T>(work: (owner: Client) => Promise<T>): Promise<T>
  end(): Promise<void>
}

/**
 * Keeps one connection open, because opening one and reading the catalogs into it takes a hundred times as long as most statements
 * of tests. Work that runs while it is lent gets a connection of its own.
 */
export function ownerConnection(url: string): OwnerConnection {
  let kept: Client | undefined
  let isLent = false

  const open = async (): Promise<Client> => {
    const client = new Client({ connectionString: url })
    const forget = () => {
      if (kept === client) kept = undefined
    }
    client.on('error', forget)
    client.on('end', forget)
    await client.connect()
    return client
  }

  const use = async <T>(work: (owner: Client) => Promise<T>): Promise<T> => {
    if (isLent) return withClient(url, work)
    isLent = true
    try {
      kept ??= await open()
      const lent = kept
      try {
        const result = await work(lent)
        if (kept === lent) await lent.query('discard all')
        return result
      } catch (error) {
        kept = undefined
        await lent.end().catch(() => undefined)
        throw error
      }
    } finally {
      isLent = false
    }
  }
  return {
    use,
    end: async () => {
      await kept?.end()
    },
  }
}
