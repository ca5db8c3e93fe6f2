import { Pool, type ClientBase } from 'pg'

/** Lends connections of the owner of a database. */
export interface OwnerConnections {
  /** Runs work with a connection whose session is new, as far as work can tell. */
  use<T>(work: (owner: ClientBase) => Promise<T>): Promise<T>
  end(): Promise<void>
}

/**
 * Keeps the connections that work has used, because opening one and reading the catalogs into it takes a hundred times
 * as long as most statements of tests. A connection whose work has failed is closed.
 */
export function ownerConnections(url: string): OwnerConnections {
  const pool = new Pool({ connectionString: url, idleTimeoutMillis: 0, max: Number.MAX_SAFE_INTEGER })
  // Tests also end connections on purpose; work on one that is gone fails by itself.
  pool.on('connect', (client) => client.on('error', () => undefined))
  pool.on('error', () => undefined)
  return {
    use: async (work) => {
      const owner = await pool.connect()
      let isClean = false
      try {
        const result = await work(owner)
        await owner.query('discard all')
        isClean = true
        return result
      } finally {
        owner.release(!isClean)
      }
    },
    end: () => pool.end(),
  }
}
