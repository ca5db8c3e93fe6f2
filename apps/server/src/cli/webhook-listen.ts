import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { InvalidArgumentError, type Command } from 'commander'
import { verifyWebhook, WebhookVerificationError, type WebhookEvent } from '@plumbline/sdk'
import { gathered } from './command.ts'

interface ListenOptions {
  port: number
  secret?: string[]
  status: number
  json?: boolean
}

/** Not a port commonly used by servers under development. */
const PORT = 4280

/** Receivers respond with no content; use --status to try out failures. */
const STATUS = 204

const REFUSED = 400

/** A received request and how it was evaluated. */
interface Arrival {
  received_at: string
  event_id: string | null
  event_type: string | null
  attempt: number | null
  /** `valid`, `not checked`, or the code of the refusal. */
  signature: string
  status: number
  event: WebhookEvent | string
}

/** `plumbline webhook listen`: a receiver for developers who are writing one. */
export function addListenCommand(webhook: Command): void {
  webhook
    .command('listen')
    .description('Receive webhooks on this machine, verify and print them, until it is interrupted.')
    .option('--port <port>', 'port to listen on', aPort, PORT)
    .option(
      '--secret <secret>',
      'signing secret, else PLUMBLINE_WEBHOOK_SECRET; may be repeated',
      gathered(String),
    )
    .option('--status <status>', 'status to respond with, to see what a failure leads to', aStatus, STATUS)
    .option('--json', 'print one JSON object a line')
    .action(listen)
}

async function listen(options: ListenOptions): Promise<void> {
  const fromEnvironment = process.env['PLUMBLINE_WEBHOOK_SECRET']
  const secrets = options.secret ?? (fromEnvironment ? [fromEnvironment] : [])
  const respond = async (request: IncomingMessage, response: ServerResponse) => {
    const arrival = await receive(request, secrets, options.status)
    response.writeHead(arrival.status).end()
    process.stdout.write(options.json ? `${JSON.stringify(arrival)}\n` : `${textOf(arrival)}\n`)
  }
  const server = createServer((request, response) => {
    // If a request is aborted, there is no one to respond to.
    respond(request, response).catch(() => response.destroy())
  })
  server.listen(options.port, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  process.stderr.write(`${greeting(port, secrets.length > 0)}\n`)
  await Promise.race([once(process, 'SIGINT'), once(process, 'SIGTERM')])
  server.close()
  server.closeAllConnections()
}

function greeting(port: number, verifies: boolean): string {
  const lines = [
    `Listening. Subscribe http://127.0.0.1:${port}/ (the server needs WEBHOOK_ALLOW_PRIVATE_TARGETS=true).`,
    ...(verifies
      ? []
      : ['Without a secret nothing is verified: give it by --secret or PLUMBLINE_WEBHOOK_SECRET.']),
  ]
  return lines.join('\n')
}

async function receive(
  request: IncomingMessage,
  secrets: readonly string[],
  status: number,
): Promise<Arrival> {
  const rawBody = await buffer(request)
  const header = (name: string) => request.headers[name]?.toString() ?? null
  const verdict = verify(rawBody, header('svc-signature'), secrets)
  return {
    received_at: new Date().toISOString(),
    event_id: header('svc-event-id'),
    event_type: header('svc-event-type'),
    attempt: Number(header('svc-delivery-attempt')) || null,
    signature: verdict.signature,
    status: 'refused' in verdict ? REFUSED : status,
    event: verdict.event,
  }
}

function verify(rawBody: Buffer, header: string | null, secrets: readonly string[]) {
  const unread = rawBody.toString('utf8')
  if (secrets.length === 0) return { signature: 'not checked', event: unread }
  try {
    return { signature: 'valid', event: verifyWebhook({ rawBody, header, secrets }) }
  } catch (error) {
    if (!(error instanceof WebhookVerificationError)) throw error
    return { signature: error.code, event: unread, refused: true }
  }
}

function textOf({ received_at: at, event_type: type, attempt, signature, status, event }: Arrival): string {
  const verdict =
    signature === 'valid' || signature === 'not checked' ? `signature ${signature}` : `REFUSED: ${signature}`
  const body = typeof event === 'string' ? event : JSON.stringify(event, null, 2)
  return `${at}  ${type ?? 'no event'}  attempt ${attempt ?? '?'}  ${verdict}  responded ${status}\n${body}`
}

function aPort(text: string): number {
  const port = /^\d{1,5}$/.test(text) ? Number(text) : Number.NaN
  if (!(port <= 65_535)) throw new InvalidArgumentError('It takes a port, 0 to 65535.')
  return port
}

function aStatus(text: string): number {
  if (!/^[2-5]\d\d$/.test(text)) throw new InvalidArgumentError('It takes an HTTP status, 200 to 599.')
  return Number(text)
}
