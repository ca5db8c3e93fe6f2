import { readdirSync, readFileSync } from 'node:fs'
import { FALLBACK_LANGUAGE } from '@plumbline/contract'
import english from '../../messages/en.json' with { type: 'json' }

/** One file for each language, each text named by what it stands on: `certificate.title`. */
const FOLDER = new URL('../../messages/', import.meta.url)

const FILE_NAME = /^([a-z]{2,3})\.json$/

/** The language that has every text. */
export { FALLBACK_LANGUAGE }

type Catalogue = Readonly<Record<string, string>>

/** Texts of one thing that is printed or shown, by what follows the thing's name in the file. */
export type MessagesOf<Thing extends string> = {
  readonly [Key in keyof typeof english as Key extends `${Thing}.${infer Name}` ? Name : never]: string
}

const catalogues = readCatalogues()

/** Languages that the server has texts in: those of its message files, as ISO 639 codes. */
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

/** The texts of a thing in a language; English where its file lacks one, or where there is no file any more. */
export function messagesOf<Thing extends string>(thing: Thing, language: string): MessagesOf<Thing> {
  const texts = { ...english, ...catalogues.get(language) }
  const prefix = `${thing}.`
  const own = Object.entries(texts).filter(([key]) => key.startsWith(prefix))
  return Object.fromEntries(own.map(([key, text]) => [key.slice(prefix.length), text])) as MessagesOf<Thing>
}

/** Puts values into a text's `{names}`; a name without a value stays as it is. */
export function fill(text: string, values: Readonly<Record<string, string>>): string {
  return text.replaceAll(/\{(\w+)\}/g, (hole, name: string) => values[name] ?? hole)
}

/**
 * The first language of an Accept-Language header (RFC 9110, 12.5.4) that there are texts in, by the reader's
 * order of preference; English where there is none.
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
