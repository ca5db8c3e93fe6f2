import { logFormats, logLevels, type LogFormat, type LogLevel } from './log.ts'
import { readNetworkTarget, type NetworkTarget } from './network-names.ts'

/** A setting in the environment: how it is read, and its description. */
export interface Setting<Value> {
  /** Value if the variable is unset or empty. */
  readonly fallback: Value
  /** Returns the value, or a sentence describing the problem. */
  readonly read: (text: string) => { value: Value } | { wrong: string }
  readonly help: string
}

/** Any text. */
export const text = (fallback: string, help: string): Setting<string> => ({
  fallback,
  help,
  read: (value) => ({ value }),
})

/** Any text; undefined if unset. */
export const optionalText = (help: string): Setting<string | undefined> => ({
  fallback: undefined,
  help,
  read: (value) => ({ value }),
})

/** A whole number within bounds. */
export const integer = (
  fallback: number,
  minimum: number,
  maximum: number,
  help: string,
): Setting<number> => ({
  fallback,
  help,
  read: (value) => {
    const number = /^\d{1,12}$/.test(value) ? Number(value) : Number.NaN
    if (number >= minimum && number <= maximum) return { value: number }
    return { wrong: `takes a whole number from ${minimum} to ${maximum}, not "${value}"` }
  },
})

/** A whole number within bounds; undefined if unset. */
export const optionalInteger = (
  minimum: number,
  maximum: number,
  help: string,
): Setting<number | undefined> => ({ ...integer(minimum, minimum, maximum, help), fallback: undefined })

/** Log level. */
export const logLevel: Setting<LogLevel> = {
  fallback: 'info',
  help: `How much is logged: ${logLevels.join(', ')}.`,
  read: (value) => {
    const level = logLevels.find((candidate) => candidate === value)
    return level ? { value: level } : { wrong: `takes one of ${logLevels.join(', ')}, not "${value}"` }
  },
}

/** Format of log lines; undefined if it depends on the output. */
export const logFormat: Setting<LogFormat | undefined> = {
  fallback: undefined,
  help: `How lines of the log are written: ${logFormats.join(' or ')}. Unset: pretty on a terminal, else json.`,
  read: (value) => {
    const format = logFormats.find((candidate) => candidate === value)
    return format ? { value: format } : { wrong: `takes one of ${logFormats.join(', ')}, not "${value}"` }
  },
}

/** True or false. */
export const flag = (fallback: boolean, help: string): Setting<boolean> => ({
  fallback,
  help,
  read: (value) => {
    if (/^(true|1|yes|on)$/i.test(value)) return { value: true }
    if (/^(false|0|no|off)$/i.test(value)) return { value: false }
    return { wrong: `takes true or false, not "${value}"` }
  },
})

/** Texts separated by commas. */
export const list = (help: string): Setting<readonly string[]> => ({
  fallback: [],
  help,
  read: (value) => ({
    value: value
      .split(',')
      .map((item) => item.trim())
      .filter((item) => item !== ''),
  }),
})

/** IP addresses, ranges and host names, separated by commas, each with an optional port. */
export const targets = (help: string): Setting<readonly NetworkTarget[]> => ({
  fallback: [],
  help,
  read: (value) => {
    const items = value.split(',').map((item) => item.trim())
    const read = items.map(readNetworkTarget)
    const wrong = items.find((_, index) => read[index] === undefined)
    if (wrong !== undefined) {
      return {
        wrong: `takes addresses, ranges such as 10.20.0.0/16 and host names, each with or without a port, not "${wrong}"`,
      }
    }
    const everything = read.find((item) => /\/0+$/.test(item!.target))
    return everything === undefined
      ? { value: read.map((item) => item!) }
      : { wrong: `takes no range of all addresses, as ${everything.target} is` }
  },
})

/** Whole numbers separated by commas. */
export const integers = <Fallback extends readonly number[] | undefined>(
  fallback: Fallback,
  maximum: number,
  help: string,
): Setting<readonly number[] | Fallback> => ({
  fallback,
  help,
  read: (value) => {
    const numbers = value.split(',').map((item) => (/^\s*\d{1,9}\s*$/.test(item) ? Number(item) : Number.NaN))
    if (numbers.every((number) => number <= maximum)) return { value: numbers }
    return { wrong: `takes whole numbers up to ${maximum}, separated by commas, not "${value}"` }
  },
})

/** A URL with one of these schemes; undefined if unset. */
export const url = (schemes: readonly string[], help: string): Setting<string | undefined> => ({
  fallback: undefined,
  help,
  read: (value) => {
    if (URL.canParse(value) && schemes.includes(new URL(value).protocol.slice(0, -1))) return { value }
    return {
      wrong: `takes an address that begins with ${schemes.map((scheme) => `${scheme}://`).join(' or ')}`,
    }
  },
})

/** A fraction from 0 to 1. */
export const share = (fallback: number, help: string): Setting<number> => ({
  fallback,
  help,
  read: (value) => {
    const number = /^\d(\.\d{1,12})?$/.test(value) ? Number(value) : Number.NaN
    return number <= 1 ? { value: number } : { wrong: `takes a share from 0 to 1, not "${value}"` }
  },
})

/**
 * Texts by name: `name=value` pairs separated by commas, with percent-encoded values. An invalid value may be a secret,
 * so it is not repeated.
 */
export const keyedTexts = (help: string): Setting<Readonly<Record<string, string>>> => ({
  fallback: {},
  help,
  read: (value) => {
    try {
      const pairs = value.split(',').map((pair) => /^\s*([^\s=]+)\s*=(.*)$/.exec(pair))
      if (pairs.every((pair) => pair !== null))
        return {
          value: Object.fromEntries(
            pairs.map(([, name, encoded]) => [name, decodeURIComponent(encoded!.trim())]),
          ),
        }
    } catch {
      // An invalid percent-encoding.
    }
    return { wrong: 'takes pairs like name=value, separated by commas, with percent-encoded values' }
  },
})
