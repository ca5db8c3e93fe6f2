import type catalogue from '../messages/en.json'

/** The key of a text of the application. */
export type MessageKey = keyof typeof catalogue

/** Values for the placeholders of a text; numbers are formatted for the language. */
export type MessageValues = Readonly<Record<string, string | number>>

/** A text, or its forms by plural category of `count`. */
type Message = string | Readonly<Record<string, string>>
type Catalogue = Readonly<Record<string, Message>>
type CatalogueModule = Readonly<{ default: Catalogue }>

/**
 * One file for each language: adding a file adds a language. It is loaded in parts (see `message-parts.ts`), so that
 * the first page does not wait for the texts of other pages. Texts that a file lacks are shown in English.
 */
const first = import.meta.glob<CatalogueModule>('../messages/*.json', { query: '?first' })
const later = import.meta.glob<CatalogueModule>('../messages/*.json', { query: '?later' })
const refusals = import.meta.glob<CatalogueModule>('../messages/*.json', { query: '?refusals' })

/** Key under which the chosen language is stored. */
const LANGUAGE_KEY = 'plumbline-language'
const FALLBACK = 'en'

/** Languages that have a message file, by file name. */
export const languages: readonly string[] = Object.keys(first)
  .map((path) => /([a-z-]+)\.json$/i.exec(path)![1]!)
  .toSorted()

const language = chosenLanguage()
const plurals = new Intl.PluralRules(language)
const numbers = new Intl.NumberFormat(currentLocale())
let current: Catalogue = {}

/** Returns the name of a language in another language. */
export function languageName(wanted: string, inLanguage: string = currentLocale()): string {
  return new Intl.DisplayNames(inLanguage, { type: 'language' }).of(wanted) ?? wanted
}

/** Returns the locale of texts and formats, for Intl; a regional variant preferred by the browser is retained. */
export function currentLocale(): string {
  return navigator.languages.find((tag) => isVariant(tag, language)) ?? language
}

/** Returns the current language, for the language switch. */
export function currentLanguage(): string {
  return language
}

/** Loads the first part of the texts in the chosen or preferred language; called once before anything is shown. */
export async function loadMessages(): Promise<void> {
  await addPart(first)
  document.documentElement.lang = language
}

/** Loads the texts of the part `later`, once; a `laterPage` waits for them as for its own code. */
export const loadLaterTexts = once(() => addPart(later))

const wantRefusals = once(() => addPart(refusals))

/** Loads the refusal texts, once; if they cannot be loaded, the server's own messages are shown. */
export async function loadRefusals(): Promise<void> {
  await wantRefusals().catch(() => undefined)
}

async function addPart(files: Readonly<Record<string, () => Promise<CatalogueModule>>>): Promise<void> {
  const { default: texts } = await files[`../messages/${language}.json`]!()
  current = { ...current, ...texts }
}

/** Returns a function that performs an action once, and again only if it failed. */
function once(action: () => Promise<void>): () => Promise<void> {
  let wanted: Promise<void> | undefined
  return () => {
    wanted ??= action().catch((error: unknown) => {
      wanted = undefined
      throw error
    })
    return wanted
  }
}

/** Stores the choice and reloads the application in that language. */
export function chooseLanguage(wanted: string): void {
  localStorage.setItem(LANGUAGE_KEY, wanted)
  location.reload()
}

/**
 * Returns the text of a key with its values inserted; `count` selects the plural form. Call it only within functions:
 * while a module is being evaluated there may be no texts yet, because pages and texts are loaded in parallel.
 */
export function t(key: MessageKey, values: MessageValues = {}): string {
  const message = current[key]
  if (message === undefined) return key
  return fill(typeof message === 'string' ? message : pluralForm(message, values['count']), values)
}

/** Returns the text of a key composed at run time, such as from a token of the API; undefined if there is none, or it is not loaded. */
export function tIfKnown(key: string, values: MessageValues = {}): string | undefined {
  return key in current ? t(key as MessageKey, values) : undefined
}

function pluralForm(forms: Readonly<Record<string, string>>, count: string | number | undefined): string {
  return forms[plurals.select(Number(count ?? 0))] ?? forms['other'] ?? ''
}

function fill(text: string, values: MessageValues): string {
  return text.replaceAll(/\{(\w+)\}/g, (placeholder, name: string) => {
    const value = values[name]
    if (value === undefined) return placeholder
    return typeof value === 'number' ? numbers.format(value) : value
  })
}

function chosenLanguage(): string {
  const wanted = [localStorage.getItem(LANGUAGE_KEY), ...navigator.languages]
  for (const tag of wanted) {
    const spoken = tag && languages.find((one) => isVariant(tag, one))
    if (spoken) return spoken
  }
  return FALLBACK
}

/** Returns whether a tag such as `de-AT` is the given language or a regional variant of it. */
function isVariant(tag: string, of: string): boolean {
  return `${tag}-`.toLowerCase().startsWith(`${of}-`.toLowerCase())
}
