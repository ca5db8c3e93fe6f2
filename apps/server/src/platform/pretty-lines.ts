/** What takes lines of a log. */
interface Lines {
  write(line: string): unknown
}

/** Turns the lines of a log, one JSON object each, into ones for people, such as `12:00:01.250 INFO responded status=200`. */
export function prettyLines(out: Lines): { write(line: string): void } {
  return { write: (line) => void out.write(`${prettyLine(line)}\n`) }
}

/** One line in the form for people; an error's stack follows on lines of its own. */
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

const escaped = (text: string): string => clean(JSON.stringify(text).slice(1, -1))

/** JSON escapes the other control characters, by which a text could move the cursor of a terminal. */
const clean = (json: string): string => json.replaceAll(/[\u007f-\u009f]/g, '?')
