import { once } from 'node:events'
import { isIP } from 'node:net'
import { Readable } from 'node:stream'
import MailComposer from 'nodemailer/lib/mail-composer'
import SMTPConnection from 'nodemailer/lib/smtp-connection'
import { outcomeOfFailure, type MailOutcome } from './mail-outcome.ts'
import { readMailAddress, type MailAddress } from './mail-settings.ts'

/** Connection settings of a mail server. */
export interface MailServerSettings {
  readonly SMTP_URL: string | undefined
  readonly MAIL_FROM: string | undefined
  readonly PUBLIC_URL: string
}

/** A message to one person. */
export interface MailMessage {
  /** Does not change if the message is sent again, so that a mailbox can recognize it; without angle brackets. */
  readonly id: string
  readonly to: string
  /** Display name of the sender; null for that of the settings. */
  readonly senderName: string | null
  readonly replyTo: string | null
  readonly subject: string
  readonly text: string
  readonly html: string
  readonly headers?: Readonly<Record<string, string>>
  readonly sentAt: Date
}

/** Hooks between the envelope and the content. */
export interface Handover {
  /**
   * Called after the server has accepted sender and recipient, and before it gets the content. Until this has settled
   * nothing can have been delivered; if it throws, nothing will be.
   */
  readonly beforeContent?: () => Promise<void>
}

/** A server that mail is sent through. It keeps no connection between messages. */
export interface MailServer {
  /** Host and port, for display. */
  readonly name: string
  readonly from: MailAddress
  /** Sends a message. Failures are returned; it only throws what `beforeContent` throws. */
  send(message: MailMessage, handover?: Handover): Promise<MailOutcome>
  /** Connects and signs in without sending anything. */
  check(): Promise<MailOutcome>
}

/** Maximum time to wait for the connection, and for each response: a person may be waiting for the result. */
const REPLY_LIMIT_MS = 10_000

/** Default port: message submission (RFC 6409, RFC 8314). */
const SUBMISSION_PORT = 587
const SUBMISSION_TLS_PORT = 465

/** Returns the mail server of the settings; undefined if none is configured. */
export function mailServerOf(settings: MailServerSettings): MailServer | undefined {
  if (settings.SMTP_URL === undefined) return undefined
  const server = readServer(settings.SMTP_URL)
  const from = senderOf(settings)
  const clientName = new URL(settings.PUBLIC_URL).hostname
  return {
    name: `${server.host}:${server.port}`,
    from,
    check: () => withConnection(server, clientName, async () => undefined),
    send: async (message, handover = {}) => {
      const content = await compose(from, message)
      return withConnection(server, clientName, (connection, progress) =>
        handOver(connection, progress, { from: from.address, to: message.to }, content, handover),
      )
    },
  }
}

interface Server {
  readonly host: string
  readonly port: number
  readonly isTls: boolean
  /** Whether STARTTLS is not used although the server offers it. */
  readonly isPlain: boolean
  readonly user: string
  readonly password: string
}

function readServer(address: string): Server {
  const { protocol, hostname, port, username, password, searchParams } = new URL(address)
  const isTls = protocol === 'smtps:'
  return {
    host: hostname.replaceAll(/^\[|\]$/g, ''),
    port: port === '' ? (isTls ? SUBMISSION_TLS_PORT : SUBMISSION_PORT) : Number(port),
    isTls,
    isPlain: searchParams.get('tls') === 'off',
    user: decodeURIComponent(username),
    password: decodeURIComponent(password),
  }
}

function senderOf({ MAIL_FROM, PUBLIC_URL }: MailServerSettings): MailAddress {
  const { hostname } = new URL(PUBLIC_URL)
  const host = isIP(hostname.replaceAll(/^\[|\]$/g, '')) === 0 ? hostname : 'localhost'
  return readMailAddress(MAIL_FROM ?? '') ?? { name: null, address: `plumbline@${host}` }
}

const LOOPBACK = /^(localhost|127(\.\d{1,3}){3}|::1)$/

/** The progress of a message, which determines what a broken connection means. */
interface Progress {
  isContentSent: boolean
  cause?: unknown
}

type Work = (connection: SMTPConnection, progress: Progress) => Promise<string | undefined>

async function withConnection(server: Server, clientName: string, work: Work): Promise<MailOutcome> {
  const connection = new SMTPConnection({
    host: server.host,
    port: server.port,
    name: clientName,
    secure: server.isTls,
    ignoreTLS: server.isPlain,
    // A password is only sent over an encrypted connection, except to this machine.
    requireTLS: server.user !== '' && !server.isTls && !server.isPlain && !LOOPBACK.test(server.host),
    connectionTimeout: REPLY_LIMIT_MS,
    greetingTimeout: REPLY_LIMIT_MS,
    socketTimeout: REPLY_LIMIT_MS,
    dnsTimeout: REPLY_LIMIT_MS,
    socketCloseTimeout: 0,
  })
  const progress: Progress = { isContentSent: false }
  try {
    const broken = once(connection, 'error').then(([error]) => Promise.reject(error))
    const response = await Promise.race([
      broken,
      carryOut(connection, server, () => work(connection, progress)),
    ])
    return { state: 'sent', response: response ?? '' }
  } catch (error) {
    if (progress.cause !== undefined) throw progress.cause
    return outcomeOfFailure(error, progress.isContentSent)
  } finally {
    // Errors after the end are ignored.
    connection.on('error', () => undefined)
    connection.close()
  }
}

async function carryOut(
  connection: SMTPConnection,
  { user, password }: Server,
  work: () => Promise<string | undefined>,
): Promise<string | undefined> {
  await new Promise<void>((resolve, reject) =>
    connection.connect((error) => (error ? reject(error) : resolve())),
  )
  if (user !== '') {
    await new Promise<void>((resolve, reject) =>
      connection.login({ user, credentials: { user, pass: password } }, (error) =>
        error ? reject(error) : resolve(),
      ),
    )
  }
  return work()
}

/** Sends envelope and content. The library only reads the content once the server is ready for it. */
function handOver(
  connection: SMTPConnection,
  progress: Progress,
  envelope: { from: string; to: string },
  content: Buffer,
  { beforeContent }: Handover,
): Promise<string | undefined> {
  return new Promise((resolve, reject) => {
    const body = Readable.from(
      (async function* () {
        try {
          await beforeContent?.()
        } catch (error) {
          progress.cause = error
          reject(error)
          // Without the end of the content, the server delivers nothing.
          connection.close()
          return
        }
        progress.isContentSent = true
        yield content
      })(),
      { objectMode: false, highWaterMark: 1 },
    )
    connection.send({ from: envelope.from, to: [envelope.to], size: content.length }, body, (error, info) =>
      error ? reject(error) : resolve(info?.response),
    )
  })
}

/** Returns the message as MIME, with text and HTML as alternatives. */
function compose(from: MailAddress, message: MailMessage): Promise<Buffer> {
  const name = message.senderName ?? from.name
  const composer = new MailComposer({
    from: name === null ? from.address : { name, address: from.address },
    to: message.to,
    ...(message.replyTo !== null && { replyTo: message.replyTo }),
    subject: message.subject,
    text: message.text,
    html: message.html,
    messageId: `<${message.id}@${from.address.slice(from.address.lastIndexOf('@') + 1)}>`,
    date: message.sentAt,
    // Automatic responders ignore such mail (RFC 3834).
    headers: { 'auto-submitted': 'auto-generated', ...message.headers },
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  return composer.compile().build()
}
