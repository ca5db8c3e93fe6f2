import { Deadline } from '../../platform/deadline.ts'
import { ApiError } from '../../platform/errors.ts'
import type { Answer } from '../../platform/http/index.ts'
import type { Caller } from '../access/index.ts'
import type { CalibrationBody } from './stated-fields.ts'

/** A calibration that a caller sends, with its Idempotency-Key. */
export interface SentCalibration {
  readonly instrumentId: string
  /** The public body; the app adds who measured and lines of the certificate. */
  readonly body: CalibrationBody
  readonly idempotencyKey: string
}

/** Appends calibrations of one caller in one transaction; answers or refuses each by itself. */
export type AppendTogether = (
  caller: Caller,
  sent: readonly SentCalibration[],
) => Promise<(Answer | ApiError)[]>

/** Records of one transaction: enough to spread its cost, few enough that the first does not wait for the last. */
const GROUP_MAX = 50

interface Waiting {
  readonly caller: Caller
  readonly sent: SentCalibration
  readonly answered: PromiseWithResolvers<Answer>
}

/**
 * Appends calibrations that come at once together: those that arrive while others of the same caller are on their way
 * wait for them and share the next transaction, instead of taking turns at the ledger's head, each with a commit of
 * its own. A caller who sends one at a time waits for nobody. What fails as a group for another reason than a refusal
 * is carried out one by one.
 * @param deadlineMs longest that a group may take
 */
export function appendInGroups(together: AppendTogether, deadlineMs: number) {
  /** Those that wait, by caller; a caller is listed while a group is on its way. */
  const waiting = new Map<string, Waiting[]>()

  // A deadline of its own: the one of the request that came first may have passed when others still have time.
  const underDeadline: AppendTogether = (caller, sent) =>
    new Deadline(deadlineMs).run(() => together(caller, sent))

  const carryOut = async (name: string, group: readonly Waiting[]): Promise<void> => {
    await settle(underDeadline, group)
    const queue = waiting.get(name)!
    const next = takeGroup(queue)
    if (next.length === 0) waiting.delete(name)
    else void carryOut(name, next)
  }

  return (caller: Caller, sent: SentCalibration): Promise<Answer> => {
    const one: Waiting = { caller, sent, answered: Promise.withResolvers() }
    const name = nameOf(caller)
    const queue = waiting.get(name)
    if (queue) {
      queue.push(one)
    } else {
      waiting.set(name, [])
      void carryOut(name, [one])
    }
    return one.answered.promise
  }
}

/** Callers who may share a transaction: the same in everything that a record is checked against. */
function nameOf({ type, id, name, workspaceId, role, siteIds, workspace }: Caller): string {
  return JSON.stringify([workspaceId, type, id, name, role, siteIds, workspace.version])
}

/** Takes from a queue, in its order, what can be appended together. */
export function takeGroup<One extends { readonly sent: SentCalibration }>(queue: One[]): One[] {
  const group: One[] = []
  const written = new Set<string>()
  const read = new Set<string>()
  const keys = new Set<string>()
  while (group.length < GROUP_MAX && queue.length > 0) {
    const { instrumentId, body, idempotencyKey } = queue[0]!.sent
    const id = instrumentId.toLowerCase()
    const standardId = body.reference_standard_asset_id?.toLowerCase()
    const isApart =
      !written.has(id) &&
      !read.has(id) &&
      !(standardId && written.has(standardId)) &&
      !keys.has(idempotencyKey)
    if (!isApart) break
    written.add(id)
    keys.add(idempotencyKey)
    if (standardId) read.add(standardId)
    group.push(queue.shift()!)
  }
  return group
}

async function settle(together: AppendTogether, group: readonly Waiting[]): Promise<void> {
  const [{ caller }] = group as [Waiting]
  try {
    const answers = await together(
      caller,
      group.map(({ sent }) => sent),
    )
    for (const [place, { answered }] of group.entries()) resolveOne(answered, answers[place]!)
  } catch (error) {
    if (group.length === 1) group[0]!.answered.reject(error)
    else for (const one of group) await settle(together, [one])
  }
}

function resolveOne(answered: PromiseWithResolvers<Answer>, answer: Answer | ApiError): void {
  if (answer instanceof ApiError) answered.reject(answer)
  else answered.resolve(answer)
}
