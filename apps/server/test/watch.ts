import { APP_API_PREFIX } from '@plumbline/contract'
import type { TestSession } from './session.ts'

/** One thing that a stream said. */
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
  /** The next thing that it says; undefined at its end. */
  next(): Promise<Said | undefined>
  /** Everything that it said before an event of this name, which it waits for. */
  until(event: string): Promise<Said[]>
  /** Leaves the page. */
  leave(): Promise<void>
}

/** Opens the stream of a page as a browser would. */
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
  const next = async () => (await events?.next())?.value
  return {
    status: response.status,
    headers: response.headers,
    refusal,
    next,
    until: async (event) => {
      const said: Said[] = []
      for (let one = await next(); one?.event !== event; one = await next()) {
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
