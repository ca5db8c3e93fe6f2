import { Readable } from 'node:stream'
import type { AreasChanged, PageReady } from '@plumbline/contract'
import type { MemberSession } from '../access/index.ts'
import type { Reach } from './rules/changed-areas.ts'

/** Data of the events of a stream, by the name of the event. */
interface PageEvents {
  ready: PageReady
  changed: AreasChanged
  alive: object
  ended: object
}

/** If more than this is buffered, the client does not read; it reloads everything when it reconnects. */
const WAITING_BYTES_MAX = 16 * 1024

/** The stream of one open page. */
export class PageStream {
  readonly body = new Readable({ read: () => undefined })
  readonly session: MemberSession
  readonly personId: string
  /** The reach as of the last check. */
  reach: Reach
  #state: 'opening' | 'ready' | 'ended' = 'opening'
  #changedEarly = false

  constructor(session: MemberSession, personId: string, reach: Reach) {
    this.session = session
    this.personId = personId
    this.reach = reach
  }

  /**
   * Sends `ready`: from now on every change is signaled.
   * @param hasMissed whether there may have been a change since the page read its data
   */
  ready(hasMissed: boolean): void {
    if (this.#state !== 'opening') return
    this.#state = 'ready'
    this.send('ready', { missed: hasMissed || this.#changedEarly })
  }

  get isReady(): boolean {
    return this.#state === 'ready'
  }

  /** Sends an event. Before the page is ready, nothing is sent, and a change is reported as `missed`. */
  send<Name extends keyof PageEvents>(name: Name, data: PageEvents[Name]): void {
    if (name === 'changed' && this.#state === 'opening') this.#changedEarly = true
    if (this.#state !== 'ready') return
    if (this.body.readableLength > WAITING_BYTES_MAX) this.cut()
    else this.body.push(`event: ${name}\ndata: ${JSON.stringify(data)}\n\n`)
  }

  /** Ends the stream once the client has read what was sent. */
  end(): void {
    if (this.#state === 'ended') return
    this.#state = 'ended'
    this.body.push(null)
  }

  /** Ends the stream immediately. */
  cut(): void {
    this.#state = 'ended'
    this.body.destroy()
  }

  /** Calls the action when either side has ended the stream. */
  onClosed(action: () => void): void {
    this.body.once('close', action)
  }
}
