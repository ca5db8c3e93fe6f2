import { setTimeout as delay } from 'node:timers/promises'
import { Argument, type Command } from 'commander'
import { eventTypeNames, type EventType } from '@plumbline/contract'
import {
  createWebhookWorkers,
  pageOfEndpoints,
  sendSample,
  webhookTargets,
  type SentSample,
} from '../modules/webhooks/index.ts'
import { systemActor } from '../platform/actor.ts'
import type { Runtime } from '../runtime.ts'
import { act, anId, type Outcome } from './command.ts'
import { addListenCommand } from './webhook-listen.ts'
import { requireWorkspace } from './workspace.ts'

interface SendOptions {
  workspace: string
  webhook?: string
}

/** Longer than an attempt takes, including the time until it is picked up. */
const WAIT_MAX_MS = 30_000

/** Interval between two checks of the log. */
const LOOK_MS = 50

export function addWebhookCommands(program: Command): void {
  const webhook = program.command('webhook').description('Try webhooks out.')
  addListenCommand(webhook)
  act<SendOptions>(
    webhook
      .command('send')
      .description('Send a sample event to an endpoint, as real ones are sent, and show the outcome.')
      .addArgument(new Argument('<event type>', 'the type of the sample').choices(eventTypeNames))
      .requiredOption('--workspace <id>', 'the workspace', anId)
      .option('--webhook <id>', 'the endpoint, when the workspace has several', anId),
    // The argument accepts only event types.
    (runtime, options, type) => send(runtime, options, type as EventType),
  )
}

async function send(runtime: Runtime, options: SendOptions, type: EventType): Promise<Outcome> {
  await requireWorkspace(runtime, options.workspace)
  const endpointId = options.webhook ?? (await onlyEndpoint(runtime, options.workspace))
  const sample = await sendSample(runtime, systemActor(options.workspace), endpointId, type)
  const delivery = await attempted(runtime, sample)
  const { status, lastStatusCode, lastError, responseSnippet, deliveryId } = delivery
  if (status !== 'succeeded') throw new Error(`${type} was not taken by ${sample.url}: ${lastError}`)
  return {
    json: {
      event_id: sample.eventId,
      delivery_id: deliveryId,
      status,
      last_status_code: lastStatusCode,
      response_snippet: responseSnippet,
    },
    text: `${type} was taken by ${sample.url} with status ${lastStatusCode}.`,
  }
}

async function onlyEndpoint({ db }: Runtime, workspaceId: string): Promise<string> {
  const { rows } = await pageOfEndpoints(db.in(workspaceId), { limit: 2, offset: 0 }, null)
  const [only, other] = rows
  if (!only) throw new Error('the workspace has no webhook endpoint; make one first')
  if (other) throw new Error('the workspace has several webhook endpoints; name one with --webhook')
  return only.endpointId
}

/** Processes deliveries itself until the sample has been attempted, because no server needs to be running. */
async function attempted(runtime: Runtime, sample: SentSample) {
  const { config } = runtime
  const workers = createWebhookWorkers({
    ...runtime,
    targets: webhookTargets(config),
    timeoutMs: config.WEBHOOK_TIMEOUT_MS,
    retryDelaysSeconds: config.WEBHOOK_RETRY_SCHEDULE,
    retentionDays: config.DELIVERY_LOG_RETENTION_DAYS,
  })
  await workers.start()
  try {
    for (const until = Date.now() + WAIT_MAX_MS; Date.now() < until; await delay(LOOK_MS)) {
      const delivery = await sample.outcome()
      if (delivery && delivery.attemptCount > 0) return delivery
    }
    throw new Error('the sample was not attempted in time; others may be waiting in line before it')
  } finally {
    await workers.stop()
  }
}
