import type { Edit } from '../new-field/patches.ts'
import { newFiles } from './files.ts'

/** An edit that can be omitted when a resource is added, and what reports the omission. */
export interface Place {
  /** Description of the edit. */
  readonly title: string
  readonly edits: readonly Edit[]
  /** The text in its place if it is omitted; empty by default. */
  readonly without?: readonly Edit[]
  /**
   * What reports the omission: types fail in these files, or the dependency rule, these tests or the start fail with these
   * words. Null if the resource is then absent altogether.
   */
  readonly found:
    | { readonly types: readonly string[] }
    | { readonly rule: RegExp }
    | { readonly test: string; readonly says: RegExp }
    | { readonly start: RegExp }
    | null
}

const MODULE = 'apps/server/src/modules/racks'
const EVENTS = 'packages/contract/src/public/webhooks'
const RELEASES = 'apps/server/test/releases'

/** All edits for a new resource, in order. */
export function placesOf(migration: string): readonly Place[] {
  return [
    { title: 'the operations and the module', edits: [...resource(migration), ...names], found: null },
    {
      title: 'the handlers',
      edits: [
        before('apps/server/src/app.ts', '    ...siteRoutes(db),', '    ...rackRoutes({ db, clock }),\n'),
        before(
          'apps/server/src/app.ts',
          "import { siteRoutes } from './modules/workspaces/index.ts'",
          "import { rackRoutes } from './modules/racks/index.ts'\n",
        ),
      ],
      found: { start: /operation (list|create|get)Racks? has no handler/ },
    },
    {
      title: 'the place of the module',
      edits: [before('.dependency-cruiser.cjs', "  ['measurements'],", "  ['racks'],\n")],
      found: { rule: /moduleOrder lists/ },
    },
    ...tables(migration),
    ...kinds,
    ...readers,
  ]
}

const resource = (migration: string): readonly Edit[] => [
  making('packages/contract/src/public/rack.ts', newFiles.contract),
  making(migration, newFiles.migration),
  making(`${MODULE}/index.ts`, newFiles.index),
  making(`${MODULE}/routes.ts`, newFiles.routes),
  making(`${MODULE}/store.ts`, newFiles.store),
  making(`${MODULE}/projection.ts`, newFiles.projection),
]

const names: readonly Edit[] = [
  before(
    'packages/contract/src/index.ts',
    "export * from './public/providers/provider-operations.ts'",
    "export * from './public/rack.ts'\n",
  ),
  before('packages/contract/src/public/operations.ts', '  ...siteOperations,', '  ...rackOperations,\n'),
  before(
    'packages/contract/src/public/operations.ts',
    "import { siteOperations } from './site.ts'",
    "import { rackOperations } from './rack.ts'\n",
  ),
  before(`${EVENTS}/events.ts`, "  'instrument.received':", "  'rack.created': 'A rack was added.',\n"),
  before(
    'packages/contract/src/shared/entry-kinds.ts',
    "  'document.registered': 'document',",
    "  'rack.created': 'rack',\n",
  ),
  inside('packages/contract/src/app/job.ts', "'ledger_verification', ", "'rack_count', "),
]

const tables = (migration: string): readonly Place[] => [
  {
    title: 'the projection of the table',
    edits: [
      before('apps/server/src/projections.ts', '  providerProjection,\n  instrument', '  rackProjection,\n'),
      before(
        'apps/server/src/projections.ts',
        'import { webhookProjection }',
        "import { rackProjection } from './modules/racks/index.ts'\n",
      ),
    ],
    found: {
      test: 'apps/server/test/projected-tables.test.ts',
      says: /a projection in projections\.ts lacks them/,
    },
  },
  {
    title: 'the effects of the migration',
    edits: [
      before(
        'apps/server/src/platform/db/migration-effects.ts',
        "  '0140-triggers",
        `  '${migration.slice(migration.lastIndexOf('/') + 1)}': { locks: { workspaces: 'moment' } },\n`,
      ),
    ],
    found: { test: `${RELEASES}/migration-effects.test.ts`, says: /racks/ },
  },
]

