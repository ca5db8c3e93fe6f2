import { Pool, type PoolClient } from 'pg'

type Release = (error?: Error | boolean) => void

type Connected = (error: Error | undefined, client: PoolClient | undefined, release: Release) => void

/**
 * Connections of the queue's library. It listens on a connection that it gets through a callback. If that one breaks
 * while the library stops listening, it releases it twice, at which `pg` throws; and if the library has stopped, it
 * releases what it gets without looking whether that is a connection, while a pool that has ended gives nothing to
 * release. Both would end the process, because nothing awaits them. Here neither has an effect.
 */
export class QueuePool extends Pool {
  override connect(): Promise<PoolClient>
  override connect(connected: Connected): void
  override connect(connected?: Connected): Promise<PoolClient> | void {
    if (!connected) return super.connect()
    return super.connect((error, client, release?: Release) => {
      let isReleased = false
      connected(error, client, (why) => {
        if (isReleased) return
        isReleased = true
        release?.(why)
      })
    })
  }
}
