import { optionalText, url, type Setting } from '../setting-kinds.ts'

/** A name, an address, or both: `Calibration <calibration@example.com>`. */
const SENDER = /^(?:([^<>"\r\n]*)<([^<>\s@,;:"]+@[^<>\s@,;:"]+)>|([^<>\s@,;:"]+@[^<>\s@,;:"]+))$/

/** An address with its display name. */
export interface MailAddress {
  readonly name: string | null
  readonly address: string
}

/** Reads `name <address>` or only an address; undefined if the text is neither. */
export function readMailAddress(text: string): MailAddress | undefined {
  const [, name = '', inBrackets, alone] = SENDER.exec(text.trim()) ?? []
  const address = inBrackets ?? alone
  if (address === undefined) return undefined
  return { name: name.trim() === '' ? null : name.trim(), address }
}

const sender: Setting<string | undefined> = {
  ...optionalText(
    'Sender of mail, as calibration@example.com or Calibration <calibration@example.com>. Unset: plumbline@ with the host of PUBLIC_URL.',
  ),
  read: (value) =>
    readMailAddress(value)
      ? { value }
      : { wrong: `takes an e-mail address, with or without a name, not "${value}"` },
}

/** Settings for sending mail. */
export const mailSettings = {
  SMTP_URL: url(
    ['smtp', 'smtps'],
    'Mail server, as smtp://user:password@mail.example.com:587, or smtps:// for TLS from the start. Unset: no mail is sent.',
  ),
  MAIL_FROM: sender,
}
