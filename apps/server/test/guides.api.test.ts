import assert from 'node:assert/strict'
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { after, describe, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { startTestApp } from './app.ts'
import { testWorkers } from './webhooks.ts'
import { guideSamples, missingFrom, type GuideSample, type SampleOutput } from './guide-samples.ts'

const GUIDES = fileURLToPath(new URL('../../../docs/api/', import.meta.url))
const app = await startTestApp({ RATE_LIMIT_PER_MINUTE: '120' }, { worksOnJobs: true })
const place = mkdtempSync(join(tmpdir(), 'plumbline-guides-'))
symlinkSync(fileURLToPath(new URL('../../../node_modules', import.meta.url)), join(place, 'node_modules'))
after(() => rmSync(place, { recursive: true, force: true }))

const hasPython = spawnSync('python3', ['--version']).status === 0

/** A reader with a separate workspace, and the variables that the guide tells them to set. */
interface Reader {
  readonly variables: Record<string, string>
  /** The output of the last shell sample. */
  response: string
}

describe('samples of the guides do what the guides state, as printed', () => {
  const guides = readdirSync(GUIDES)
    .filter((name) => name.endsWith('.md'))
    .map((name) => ({ name, samples: guideSamples(readFileSync(join(GUIDES, name), 'utf8')) }))
    .filter(({ samples }) => samples.length > 0)
  assert.ok(guides.length >= 7, 'guides have lost their samples')
  for (const { name, samples } of guides) {
    test(name, async (t) => {
      let reader = await newReader()
      let section = ''
      for (const sample of samples) {
        // One way to do the same in each language: whoever takes one has not taken the others.
        if (sample.section !== section && sample.section.startsWith('With ')) reader = await newReader()
        section = sample.section
        if (sample.language === 'python' && !hasPython)
          t.diagnostic(`line ${sample.line} was left out: python3 is not installed`)
        else await follow(sample, reader, `${name}, line ${sample.line}`)
      }
    })
  }
})

/** The samples below a heading of a guide that has other blocks elsewhere. */
function samplesOf(guide: string, heading: string): GuideSample[] {
  const sections = readFileSync(join(GUIDES, '..', guide), 'utf8').split(/^(?=## )/m)
  return guideSamples(sections.find((section) => section.startsWith(`## ${heading}\n`))!)
}

test('the sample that sends events again does what the guide to webhooks states', async () => {
  const reader = await newReader()
  const key = reader.variables['API_KEY']!
  const hook = await app.call('POST', '/webhooks', { key, body: { url: 'http://127.0.0.1:9/hook' } })
  reader.variables['WEBHOOK_ID'] = hook.body.id
  const body = { asset_tag: 'CAL-0042', name: 'Caliper', calibration_interval_value: 12 }
  await app.call('POST', '/instruments', { key, body })
  // Nothing listens on this port.
  await testWorkers(app, { retryDelaysSeconds: [] }).runOnce()
  const samples = samplesOf('receive-webhooks.md', 'Send again everything since')
  assert.equal(samples.length, 1)
  for (const sample of samples) await follow(sample, reader, 'receive-webhooks.md')
})

test('the sample of an import does what the guide states', async () => {
  const register = ['Tag;Name;Interval;Last cal', 'W-1;Caliper;12;03/04/2026', 'W-2;Meter;often;']
  writeFileSync(join(place, 'register.csv'), register.join('\n'))
  const [sample, ...others] = samplesOf('import.md', 'Over the API')
  assert.ok(sample && others.length === 0)
  const printed = await run(sample, (await newReader()).variables, 'import.md')
  assert.match(
    printed,
    /^1 new, 1 with errors\nrow 3, Interval: This cannot be read as a calibration interval/,
  )
})

async function newReader(): Promise<Reader> {
  const { key } = await app.workspace()
  return { variables: { BASE_URL: app.origin, API_KEY: key }, response: '' }
}

async function follow(sample: GuideSample, reader: Reader, where: string): Promise<void> {
  const { language, code, output } = sample
  const exported = [...code.matchAll(/^export (\w+)=.*$/gm)].map(([, name = '']) => name)
  // Address and key are known; any other variable takes the id of the response before, as the text says.
  for (const name of exported.filter((one) => one.endsWith('_ID')))
    reader.variables[name] = idOf(reader.response)
  if (exported.length > 0) return
  const printed = await run(sample, reader.variables, where)
  if (output !== undefined) assertPrinted(printed, output, where)
  if (language === 'sh') reader.response = printed
}

function idOf(response: string): string {
  return (JSON.parse(response) as { id: string }).id
}

/** Returns the output of a sample. Throws if the sample fails or writes to standard error. */
async function run(
  { language, code }: GuideSample,
  variables: Record<string, string>,
  where: string,
): Promise<string> {
  const file = join(place, language === 'ts' ? 'sample.mts' : `sample.${language}`)
  writeFileSync(file, code)
  const program = { sh: 'sh', ts: process.execPath, python: 'python3' }[language]
  const { PATH = '', HOME = '' } = process.env
  const child = spawn(program, language === 'sh' ? ['-eu', file] : [file], {
    cwd: place,
    env: { PATH, HOME, LC_ALL: 'C.UTF-8', PYTHONIOENCODING: 'utf-8', ...variables },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const [printed, complaint, [status]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'close') as Promise<[number | null]>,
  ])
  assert.deepEqual([status, complaint], [0, ''], `${where}: it printed ${printed}`)
  return printed
}

function assertPrinted(printed: string, { language, code }: SampleOutput, where: string): void {
  if (language === 'text') return assert.equal(printed, code, where)
  if (language === 'json')
    return assert.deepEqual(missingFrom(JSON.parse(printed), JSON.parse(code)), [], where)
  // Numbers and times of headers are of the moment.
  const plain = (lines: string) => lines.replaceAll('\r', '').replaceAll(/: [\dT:.Z-]+$/gm, ': …')
  assert.equal(plain(printed), plain(code), where)
}
