import { isatty } from 'node:tty'
import { pino, type DestinationStream } from 'pino'
import { prettyLines } from './pretty-lines.ts'

/** Levels of the log, from most to least talkative. */
export const logLevels = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'] as const
export type LogLevel = (typeof logLevels)[number]

/** A structured log: one JSON object a line. */
export type Log = ReturnType<typeof createLog>

/** How lines of the log are written: for programs, or for a person at a terminal. */
export const logFormats = ['json', 'pretty'] as const
export type LogFormat = (typeof logFormats)[number]

/** Opens the log of a server on its standard output: pretty on a terminal, unless the settings say which form. */
export function openLog({ LOG_LEVEL, LOG_FORMAT }: LogSettings): Log {
  const format = LOG_FORMAT ?? (isatty(process.stdout.fd) ? 'pretty' : 'json')
  return format === 'json' ? createLog(LOG_LEVEL) : createLog(LOG_LEVEL, prettyLines(process.stdout))
}

interface LogSettings {
  readonly LOG_LEVEL: LogLevel
  readonly LOG_FORMAT: LogFormat | undefined
}

/**
 * Opens the log. Members that could hold a credential are cut out wherever a caller logs them
 * by mistake.
 */
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
