import type catalogue from './messages/en.json'

/** A text of the application, by name. */
export type MessageKey = keyof typeof catalogue

/** Values for the places in a text; numbers are written as the language writes them. */
export type MessageValues = Readonly<Record<string, string | number>>

/** A text, or its forms by plural category of `count`. */
type Message = string | Readonly<Record<string, string>>
type Catalogue = Readonly<Record<string, Message>>

/**
 * One file for each language: adding a file adds a language. It comes in two parts; refusals are rare. What a file
 * lacks is there in English.
 */
const catalogues = import.meta.glob<{ default: Catalogue }>('./messages/*.json', { query: '?page' })
const refusals = import.meta.glob<{ default: Catalogue }>('./messages/*.json', { query: '?refusals' })

/** Where the choice of a language is kept. */
const LANGUAGE_KEY = 'plumbline-language'
const FALLBACK = 'en'

let current: Catalogue = {}
let language = FALLBACK
let plurals = new Intl.PluralRules(FALLBACK)
let numbers = new Intl.NumberFormat(FALLBACK)

/** Languages that have a message file, as the file's name says them. */
export const languages: readonly string[] = Object.keys(catalogues)
  .map((path) => /([a-z-]+)\.json$/i.exec(path)![1]!)
  .toSorted()

/** A language as people who speak it, or another one, call it. */
export function languageName(wanted: string, inLanguage: string = currentLocale()): string {
  return new Intl.DisplayNames(inLanguage, { type: 'language' }).of(wanted) ?? wanted
}

/** The language texts and formats are in, as Intl takes it; a regional variant of the browser is kept. */
export function currentLocale(): string {
  return navigator.languages.find((tag) => isVariant(tag, language)) ?? language
}

/** The chosen language, for the switch. */
export function currentLanguage(): string {
  return language
}

/** Loads the texts of the chosen or preferred language; called once before anything is shown. */
export async function loadMessages(): Promise<void> {
  language = chosenLanguage()
  current = (await catalogues[fileOf(language)]!()).default
  plurals = new Intl.PluralRules(language)
  numbers = new Intl.NumberFormat(currentLocale())
  document.documentElement.lang = language
}

let refusalsWanted: Promise<void> | undefined

/** Loads the sentences of refusals, once; where they cannot be had, the server's own words stand in for them. */
export function loadRefusals(): Promise<void> {
  refusalsWanted ??= addRefusals()
  return refusalsWanted
}

async function addRefusals(): Promise<void> {
  try {
    const { default: sentences } = await refusals[fileOf(language)]!()
    current = { ...current, ...sentences }
  } catch {
    // Asked for again with the next refusal.
    refusalsWanted = undefined
  }
}

function fileOf(wanted: string): string {
  return `./messages/${wanted}.json`
}

/** Keeps the choice and starts the application anew in that language. */
export function chooseLanguage(wanted: string): void {
  localStorage.setItem(LANGUAGE_KEY, wanted)
  location.reload()
}

/**
 * The text of a key with its values put in; plural forms go by `count`. Only for functions to ask: at the top of
 * a module there may be no texts yet, since pages and texts are loaded side by side.
 */
export function t(key: MessageKey, values: MessageValues = {}): string {
  const message = current[key]
  if (message === undefined) return key
  return fill(typeof message === 'string' ? message : pluralForm(message, values['count']), values)
}

/** The text of a key that is made at run time (a token of the API), or undefined where there is none. */
export function tIfKnown(key: string, values: MessageValues = {}): string | undefined {
  return key in current ? t(key as MessageKey, values) : undefined
}

function pluralForm(forms: Readonly<Record<string, string>>, count: string | number | undefined): string {
  return forms[plurals.select(Number(count ?? 0))] ?? forms['other'] ?? ''
}

function fill(text: string, values: MessageValues): string {
  return text.replaceAll(/\{(\w+)\}/g, (place, name: string) => {
    const value = values[name]
    if (value === undefined) return place
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

/** Whether a tag such as `de-AT` is a language or a regional variant of it. */
function isVariant(tag: string, of: string): boolean {
  return `${tag}-`.toLowerCase().startsWith(`${of}-`.toLowerCase())
}
