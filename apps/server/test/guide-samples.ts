/** A code block in a guide, with the output that the guide states. */
export interface GuideSample {
  readonly language: 'sh' | 'ts' | 'python'
  readonly code: string
  /** The line of the guide at which it begins, from 1. */
  readonly line: number
  /** The heading above it. */
  readonly section: string
  readonly output: SampleOutput | undefined
}

/** A block that follows a sample: members of a JSON response, some headers, or the complete output. */
export interface SampleOutput {
  readonly language: 'json' | 'http' | 'text'
  readonly code: string
}

const OUTPUTS: readonly string[] = ['json', 'http', 'text'] satisfies SampleOutput['language'][]
const SAMPLES: readonly string[] = ['sh', 'ts', 'python'] satisfies GuideSample['language'][]

/** Returns the samples of a guide in order. A block of output belongs to the sample before it. */
export function guideSamples(markdown: string): GuideSample[] {
  const samples: { -readonly [Name in keyof GuideSample]: GuideSample[Name] }[] = []
  let section = ''
  for (const block of markdown.matchAll(/^#+ (?<heading>.*)$|^```(?<language>\w+)\n(?<code>[^]*?)^```$/gm)) {
    const { heading, language = '', code = '' } = block.groups!
    if (heading !== undefined) {
      section = heading
      continue
    }
    const line = markdown.slice(0, block.index).split('\n').length
    const isOutput = OUTPUTS.includes(language)
    if (!isOutput && !SAMPLES.includes(language)) throw new Error(`line ${line}: nothing runs ${language}`)
    if (isOutput && samples.length === 0) throw new Error(`line ${line}: no sample precedes this output`)
    if (!isOutput)
      samples.push({ language: language as GuideSample['language'], code, line, section, output: undefined })
    else samples.at(-1)!.output = { language: language as SampleOutput['language'], code }
  }
  return samples
}

/** Values that differ between runs; only their format is compared. */
const FORMS: readonly (readonly [RegExp, string])[] = [
  [/^[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}$/, 'an id'],
  [/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/, 'a time'],
]

/**
 * Returns which parts of a response in a guide, abbreviated as in guides, are missing from the actual one; nothing if
 * all are there.
 */
export function missingFrom(actual: unknown, shown: unknown, place = 'response'): string[] {
  if (Array.isArray(shown)) {
    if (!Array.isArray(actual)) return [`${place} is no list`]
    return shown.flatMap((item, index) => missingFrom(actual[index], item, `${place}[${index}]`))
  }
  if (typeof shown === 'object' && shown !== null) {
    if (typeof actual !== 'object' || actual === null) return [`${place} is no object`]
    const members = actual as Record<string, unknown>
    return Object.entries(shown).flatMap(([name, value]) =>
      missingFrom(members[name], value, `${place}.${name}`),
    )
  }
  return actual === shown || formOf(actual, shown)
    ? []
    : [`${place} is ${JSON.stringify(actual)}, not ${JSON.stringify(shown)}`]
}

function formOf(actual: unknown, shown: unknown): boolean {
  if (typeof actual !== 'string' || typeof shown !== 'string') return false
  return FORMS.some(([form]) => form.test(actual) && form.test(shown))
}
