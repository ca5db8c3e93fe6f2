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

/** More than this waits only for a client that does not read; it reads everything again when it comes back. */
const WAITING_BYTES_MAX = 16 * 1024

/** The stream of one open page. */
export class PageStream {
  readonly body = new Readable({ read: () => undefined })
  readonly session: MemberSession
  readonly personId: string
  /** As it was when it was last looked at. */
  reach: Reach
  #state: 'opening' | 'ready' | 'ended' = 'opening'
  #changedEarly = false

  constructor(session: MemberSession, personId: string, reach: Reach) {
    this.session = session
    this.personId = personId
    this.reach = reach
  }

  /**
   * Sends `ready`: from now on every change is signalled.
   * @param hasMissed whether one may have happened before, since the page read what it shows
   */
  ready(hasMissed: boolean): void {
    if (this.#state !== 'opening') return
    this.#state = 'ready'
    this.send('ready', { missed: hasMissed || this.#changedEarly })
  }

  get isReady(): boolean {
    return this.#state === 'ready'
  }

  /** Sends an event. Before the page is ready nothing is sent; a change until then makes it `missed`. */
  send<Name extends keyof PageEvents>(name: Name, data: PageEvents[Name]): void {
    if (name === 'changed' && this.#state === 'opening') this.#changedEarly = true
    if (this.#state !== 'ready') return
    if (this.body.readableLength > WAITING_BYTES_MAX) this.cut()
    else this.body.push(`event: ${name}\ndata: ${JSON.stringify(data)}\n\n`)
  }

  /** Ends it once the client has read what was sent. */
  end(): void {
    if (this.#state === 'ended') return
    this.#state = 'ended'
    this.body.push(null)
  }

  /** Ends it now. */
  cut(): void {
    this.#state = 'ended'
    this.body.destroy()
  }

  /** Calls the action when it has ended, from whichever side. */
  onClosed(action: () => void): void {
    this.body.once('close', action)
  }
}
