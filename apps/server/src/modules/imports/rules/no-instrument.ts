import { cellText, comparable } from './cell-text.ts'

/** The cells of a row by which an instrument is recognized; empty if there are none. */
export interface TellingCells {
  readonly assetTag: string
  /** Name of the column of asset tags. */
  readonly tagColumn: string
  readonly name: string
  /** Manufacturer, model, serial number and last calibration. */
  readonly others: readonly string[]
  readonly hasInterval: boolean
  /** The first cell that is not empty. */
  readonly first: string
  /** Whether the asset tag is the only cell that is not empty. */
  readonly isTagAlone: boolean
}

/** Beginnings of lines that registers have below or between their instruments, in English and German. */
const NOTE = new RegExp(
  [
    String.raw`^(?:grand |sub[- ]?)?totals?(?! ?station)(?:$|[\s:=(])`,
    String.raw`^(?:gesamt(?:zahl|summe|anzahl)?|summe|anzahl|count|sum)(?:$|[\s:=(])`,
    String.raw`^(?:page|seite)\s+\d+`,
    String.raw`^(?:printed|exported|generated|gedruckt|erstellt|end of|ende de[rs]|legend|legende|notes?|hinweise?)(?:$|[\s:])`,
    String.raw`^\*+\s`,
  ].join('|'),
  'i',
)

/**
 * Whether a row is no instrument: a line of units below the column names, which has neither an asset tag nor anything
 * else that identifies an instrument; the column names again, as printed on each page; a heading between the instruments;
 * or a line of totals or a note.
 */
export function isNoInstrument({
  assetTag,
  tagColumn,
  name,
  others,
  hasInterval,
  first,
  isTagAlone,
}: TellingCells): boolean {
  if (comparable(assetTag) !== '' && comparable(assetTag) === comparable(tagColumn)) return true
  if (isTagAlone && isHeading(assetTag)) return true
  if (others.some((text) => text !== '') || hasInterval) return isUnits([...others, name], assetTag)
  if (assetTag === '' && name === '') return true
  const isTagAndName = assetTag !== '' && name !== '' && !/^[\d.,\s]+$/.test(name)
  return !isTagAndName && NOTE.test(cellText(first))
}

/**
 * Whether a text in the column of asset tags that has nothing beside it is the heading of a section, such as
 * `Section A – Micrometers` or `Hall 2`: tags have a digit, and no word beside a short number.
 */
function isHeading(text: string): boolean {
  if (!/\d/.test(text)) return true
  return /\s/.test(text) && /\p{L}{4}/u.test(text) && !/\d{3}/.test(text)
}

/** Whether the cells of a row without an asset tag name only formats and units, such as `dd/mm/yyyy`. */
function isUnits(texts: readonly string[], assetTag: string): boolean {
  const stated = texts.filter((text) => text !== '')
  return (
    assetTag === '' &&
    stated.length > 0 &&
    stated.every((text) => /^\(.*\)$|^[dmyjt]{1,4}([-/.][dmyjt]{1,4}){2}$/i.test(text))
  )
}
