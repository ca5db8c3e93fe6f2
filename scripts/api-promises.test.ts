import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { skipWithout } from '@plumbline/testing'

const pathOf = (relative: string) => fileURLToPath(new URL(relative, import.meta.url))
const RELEASED = pathOf('../docs/api/released.json')
const CURRENT = pathOf('../docs/api/openapi.json')
const OASDIFF = spawnSync('bash', [pathOf('install-oasdiff.sh'), '--path'], {
  encoding: 'utf8',
}).stdout.trim()

const withoutOasdiff = skipWithout({
  path: OASDIFF,
  name: 'oasdiff',
  installer: 'scripts/install-oasdiff.sh',
  requiredBy: 'OASDIFF_REQUIRED',
})

interface Schema {
  properties: Record<string, { type: unknown; enum?: (string | null)[] }>
  required: string[]
}

interface Document {
  paths: Record<string, Record<string, { parameters: unknown[] }>>
  webhooks: Record<string, unknown>
  components: { schemas: Record<string, Schema> }
}

/**
 * Returns the changes from the first document to the second that break clients. Request bodies are closed, so a change
 * that oasdiff only warns about, such as a member that was removed from a request, also breaks clients. The severity file
 * ignores rules about patterns: patterns of responses admit any value and promise nothing, and patterns of requests state
 * what the server already refused before the document did.
 */
function breaking(base: string, revision: string): { status: number | null; output: string } {
  const options = [
    '--fail-on',
    'WARN',
    '--severity-levels',
    pathOf('oasdiff-severities.txt'),
    '--color',
    'never',
  ]
  const { status, stdout, stderr } = spawnSync(OASDIFF, ['breaking', ...options, base, revision], {
    encoding: 'utf8',
  })
  return { status, output: stdout + stderr }
}

/**
 * Returns the document with nullable enumerations as one list each, and without `int64`. oasdiff reports an enumeration
 * that moves to its own component as removed, and the format of an integer, which its bounds state anyway, as another
 * type. The `details` of each error code are omitted, because the common members of errors are stated separately.
 */
function asCompared(document: Document): Document {
  const { schemas } = document.components
  const { oneOf: _ofEachCode, ...error } = schemas['Error'] as Schema & { oneOf?: unknown }
  const compared = {
    ...document,
    components: { ...document.components, schemas: { ...schemas, Error: error } },
  }
  return JSON.parse(JSON.stringify(compared), (name, value) => {
    if (name === 'format' && value === 'int64') return undefined
    const reference = value?.anyOf?.length === 2 ? value.anyOf[0].$ref : undefined
    const words = reference && (schemas[reference.split('/').at(-1)] as { enum?: string[] } | undefined)?.enum
    if (words === undefined) return value
    const { anyOf: _, ...rest } = value
    return { ...rest, type: ['string', 'null'], enum: [...words, null] }
  })
}

describe('the public API', { skip: withoutOasdiff }, () => {
  const folder = mkdtempSync(join(tmpdir(), 'plumbline-promises-'))
  after(() => rmSync(folder, { recursive: true }))

  const current = asCompared(JSON.parse(readFileSync(CURRENT, 'utf8')) as Document)
  const written = (name: string, document: Document) => {
    const path = join(folder, name)
    writeFileSync(path, JSON.stringify(document))
    return path
  }
  const base = written('current.json', current)

  const breakingChange = (change: (document: Document) => void) => {
    const document = structuredClone(current)
    change(document)
    return breaking(base, written('changed.json', document))
  }

  test('keeps every promise of the last release', () => {
    const { status, output } = breaking(RELEASED, base)
    assert.equal(status, 0, output)
  })

  const schemaOf = ({ components }: Document, name: string) => components.schemas[name]!
  const lose = (schema: Schema, member: string) => {
    delete schema.properties[member]
    schema.required = (schema.required ?? []).filter((name) => name !== member)
  }
  const broken: [title: string, change: (document: Document) => void, rule: RegExp][] = [
    [
      'a removed member of a response',
      (document) => lose(schemaOf(document, 'InstrumentSummary'), 'asset_tag'),
      /response-required-property-removed/,
    ],
    [
      'a removed member of a request',
      (document) => lose(schemaOf(document, 'InstrumentCreate'), 'manufacturer'),
      /request-property-removed/,
    ],
    [
      'a member that requests must now hold',
      (document) => schemaOf(document, 'InstrumentCreate').required.push('manufacturer'),
      /request-property-became-required/,
    ],
    [
      'a word that requests may no longer hold',
      (document) => {
        const unit = schemaOf(document, 'InstrumentUpdate').properties['calibration_interval_unit']!
        unit.enum = unit.enum!.filter((word) => word !== 'days')
      },
      /request-property-enum-value-removed/,
    ],
    [
      'another type of a member',
      (document) => {
        schemaOf(document, 'InstrumentSummary').properties['asset_tag']!.type = 'integer'
      },
      /response-property-type-changed/,
    ],
    [
      'a removed operation',
      (document) => {
        delete document.paths['/instruments/{instrument_id}/retire']
      },
      /api-path-removed/,
    ],
    [
      'a removed parameter',
      (document) => {
        document.paths['/instruments']!['get']!.parameters = []
      },
      /request-parameter-removed/,
    ],
    [
      'a removed event',
      (document) => {
        delete document.webhooks['calibration.approved']
      },
      /webhook-removed/,
    ],
  ]
  for (const [title, change, rule] of broken) {
    test(`${title} is a broken promise`, () => {
      const { status, output } = breakingChange(change)
      assert.equal(status, 1, output)
      assert.match(output, rule)
    })
  }

  test('an added member is none', () => {
    const { status, output } = breakingChange((document) => {
      schemaOf(document, 'InstrumentSummary').properties['firmware'] = { type: ['string', 'null'] }
    })
    assert.equal(status, 0, output)
  })
})
