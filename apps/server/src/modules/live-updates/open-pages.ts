import { because } from '@plumbline/contract'
import { ApiError } from '../../platform/errors.ts'
import type { PageStream } from './page-stream.ts'

/** Windows that one browser shows at once, and some to spare; hidden pages have none. */
const STREAMS_OF_SESSION_MAX = 8

/** Streams of all sessions of a person. */
const STREAMS_OF_PERSON_MAX = 24

/** Seconds after which a page that was refused may ask again. */
const RETRY_SECONDS = 60

/** The streams that are open in this process, by workspace. */
export class OpenPages {
  readonly #pages = new Map<string, Set<PageStream>>()

  /**
   * Keeps a stream until it closes.
   * @throws 429 RATE_LIMITED with Retry-After when the session or the person has as many as they may
   */
  add(page: PageStream): void {
    const all = this.all().filter(({ personId }) => personId === page.personId)
    const ofSession = all.filter(({ session }) => session.sessionId === page.session.sessionId)
    if (ofSession.length >= STREAMS_OF_SESSION_MAX) throw tooMany(STREAMS_OF_SESSION_MAX)
    if (all.length >= STREAMS_OF_PERSON_MAX) throw tooMany(STREAMS_OF_PERSON_MAX)
    const { workspaceId } = page.session
    const pages = this.#pages.get(workspaceId) ?? new Set()
    this.#pages.set(workspaceId, pages.add(page))
    page.onClosed(() => {
      pages.delete(page)
      if (pages.size === 0 && this.#pages.get(workspaceId) === pages) this.#pages.delete(workspaceId)
    })
  }

  /** Workspaces with an open page. */
  workspaceIds(): string[] {
    return [...this.#pages.keys()]
  }

  /** The open pages of a workspace. */
  of(workspaceId: string): PageStream[] {
    return [...(this.#pages.get(workspaceId) ?? [])]
  }

  all(): PageStream[] {
    return [...this.#pages.values()].flatMap((pages) => [...pages])
  }
}

function tooMany(limit: number): ApiError {
  return new ApiError('RATE_LIMITED', {
    reason: because('live.too_many', { limit }),
    headers: { 'retry-after': String(RETRY_SECONDS) },
  })
}
