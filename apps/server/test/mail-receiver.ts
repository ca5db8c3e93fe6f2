import { once } from 'node:events'
import type { Socket } from 'node:net'
import { simpleParser, type ParsedMail } from 'mailparser'
import { SMTPServer } from 'smtp-server'
import { freePort } from '@plumbline/testing'

/** Responses of the server to recipients and content, as set by a test. */
export interface MailReceiverOptions {
  /** Refuses a recipient with this code. */
  refuses?: (address: string) => number | undefined
  /** Reply to the content: a code, a disconnect without one, or no reply at all. */
  content?: () => number | 'break' | 'hold' | undefined
  /** Whether it never replies to a recipient. */
  holdsRecipients?: boolean
  /** The only user and password that it accepts; if unset, anyone. */
  login?: { user: string; password: string }
}

/** An SMTP server on a socket, and the messages that it received. */
export interface MailReceiver {
  /** For `SMTP_URL`. */
  url: string
  /** All accepted messages, and those interrupted after the content. */
  mails: ParsedMail[]
  /** Returns those to an address. */
  to(address: string): ParsedMail[]
  /** Settles with the next mail, and with the next recipient. */
  next(): Promise<void>
  nextRecipient(): Promise<void>
  /** Options, effective immediately when changed. */
  options: MailReceiverOptions
  close(): Promise<void>
}

/** Starts an SMTP server that stores what it receives. */
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
  /** Closes the connections as after a network failure. */
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
      // A message that is interrupted before its end was not accepted.
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