const kinds: readonly Place[] = [
  {
    title: 'the name of a subject in activity',
    edits: [
      before(
        'apps/server/src/modules/ledger/activity/label-store.ts',
        '  document: (workspaceId, ids) => sql`',
        '  rack: (workspaceId, ids) => sql`\n    select rack_id::text as id, name as label\n    from racks\n    where workspace_id = ${workspaceId} and rack_id = any(${ids}::uuid[])`,\n',
      ),
    ],
    found: { types: ['apps/server/src/modules/ledger/activity/label-store.ts'] },
  },
  {
    title: 'what an entry signals to open pages',
    edits: [
      before(
        'apps/server/src/modules/ledger/rules/page-events.ts',
        "  provider: 'settings.changed',",
        "  rack: 'settings.changed',\n",
      ),
    ],
    found: { types: ['apps/server/src/modules/ledger/rules/page-events.ts'] },
  },
  {
    title: 'the words for a kind of entry',
    edits: [
      before(
        'apps/web/src/messages/en.json',
        '  "activity.service_account.created"',
        '  "activity.rack.created": "Rack added",\n',
      ),
      before(
        'apps/web/src/messages/de.json',
        '  "activity.service_account.created"',
        '  "activity.rack.created": "Regal angelegt",\n',
      ),
    ],
    found: { test: 'apps/web/test/entry-kinds.test.ts', says: /rack\.created/ },
  },
  {
    title: 'the data of an event',
    edits: [
      before(
        `${EVENTS}/event-data.ts`,
        "  'instrument.received': Closed({",
        "  'rack.created': Closed({ rack: Rack }),\n",
      ),
      before(`${EVENTS}/event-data.ts`, 'import { Shipment }', "import { Rack } from '../rack.ts'\n"),
    ],
    found: { types: [`${EVENTS}/event-data.ts`] },
  },
  {
    title: 'the example of an event',
    edits: [
      before(
        `${EVENTS}/event-examples.ts`,
        "  'instrument.received': {",
        "  'rack.created': { rack: exampleRack },\n",
      ),
      before(`${EVENTS}/event-examples.ts`, 'import ', "import { exampleRack } from '../rack.ts'\n"),
    ],
    found: { types: [`${EVENTS}/event-examples.ts`] },
  },
  {
    title: 'the area of pages that an event changes',
    edits: [
      before(
        'apps/server/src/modules/live-updates/rules/changed-areas.ts',
        "  'instrument.received': 'instruments',",
        "  'rack.created': 'settings',\n",
      ),
    ],
    found: { types: ['apps/server/src/modules/live-updates/rules/changed-areas.ts'] },
  },
  {
    title: 'how a kind of job is carried out',
    edits: [
      before(
        'apps/server/src/job-kinds.ts',
        '    sample_data:',
        '    rack_count: { isCancellable: false, carryOut: async () => null },\n',
      ),
    ],
    found: { types: ['apps/server/src/job-kinds.ts'] },
  },
]

const readers: readonly Place[] = [
  {
    title: 'the routes of the SDK',
    edits: [
      before(
        'packages/sdk/src/routes.ts',
        "  listSites: 'GET /sites',",
        "  listRacks: 'GET /racks',\n  createRack: 'POST /racks',\n  getRack: 'GET /racks/{rack_id}',\n",
      ),
    ],
    found: { types: ['packages/sdk/src/routes.ts'] },
  },
  {
    title: 'the events of the SDK',
    edits: [before('packages/sdk/src/webhook-events.ts', "  'instrument.received',", "  'rack.created',\n")],
    found: { test: 'packages/sdk/src/verify-webhook.test.ts', says: /rack\.created/ },
  },
  {
    title: 'a request of each operation in the tests of roles',
    edits: [
      before(
        'apps/server/test/workspaces/operation-samples.ts',
        "  listSites: { send: () => 'GET /sites' },",
        `  listRacks: { send: () => 'GET /racks' },
  createRack: { send: () => 'POST /racks', body: () => ({ name: tag() }), who: managers },
  getRack: { send: (ids) => \`GET /racks/\${ids.site}\` },\n`,
      ),
    ],
    found: { types: ['apps/server/test/workspaces/operation-samples.ts'] },
  },
  {
    title: 'in which workspaces a consumer of events begins',
    edits: [making(`${MODULE}/rack-counts.ts`, newFiles.consumer)],
    without: [making(`${MODULE}/rack-counts.ts`, newFiles.consumer.replace(/ *unheard.*\n/, ''))],
    found: { types: [`${MODULE}/rack-counts.ts`] },
  },
  {
    title: 'what is recorded of a kept release',
    edits: [
      before(
        `${RELEASES}/program.ts`,
        '  await useProviders(resources)',
        "  await scene.manager.send('POST', '/racks', { name: 'Rack 1' })\n",
      ),
      before(
        `${RELEASES}/responses.ts`,
        '    provider_id: providers,',
        "    rack_id: await ids('/racks', 'rack_id'),\n",
      ),
    ],
    found: { test: `${RELEASES}/program.test.ts`, says: /createRack/ },
  },
]

/** Creates a file. */
function making(path: string, text: string): Edit {
  return { path, change: () => text }
}

/** Inserts text before the first line that begins with the given text. */
function before(path: string, line: string, added: string): Edit {
  return {
    path,
    change: (text) => {
      const at = text.startsWith(line) ? 0 : text.indexOf(`\n${line}`) + 1
      if (at === 0 && !text.startsWith(line)) {
        throw new Error(`${path} has no line "${line}": change the patch in scripts/new-resource/`)
      }
      return text.slice(0, at) + added + text.slice(at)
    },
  }
}

/** Inserts text before the first occurrence of the given text. */
function inside(path: string, place: string, added: string): Edit {
  return {
    path,
    change: (text) => {
      if (!text.includes(place)) {
        throw new Error(`${path} has no "${place}": change the patch in scripts/new-resource/`)
      }
      return text.replace(place, () => added + place)
    },
  }
}
