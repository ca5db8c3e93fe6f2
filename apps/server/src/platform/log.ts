import { isatty } from 'node:tty'
import { type DestinationStream, pino } from 'pino'

const escaped = (text: string): string => clean(JSON.stringify(text).slice(1, -1))

/** Replaces control characters, which could move the cursor of a terminal; JSON escapes the others. */
const clean = (json: string): string => json.replaceAll(/[\u007f-\u009f]/g, '?')

/** Log levels, from most to least verbose. */
export const logLevels = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'] as const
export type LogLevel = (typeof logLevels)[number]

/** A structured log: one JSON object per line. */
export type Log = ReturnType<typeof createLog>

/** Formats of log lines: for programs, or for a person at a terminal. */
export const logFormats = ['json', 'pretty'] as const
export type LogFormat = (typeof logFormats)[number]

/** Opens the log of a server on its standard output: pretty on a terminal, unless the settings specify the format. */
export function openLog({ LOG_LEVEL, LOG_FORMAT }: LogSettings): Log {
  const format = LOG_FORMAT ?? (isatty(process.stdout.fd) ? 'pretty' : 'json')
  return format === 'json' ? createLog(LOG_LEVEL) : createLog(LOG_LEVEL, prettyLines(process.stdout))
}

interface LogSettings {
  readonly LOG_LEVEL: LogLevel
  readonly LOG_FORMAT: LogFormat | undefined
}

/** Opens the log. Members that could contain a credential are removed, in case a caller logs them by mistake. */
export function createLog(level: LogLevel, destination?: DestinationStream) {
  const options = {
    level,
    base: null,
    timestamp: () => `,"at":"${new Date().toISOString()}"`,
    formatters: { level: (label: string) => ({ level: label }) },
    redact: {
      paths: [
        'password',
        'key',
        'secret',
        'authorization',
        'cookie',
        '*.password',
        '*.key',
        '*.secret',
        '*.authorization',
        '*.cookie',
      ],
      remove: true,
    },
  }
  return destination ? pino(options, destination) : pino(options)
}

/** Receives log lines. */
interface Lines {
  write(line: string): unknown
}

/** Converts log lines from JSON to a readable form, such as `12:00:01.250 INFO responded status=200`. */
export function prettyLines(out: Lines): { write(line: string): void } {
  return { write: (line) => void out.write(`${prettyLine(line)}\n`) }
}

/** Formats one line for people; the stack of an error follows on separate lines. */
function prettyLine(line: string): string {
  const { at, level, msg, err, ...rest } = JSON.parse(line) as Record<string, unknown> & {
    err?: { stack?: string }
  }
  const time = String(at).slice('2026-01-01T'.length, -1)
  const members = Object.entries(rest).map(([name, value]) => `${name}=${shown(value)}`)
  const stack = err?.stack === undefined ? [] : [`\n  ${escaped(err.stack).replaceAll('\\n', '\n  ')}`]
  return [time, String(level).toUpperCase().padEnd(5), msg, ...members, ...stack].join(' ')
}

function shown(value: unknown): string {
  return typeof value === 'string' && /^[\w.:/@-]+$/.test(value) ? value : clean(JSON.stringify(value))
}
