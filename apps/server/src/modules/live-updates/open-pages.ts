import { because } from '@plumbline/contract'
import { ApiError } from '../../platform/errors.ts'
import type { PageStream } from './page-stream.ts'

/** More windows than a browser shows at the same time; hidden pages have no stream. */
const STREAMS_OF_SESSION_MAX = 8

/** Maximum number of streams of all sessions of a person. */
const STREAMS_OF_PERSON_MAX = 24

/** Seconds after which a refused page may try again. */
const RETRY_SECONDS = 60

/** The open streams of this process, by workspace. */
export class OpenPages {
  readonly #pages = new Map<string, Set<PageStream>>()

  /**
   * Adds a stream until it closes.
   * @throws 429 RATE_LIMITED with Retry-After if the session or the person has too many streams
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

  /** Returns the workspaces with an open page. */
  workspaceIds(): string[] {
    return [...this.#pages.keys()]
  }

  /** Returns the open pages of a workspace. */
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
