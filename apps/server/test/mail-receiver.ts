import { once } from 'node:events'
import type { Socket } from 'node:net'
import { simpleParser, type ParsedMail } from 'mailparser'
import { SMTPServer } from 'smtp-server'
import { freePort } from '@plumbline/testing'

/** What a test makes the server do to recipients and content. */
export interface MailReceiverOptions {
  /** Replies to a recipient with this code instead of taking it. */
  refuses?: (address: string) => number | undefined
  /** Reply to the content: a code, the end of the connection without one, or no reply at all. */
  content?: () => number | 'break' | 'hold' | undefined
  /** Whether it never replies to a recipient. */
  holdsRecipients?: boolean
  /** The one user and password that it lets in; unset: anybody. */
  login?: { user: string; password: string }
}

/** A mail server on a socket, and what it was given. */
export interface MailReceiver {
  /** For `SMTP_URL`. */
  url: string
  /** Everything that was taken, and what broke off after the content. */
  mails: ParsedMail[]
  /** The last of them to an address. */
  to(address: string): ParsedMail[]
  /** Settles with the next mail, and with the next recipient. */
  next(): Promise<void>
  nextRecipient(): Promise<void>
  /** Options that hold from now on. */
  options: MailReceiverOptions
  close(): Promise<void>
}

/** Starts an SMTP server that keeps what it gets. */
export async function startMailReceiver(
  t: { after(end: () => Promise<void>): void },
  options: MailReceiverOptions = {},
): Promise<MailReceiver> {
  const port = await freePort()
  const arrivals = { mail: Promise.withResolvers<void>(), recipient: Promise.withResolvers<void>() }
  const receiver: MailReceiver = {
    url: `smtp://127.0.0.1:${port}`,
    mails: [],
    next: () => arrivals.mail.promise,
    nextRecipient: () => arrivals.recipient.promise,
    to: (address) => receiver.mails.filter(({ to }) => addressesOf(to).includes(address)),
    options,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  }
  const sockets = new Set<Socket>()
  /** Ends the connections as a network that fails does. */
  const breakOff = () => sockets.forEach((socket) => socket.destroy())
  const server = new SMTPServer({
    authOptional: options.login === undefined,
    allowInsecureAuth: true,
    disabledCommands: ['STARTTLS'],
    onAuth: ({ username, password }, _session, done) => {
      const { login } = receiver.options
      const isRight = username === login?.user && password === login?.password
      done(isRight ? null : coded('authentication failed', 535), isRight ? { user: username } : undefined)
    },
    onRcptTo: ({ address }, _session, done) => {
      arrivals.recipient.resolve()
      if (receiver.options.holdsRecipients) return
      const code = receiver.options.refuses?.(address)
      done(code === undefined ? null : coded(`5.1.1 no mailbox ${address}`, code))
    },
    onData: (stream, _session, done) => {
      const take = (mail: ParsedMail) => {
        receiver.mails.push(mail)
        const reply = receiver.options.content?.()
        arrivals.mail.resolve()
        if (reply === 'hold') return
        if (reply === 'break') return breakOff()
        return done(reply === undefined ? null : coded('5.7.1 not this message', reply))
      }
      // What breaks off before the end is nothing that was taken.
      simpleParser(stream).then(take, done)
    },
  })
  server.on('error', () => undefined)
  server.server.on('connection', (socket: Socket) => {
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
  })
  server.listen(port, '127.0.0.1')
  await once(server.server, 'listening')
  t.after(() => receiver.close())
  return receiver
}

function addressesOf(to: ParsedMail['to']): string[] {
  const objects = to === undefined ? [] : [to].flat()
  return objects.flatMap(({ value }) => value.map(({ address }) => address ?? ''))
}

function coded(message: string, responseCode: number): Error {
  return Object.assign(new Error(message), { responseCode })
}
