import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { Agent, request } from 'undici'

/** A workspace with its key and instruments. */
export interface TrafficWorkspace {
  readonly workspaceId: string
  readonly key: string
  readonly instrumentIds: readonly string[]
}

/** One attempt of a client. Status 0: the connection broke. */
interface Attempt {
  readonly workspaceId: string
  readonly kind: 'record' | 'list'
  readonly via: string
  readonly status: number
  readonly ms: number
  readonly at: number
}

/** What clients saw of one kind of request while something happened. */
export interface Seen {
  readonly succeeded: number
  readonly refused503: number
  /** Other failures, by their status and code. */
  readonly others: Readonly<Record<string, number>>
  readonly slowestMs: number
  /** The longest time in which no request of a client succeeded. */
  readonly longestGapMs: number
}

/** Clients that record and read in every workspace, through every process. */
export interface Traffic {
  /** Records whose creation was confirmed, by workspace. */
  readonly confirmed: ReadonlyMap<string, ReadonlySet<string>>
  /** Changes of type `calibration.appended` that a follower read, by workspace. */
  readonly followed: ReadonlyMap<string, readonly string[]>
  /** What clients of these workspaces saw since a moment. */
  seen(since: number, workspaceIds: readonly string[], kind: Attempt['kind'], via: string): Seen
  /** Lets writers finish what they send, and followers read to the end. */
  stop(): Promise<void>
}

/** Pause of each client between two requests. */
const PAUSE_MS = 100
/** Pause before a request that failed is sent again. */
const RETRY_MS = 250
/** Longer than the deadline of any request: a response that takes longer counts as missing. */
const PATIENCE_MS = 20_000

const agent = new Agent({ connections: 64, headersTimeout: PATIENCE_MS, bodyTimeout: PATIENCE_MS })

/** The response to one request; status 0 if none arrived. */
export async function ask(
  origin: string,
  key: string,
  method: 'GET' | 'POST',
  path: string,
  body?: object,
  idempotencyKey: string = randomUUID(),
): Promise<{ status: number; answer: any }> {
  try {
    const response = await request(`${origin}/api/public/v1${path}`, {
      dispatcher: agent,
      method,
      headers: {
        'x-api-key': key,
        ...(body && { 'content-type': 'application/json', 'idempotency-key': idempotencyKey }),
      },
      body: body ? JSON.stringify(body) : null,
    })
    return { status: response.statusCode, answer: await response.body.json() }
  } catch (error) {
    return { status: 0, answer: { code: (error as Error).name } }
  }
}

const RECORD = {
  result: 'PASS',
  nominal_value: '10.000 mm',
  tolerance: '±0.020 mm',
  as_found_reading: '10.012 mm',
}

/** Starts a writer and a reader for each workspace and process, and a follower of changes for each workspace. */
export function startTraffic(
  origins: Readonly<Record<string, string>>,
  workspaces: readonly TrafficWorkspace[],
): Traffic {
  return new Clients(origins, workspaces)
}

class Clients implements Traffic {
  readonly confirmed = new Map<string, Set<string>>()
  readonly followed = new Map<string, string[]>()
  readonly #origins: Readonly<Record<string, string>>
  readonly #attempts: (Attempt & { code: string })[] = []
  readonly #clients: Promise<void>[]
  readonly #followers: Promise<void>[]
  #isEnding = false
  #haveEnded = false

  constructor(origins: Readonly<Record<string, string>>, workspaces: readonly TrafficWorkspace[]) {
    this.#origins = origins
    for (const { workspaceId } of workspaces) {
      this.confirmed.set(workspaceId, new Set())
      this.followed.set(workspaceId, [])
    }
    const vias = Object.keys(origins)
    this.#clients = workspaces.flatMap((workspace, turn) =>
      vias.flatMap((via) => [this.#write(workspace, via, turn), this.#read(workspace, via)]),
    )
    this.#followers = workspaces.map((workspace, turn) => this.#follow(workspace, vias[turn % vias.length]!))
  }

  seen(since: number, workspaceIds: readonly string[], kind: Attempt['kind'], via: string): Seen {
    const until = performance.now()
    const own = this.#attempts.filter(
      (each) =>
        each.kind === kind && each.via === via && each.at >= since && workspaceIds.includes(each.workspaceId),
    )
    return summary(own, workspaceIds, since, until)
  }

  async stop(): Promise<void> {
    this.#isEnding = true
    await Promise.all(this.#clients)
    this.#haveEnded = true
    await Promise.all(this.#followers)
  }

  async #attempt(
    { workspaceId, key }: TrafficWorkspace,
    kind: Attempt['kind'],
    via: string,
    ...rest: [method: 'GET' | 'POST', path: string, body?: object, idempotencyKey?: string]
  ): Promise<{ status: number; answer: any }> {
    const startedAt = performance.now()
    const { status, answer } = await ask(this.#origins[via]!, key, ...rest)
    const at = performance.now()
    this.#attempts.push({ workspaceId, kind, via, status, ms: at - startedAt, at, code: answer.code ?? '' })
    return { status, answer }
  }

  async #write(workspace: TrafficWorkspace, via: string, turn: number): Promise<void> {
    for (let count = turn; !this.#isEnding; count += 1) {
      const path = `/instruments/${workspace.instrumentIds[count % workspace.instrumentIds.length]!}/calibrations`
      const idempotencyKey = randomUUID()
      for (;;) {
        const { status, answer } = await this.#attempt(
          workspace,
          'record',
          via,
          'POST',
          path,
          RECORD,
          idempotencyKey,
        )
        if (status === 201 || status === 200) {
          this.confirmed.get(workspace.workspaceId)!.add(answer.id)
          break
        }
        await delay(RETRY_MS)
      }
      await delay(PAUSE_MS)
    }
  }

  async #read(workspace: TrafficWorkspace, via: string): Promise<void> {
    while (!this.#isEnding) {
      await this.#attempt(workspace, 'list', via, 'GET', '/instruments')
      await delay(PAUSE_MS)
    }
  }

  async #follow({ workspaceId, key }: TrafficWorkspace, via: string): Promise<void> {
    for (let after = 0; ;) {
      const isLast = this.#haveEnded
      const { status, answer } = await ask(
        this.#origins[via]!,
        key,
        'GET',
        `/changes?limit=100&after=${after}`,
      )
      if (status === 200) {
        for (const change of answer.data)
          if (change.type === 'calibration.appended') this.followed.get(workspaceId)!.push(change.id)
        after = answer.cursor
        if (isLast && !answer.pagination.has_more) return
      }
      await delay(PAUSE_MS)
    }
  }
}

function summary(
  attempts: readonly (Attempt & { code: string })[],
  workspaceIds: readonly string[],
  since: number,
  until: number,
): Seen {
  const isSuccess = ({ status }: Attempt) => status >= 200 && status < 300
  const others: Record<string, number> = {}
  for (const each of attempts) {
    if (isSuccess(each) || each.status === 503) continue
    const name = `${each.status} ${each.code}`
    others[name] = (others[name] ?? 0) + 1
  }
  const gaps = workspaceIds.map((id) => {
    const times = attempts.filter((each) => each.workspaceId === id && isSuccess(each)).map(({ at }) => at)
    const points = [since, ...times, until]
    return Math.max(...points.slice(1).map((at, index) => at - points[index]!))
  })
  return {
    succeeded: attempts.filter(isSuccess).length,
    refused503: attempts.filter(({ status }) => status === 503).length,
    others,
    slowestMs: Math.max(0, ...attempts.map(({ ms }) => ms)),
    longestGapMs: Math.max(0, ...gaps),
  }
}
