import de from './messages/de.json' with { type: 'json' }
import en from './messages/en.json' with { type: 'json' }
import type { CertificateLanguage } from './certificate-data.ts'

/** The labels and standing sentences of one language. */
export type Messages = Record<keyof typeof en, string>

const MESSAGES: Record<CertificateLanguage, Messages> = { en, de }

/** The messages of a language; a test holds every language to the same keys. */
export function messagesOf(language: CertificateLanguage): Messages {
  return MESSAGES[language]
}

/** Puts values into a message's `{names}`; a name without a value stays as it is. */
export function fill(message: string, values: Record<string, string>): string {
  return message.replaceAll(/\{(\w+)\}/g, (hole, name: string) => values[name] ?? hole)
}
