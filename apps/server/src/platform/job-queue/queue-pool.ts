import { Pool, type PoolClient } from 'pg'

type Connected = (
  error: Error | undefined,
  client: PoolClient | undefined,
  release: (error?: Error | boolean) => void,
) => void

/**
 * Connections of the queue's library. It listens on a connection that it gets through a callback, and if that one
 * breaks while the library stops listening, it releases it twice. `pg` throws at the second release, in a promise that
 * is not awaited, which would end the process; here the second release has no effect.
 */
export class QueuePool extends Pool {
  override connect(): Promise<PoolClient>
  override connect(connected: Connected): void
  override connect(connected?: Connected): Promise<PoolClient> | void {
    if (!connected) return super.connect()
    return super.connect((error, client, release) => {
      let isReleased = false
      connected(error, client, (why) => {
        if (isReleased) return
        isReleased = true
        release(why)
      })
    })
  }
}
