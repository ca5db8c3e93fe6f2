import assert from 'node:assert/strict'
import { APP_API_PREFIX } from '@plumbline/contract'
import type { TestSession } from './session.ts'

/** An event of a stream. */
export interface Said {
  event: string
  data: any
}

/** The stream of an open page. */
export interface TestPage {
  readonly status: number
  readonly headers: Headers
  /** The body of a refusal. */
  readonly refusal: any
  /** Returns the next event other than a keep-alive; undefined at its end. */
  next(): Promise<Said | undefined>
  /** Returns all events before one with this name, which it waits for. */
  until(event: string): Promise<Said[]>
  /** Closes the stream. */
  leave(): Promise<void>
}

/** Opens the stream of a page like a browser would. */
export async function watch(
  { cookie, workspaceId }: Pick<TestSession, 'cookie' | 'workspaceId'>,
  origin: string,
  query = '',
): Promise<TestPage> {
  const leaving = new AbortController()
  const response = await fetch(`${origin}${APP_API_PREFIX}/workspaces/${workspaceId}/changes${query}`, {
    headers: { cookie },
    signal: leaving.signal,
  })
  const refusal: unknown = response.ok ? undefined : await response.json()
  const events = response.ok ? eventsIn(response.body!.pipeThrough(new TextDecoderStream())) : undefined
  const any = async () => (await events?.next())?.value
  return {
    status: response.status,
    headers: response.headers,
    refusal,
    next: async () => {
      let one = await any()
      while (one?.event === 'alive') one = await any()
      return one
    },
    until: async (event) => {
      const said: Said[] = []
      for (let one = await any(); one?.event !== event; one = await any()) {
        if (!one) throw new Error(`the stream ended without ${event}, after ${JSON.stringify(said)}`)
        said.push(one)
      }
      return said
    },
    leave: async () => {
      leaving.abort()
      await events?.next().catch(() => undefined)
    },
  }
}

/** Returns a page that is ready. */
export async function watchReady(session: TestSession, origin: string): Promise<TestPage> {
  const page = await watch(session, origin)
  assert.equal(page.status, 200, JSON.stringify(page.refusal))
  assert.deepEqual(await page.next(), { event: 'ready', data: { missed: true } })
  return page
}

async function* eventsIn(text: ReadableStream<string>): AsyncGenerator<Said, undefined> {
  let waiting = ''
  for await (const part of text) {
    const blocks = (waiting + part).split('\n\n')
    waiting = blocks.pop()!
    for (const block of blocks) {
      const [, event = '', data = ''] = /^event: (\w+)\ndata: (.*)$/.exec(block) ?? []
      yield { event, data: JSON.parse(data) as unknown }
    }
  }
  return undefined
}
