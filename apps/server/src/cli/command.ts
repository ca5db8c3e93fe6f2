import { Closed, NameText, refusalSentence } from '@plumbline/contract'
import { InvalidArgumentError, type Command } from 'commander'
import { ConfigError, type Config } from '../platform/config.ts'
import { addressOfRunningServer } from '../platform/data-folder-lock.ts'
import { ApiError, UnavailableError } from '../platform/errors.ts'
import { isUtcTimestamp, truncateTimestamp } from '../platform/http/formats.ts'
import { schemaCheck, type Check } from '../platform/http/validator.ts'
import { isUuid } from '../platform/ids.ts'
import { createLog } from '../platform/log.ts'
import { openRuntime, readSettings, type OpenOptions, type Runtime } from '../runtime.ts'

/** Maximum length of a reason in characters, as for other reasons. */
const REASON_LENGTH_MAX = 2000

/** The result of a command: one object for programs, text for people. */
export interface Outcome {
  json: Record<string, unknown>
  text: string
}

/**
 * Gives a command its `--json` flag and its action: it runs with the database open, even while a server is running, and
 * prints its outcome.
 * @param opening `absentSecret: 'make'` for a command that may be the first one of a deployment
 */
export function act<Options>(
  command: Command,
  action: (runtime: Runtime, options: Options, ...words: string[]) => Promise<Outcome>,
  opening: Pick<OpenOptions, 'absentSecret' | 'migrates'> = {},
): Command {
  return command.option('--json', 'print one JSON object').action(async (...given: unknown[]) => {
    const options = command.opts<Options & { json?: boolean }>()
    const words = given.filter((word): word is string => typeof word === 'string')
    const runtime = await openForCommand(await besideServer(readSettings()), opening)
    try {
      const { json, text } = await action(runtime, options, ...words)
      process.stdout.write(options.json ? `${JSON.stringify(json)}\n` : `${text}\n`)
    } finally {
      await runtime.close()
    }
  })
}

/** Returns the settings of a command, with the URL of the server that runs on the same data folder. */
async function besideServer(config: Config): Promise<Config> {
  if (config.DATABASE_URL !== undefined) return config
  const address = await addressOfRunningServer(config.DATA_DIR)
  return address === undefined ? config : { ...config, PUBLIC_URL: address }
}

/**
 * Opens a runtime whose log is separate from the command's output, and contains only warnings and errors. Its
 * connections have the limits of background work, because no request waits for it. By default it refuses to open a
 * deployment without a secret.
 */
export async function openForCommand(config: Config, options: OpenOptions = {}): Promise<Runtime> {
  const level = config.LOG_LEVEL === 'info' ? 'warn' : config.LOG_LEVEL
  const runtime = await openRuntime(config, {
    absentSecret: 'refuse',
    ...options,
    log: createLog(level, process.stderr),
  })
  return { ...runtime, db: runtime.db.background }
}

/** Returns the problem and, if helpful, what to change: one line, or one for each invalid setting. */
export function explain(error: unknown): readonly string[] {
  return error instanceof ConfigError ? error.problems : [sentenceOn(error)]
}

function sentenceOn(error: unknown): string {
  if (error instanceof ApiError) return explainRefusal(error)
  if (error instanceof UnavailableError) return `${error.message}: ${oneLine(error.cause)}`
  return oneLine(error)
}

function explainRefusal({ message, problems }: ApiError): string {
  if (!problems) return message
  const wrong = problems.map(({ loc, reason }) => `${String(loc.at(-1))}: ${refusalSentence(reason)}`)
  return wrong.join(' ')
}

function oneLine(error: unknown): string {
  return (error instanceof Error ? error.message : String(error)).replaceAll(/\s*\n\s*/g, ' ')
}

/** Reads an option with a fixed set of values. */
export function oneOf<const Words extends readonly string[]>(words: Words) {
  return (text: string): Words[number] => {
    if (!words.includes(text)) throw new InvalidArgumentError(`It takes one of ${words.join(', ')}.`)
    return text
  }
}

/** Reads an option in the same way as the app API reads a member of a body, whose check may trim it. */
function aTextBy(check: Check, member: string) {
  return (text: string): string => {
    const sent: Record<string, string> = { [member]: text }
    const [problem] = check(sent)
    if (problem) throw new InvalidArgumentError(refusalSentence(problem.reason))
    return sent[member]!
  }
}

/** Reads an option that is a name, with the same rules as the app API. */
export const aName = aTextBy(schemaCheck(Closed({ name: NameText(255) }), 'body'), 'name')

/** Reads an option that is a reason, which becomes part of an entry of the ledger. */
export const aReason = aTextBy(schemaCheck(Closed({ reason: NameText(REASON_LENGTH_MAX) }), 'body'), 'reason')

/** Reads an option in the same way as the app API reads a member of a body; a blank text counts as absent. */
export function anOptionalTextBy(check: Check, member: string) {
  const read = aTextBy(check, member)
  return (sent: string): string | null => {
    const text = read(sent)
    return text.trim() === '' ? null : text
  }
}

/** Reads an option that is an ID. */
export function anId(text: string): string {
  if (!isUuid(text))
    throw new InvalidArgumentError('It takes an id such as 019345b4-11f2-7c55-a0de-5f3b7a9c2e47.')
  return text.toLowerCase()
}

/** Reads an option that is a UTC timestamp. */
export function anInstant(text: string): string {
  if (!isUtcTimestamp(text))
    throw new InvalidArgumentError('It takes a UTC timestamp such as 2027-05-12T00:00:00Z.')
  return truncateTimestamp(text)
}

/** Reads an option that is true or false. */
export function aFlag(text: string): boolean {
  if (text !== 'true' && text !== 'false') throw new InvalidArgumentError('It takes true or false.')
  return text === 'true'
}

/** Reads a comma-separated option; an empty one is an empty list. */
export function aList(text: string): string[] {
  return text
    .split(',')
    .map((item) => item.trim())
    .filter((item) => item !== '')
}

/** Collects an option that may be given several times. */
export function gathered<Value>(read: (text: string) => Value) {
  return (text: string, before: Value[] = []): Value[] => [...before, read(text)]
}
