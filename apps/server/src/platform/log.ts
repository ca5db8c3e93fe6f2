import { pino, type DestinationStream } from 'pino'

/** Levels of the log, from most to least talkative. */
export const logLevels = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'] as const
export type LogLevel = (typeof logLevels)[number]

/** A structured log: one JSON object a line. */
export type Log = ReturnType<typeof createLog>

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
