import { readdirSync, readFileSync } from 'node:fs'
import { FALLBACK_LANGUAGE } from '@plumbline/contract'
import english from '../../messages/en.json' with { type: 'json' }

/** One file per language; each text is named by what it appears on: `certificate.title`. */
const FOLDER = new URL('../../messages/', import.meta.url)

const FILE_NAME = /^([a-z]{2,3})\.json$/

/** The language that has all texts. */
export { FALLBACK_LANGUAGE }

type Catalogue = Readonly<Record<string, string>>

/** Texts of something that is printed or displayed, by the rest of their name in the file. */
export type MessagesOf<Thing extends string> = {
  readonly [Key in keyof typeof english as Key extends `${Thing}.${infer Name}` ? Name : never]: string
}

const catalogues = readCatalogues()

/** Languages of the server's message files, as ISO 639 codes. */
export const languages: readonly string[] = [...catalogues.keys()].toSorted()

function readCatalogues(): ReadonlyMap<string, Catalogue> {
  return new Map(
    readdirSync(FOLDER).flatMap((name) => {
      const [, language] = FILE_NAME.exec(name) ?? []
      if (language === undefined) return []
      return [[language, JSON.parse(readFileSync(new URL(name, FOLDER), 'utf8')) as Catalogue]]
    }),
  )
}

/**
 * Returns the texts of a thing in a language; in English for texts that its file lacks, or if the file no longer
 * exists.
 */
export function messagesOf<Thing extends string>(thing: Thing, language: string): MessagesOf<Thing> {
  const texts = { ...english, ...catalogues.get(language) }
  const prefix = `${thing}.`
  const own = Object.entries(texts).filter(([key]) => key.startsWith(prefix))
  return Object.fromEntries(own.map(([key, text]) => [key.slice(prefix.length), text])) as MessagesOf<Thing>
}

/** Inserts values into a text's `{names}`; a name without a value is not replaced. */
export function fill(text: string, values: Readonly<Record<string, string>>): string {
  return text.replaceAll(/\{(\w+)\}/g, (hole, name: string) => values[name] ?? hole)
}

/**
 * Returns the first language of an Accept-Language header (RFC 9110, 12.5.4) for which there are texts, in the reader's
 * order of preference; English if there is none.
 */
export function preferredLanguage(header: string | undefined): string {
  const wanted = (header ?? '').split(',').map((part) => {
    const [tag = '', ...parameters] = part.split(';').map((text) => text.trim().toLowerCase())
    const quality = parameters.find((text) => text.startsWith('q='))?.slice(2)
    return { code: tag.split('-')[0]!, quality: quality === undefined ? 1 : Number(quality) || 0 }
  })
  const spoken = wanted.filter(({ code, quality }) => quality > 0 && languages.includes(code))
  return spoken.toSorted((one, other) => other.quality - one.quality)[0]?.code ?? FALLBACK_LANGUAGE
}
