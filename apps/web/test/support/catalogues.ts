import { readdirSync, readFileSync } from 'node:fs'

/** The texts of one language, by name; a plural has its forms. */
export type Catalogue = Record<string, string | Record<string, string>>

const folder = new URL('../../src/messages/', import.meta.url)

/** Every message file as it stands, by language. */
export const catalogues: Readonly<Record<string, Catalogue>> = Object.fromEntries(
  readdirSync(folder).map((name) => [
    name.replace('.json', ''),
    JSON.parse(readFileSync(new URL(name, folder), 'utf8')) as Catalogue,
  ]),
)
