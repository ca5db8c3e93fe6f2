const ZERO_WIDTH = /[\u200B-\u200F\u2060\uFEFF]/g

/** Full-width forms of the printable ASCII characters, as typed on East Asian keyboards. */
const FULL_WIDTH = /[\uFF01-\uFF5E]/g
const FULL_WIDTH_OFFSET = 0xff01 - 0x21

/** Horizontal spaces of every width, including no-break spaces; tabs and line ends separate readings and are kept. */
const SPACES = /[\u00A0\u2000-\u200A\u202F\u205F\u3000]/g

/** Minus sign, hyphens, figure dash and en dash. An em dash separates sentences and is kept. */
const DASHES = /[\u2010-\u2013\u2212]/g

const APOSTROPHES = /[\u2019\u02BC]/g

const SUPERSCRIPTS = '⁰¹²³⁴⁵⁶⁷⁸⁹'
const SUPERSCRIPT_POWER = new RegExp(`10([⁺⁻]?[${SUPERSCRIPTS}]+)`, 'g')

/**
 * Returns the text with a single spelling of each mark: `１０．５` and `10.5`, `−5` and `-5`, `10⁶` and `10^6`, `µ` (micro
 * sign) and `μ` (the Greek letter). Canonical composition also replaces the ohm and the kelvin sign by the letters that
 * they represent. Source: tolerance comparison, "Normalise first".
 */
export function normaliseText(text: string): string {
  return text
    .normalize('NFC')
    .replace(ZERO_WIDTH, '')
    .replace(FULL_WIDTH, (mark) => String.fromCharCode(mark.charCodeAt(0) - FULL_WIDTH_OFFSET))
    .replace(SPACES, ' ')
    .replace(DASHES, '-')
    .replace(APOSTROPHES, "'")
    .replaceAll('\u00B5', '\u03BC')
    .replaceAll('\u2103', '°C')
    .replaceAll('\u2109', '°F')
    .replace(SUPERSCRIPT_POWER, (_, exponent: string) => `10^${plainExponent(exponent)}`)
    .trim()
}

/** Whether the text contains no visible characters: such a value counts as not sent. */
export function isBlank(text: string | null | undefined): boolean {
  if (text === null || text === undefined) return true
  return !VISIBLE_ASCII.test(text) && normaliseText(text) === ''
}

/** Most non-blank texts contain one of these characters, which no rule removes. */
const VISIBLE_ASCII = /[!-~]/

function plainExponent(superscript: string): string {
  return superscript
    .replace('⁺', '+')
    .replace('⁻', '-')
    .replace(/[^+-]/g, (digit) => String(SUPERSCRIPTS.indexOf(digit)))
}
