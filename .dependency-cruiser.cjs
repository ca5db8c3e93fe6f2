// The rooms of the house (ARCHITECTURE.md): imports go down only, and a module is entered by its door.

const { readdirSync } = require('node:fs')

/** From the lowest to the highest; those in one group do not know each other. */
const moduleOrder = [
  ['jobs'],
  ['ledger'],
  ['workspaces'],
  ['standards'],
  ['mail'],
  ['access'],
  ['compliance'],
  ['procedures'],
  ['providers'],
  ['measurements'],
  ['instruments'],
  ['calibrations'],
  ['traceability'],
  ['findings'],
  [
    'calendar-feeds',
    'certificates',
    'documents',
    'first-steps',
    'imports',
    'intervals',
    'labels',
    'live-updates',
    'reports',
    'table-views',
    'webhooks',
  ],
  ['notifications', 'settings'],
]

const modules = 'apps/server/src/modules'

const listed = moduleOrder.flat().toSorted().join(', ')
const present = readdirSync(`${__dirname}/${modules}`).toSorted().join(', ')
if (listed !== present) throw new Error(`moduleOrder lists ${listed}, and ${modules} holds ${present}`)

/** A module may know those in lower groups only. */
const order = moduleOrder.flatMap((group, height) =>
  group.map((name) => {
    const lower = moduleOrder.slice(0, height).flat()
    return {
      name: `order-of-${name}`,
      comment: `${name} may import only ${lower.join(', ') || 'no other module'}`,
      severity: 'error',
      from: { path: `^${modules}/${name}/`, pathNot: '[.]test[.]ts$' },
      to: { path: `^${modules}/`, pathNot: `^${modules}/(${[name, ...lower].join('|')})/` },
    }
  }),
)

const web = 'apps/web/src'

/** Rooms of the web application, from the lowest to the highest. */
const webRooms = ['base', 'api', 'queries', 'state', 'components', 'pages', 'routes']

/** Tests beside them look at the whole application, and compare it with the server. */
const webSources = { path: `^${web}/`, pathNot: '[.]test[.]ts$' }

/** A room may know itself and those below it, the texts among them. */
const webOrder = webRooms.map((room, height) => ({
  name: `order-of-web-${room}`,
  comment: `${room} may import only ${['messages', ...webRooms.slice(0, height + 1)].join(', ')}`,
  severity: 'error',
  from: { ...webSources, path: `^${web}/${room}/` },
  to: { path: `^${web}/`, pathNot: `^${web}/(messages|${webRooms.slice(0, height + 1).join('|')})/` },
}))

module.exports = {
  forbidden: [
    {
      name: 'no-circles',
      severity: 'error',
      from: {},
      to: { circular: true },
    },
    ...order,
    ...webOrder,
    {
      name: 'web-has-rooms',
      comment: 'sources of the web application stand in a room; main.tsx alone starts it',
      severity: 'error',
      from: {},
      to: {
        path: `^${web}/`,
        pathNot: `^${web}/(main[.]tsx$|[^/]+[.]css$|(messages|${webRooms.join('|')})/)`,
      },
    },
    {
      name: 'pages-know-no-other-page',
      comment: 'what two pages use is a component, or stands below',
      severity: 'error',
      from: { path: `^${web}/pages/([^/]+)/` },
      to: { path: `^${web}/pages/`, pathNot: `^${web}/pages/$1/` },
    },
    {
      name: 'api-through-its-door',
      comment: 'the way to the server is api/index.ts',
      severity: 'error',
      from: { ...webSources, pathNot: [webSources.pathNot, `^${web}/api/`] },
      to: { path: `^${web}/api/`, pathNot: `^${web}/api/index[.]ts$` },
    },
    {
      name: 'web-knows-no-server',
      comment:
        'the web application knows the contract and what calls of every client share; tests may compare with the server',
      severity: 'error',
      from: webSources,
      to: {
        path: '^(apps|packages)/',
        pathNot: ['^apps/web/', '^packages/contract/', '^packages/sdk/src/(call|pages)[.]ts$'],
      },
    },
    {
      name: 'server-knows-no-web',
      severity: 'error',
      from: { path: '^(apps/server|packages)/' },
      to: { path: '^apps/web/' },
    },
    {
      name: 'through-the-door',
      comment: 'a module is entered only by its index.ts',
      severity: 'error',
      from: { path: `^${modules}/([^/]+)/` },
      to: { path: `^${modules}/([^/]+)/`, pathNot: [`^${modules}/$1/`, `^${modules}/[^/]+/index[.]ts$`] },
    },
    {
      name: 'through-the-door-from-above',
      comment: 'the app, the command line and the tests above modules use their doors too',
      severity: 'error',
      from: { path: '^apps/server/src/', pathNot: `^${modules}/` },
      to: { path: `^${modules}/[^/]+/.+`, pathNot: `^${modules}/[^/]+/index[.]ts$` },
    },
    {
      name: 'platform-knows-no-module',
      severity: 'error',
      from: { path: '^apps/server/src/platform/' },
      to: { path: '^apps/server/src/', pathNot: '^apps/server/src/platform/' },
    },
    {
      name: 'modules-know-no-app',
      severity: 'error',
      from: { path: `^${modules}/`, pathNot: ['[.]test[.]ts$', '/test/'] },
      to: { path: '^apps/server/', pathNot: ['^apps/server/src/(modules|platform)/'] },
    },
    {
      name: 'rules-are-pure',
      comment:
        'rules may import sibling rules, the contract, the hash functions of Node, and signatures made of them',
      severity: 'error',
      from: { path: `^${modules}/[^/]+/rules/([^/]+)`, pathNot: '[.]test[.]ts$' },
      to: {
        pathNot: [
          `^${modules}/[^/]+/rules/`,
          '^packages/contract/',
          '^(node:)?crypto$',
          '^typebox$',
          '^apps/server/src/platform/signature[.]ts$',
        ],
      },
    },
    {
      name: 'contract-knows-nothing',
      severity: 'error',
      from: { path: '^packages/contract/', pathNot: '[.]test[.]ts$' },
      to: { pathNot: ['^packages/contract/', '^typebox$', 'node_modules/typebox/'] },
    },
    {
      name: 'public-promise-knows-no-app',
      comment: 'in the contract, the app knows the public promise, and both know what they share',
      severity: 'error',
      from: { path: '^packages/contract/src/(public|fields)/' },
      to: { path: '^packages/contract/src/app/' },
    },
    {
      name: 'shared-knows-neither',
      severity: 'error',
      from: { path: '^packages/contract/src/shared/', pathNot: '[.]test[.]ts$' },
      to: { path: '^packages/contract/src/(public|app|tolerance|measurement|statistics|uncertainty)/' },
    },
    {
      name: 'tolerance-is-pure',
      comment: 'rules on measured texts know each other and what the contract shares',
      severity: 'error',
      from: { path: '^packages/contract/src/tolerance/', pathNot: '[.]test[.]ts$' },
      to: { pathNot: '^packages/contract/src/(tolerance|shared)/' },
    },
    {
      name: 'measurement-is-pure',
      comment:
        'what follows from readings knows the shapes of points, rules on measured texts and distributions',
      severity: 'error',
      from: { path: '^packages/contract/src/measurement/', pathNot: '[.]test[.]ts$' },
      to: {
        pathNot: [
          '^packages/contract/src/(measurement|statistics|tolerance)/',
          '^packages/contract/src/fields/point(-field|-words)?[.]ts$',
          '^packages/contract/src/public/(measurement|measured-point|point-values)[.]ts$',
          '^packages/contract/src/shared/(calibration-result|decimal-string|refusals)[.]ts$',
        ],
      },
    },
    {
      name: 'reading-is-pure',
      comment: 'a single reading is decided by the rules on measured texts and on points',
      severity: 'error',
      from: { path: '^packages/contract/src/reading/', pathNot: '[.]test[.]ts$' },
      to: {
        pathNot: [
          '^packages/contract/src/(reading|measurement|statistics|tolerance)/',
          '^packages/contract/src/fields/workspace[.]ts$',
          '^packages/contract/src/procedure/standard-uncertainty[.]ts$',
          '^packages/contract/src/public/(measured-point|point-values|record-warning)[.]ts$',
          '^packages/contract/src/shared/calibration-result[.]ts$',
        ],
      },
    },
    {
      name: 'uncertainty-is-pure',
      comment: 'budgets know their shape, distributions and decimal texts',
      severity: 'error',
      from: { path: '^packages/contract/src/uncertainty/', pathNot: '[.]test[.]ts$' },
      to: {
        pathNot: [
          '^packages/contract/src/(uncertainty|measurement|statistics|tolerance)/',
          '^packages/contract/src/public/uncertainty[.]ts$',
        ],
      },
    },
    {
      name: 'statistics-knows-nothing',
      comment: 'distributions are mathematics alone',
      severity: 'error',
      from: { path: '^packages/contract/src/statistics/', pathNot: '[.]test[.]ts$' },
      to: { pathNot: '^packages/contract/src/statistics/' },
    },
    {
      name: 'verifier-stands-alone',
      comment: 'the independent verifier has no code in common with the server and no dependencies',
      severity: 'error',
      from: { path: '^packages/ledger-verify/src/', pathNot: '[.]test[.]ts$' },
      to: {
        pathNot: [
          '^packages/ledger-verify/src/',
          '^(node:)?(crypto|fs|fs/promises|readline|process|util|path|url|stream)$',
        ],
      },
    },
    {
      name: 'nothing-unresolved',
      severity: 'error',
      from: {},
      to: { couldNotResolve: true },
    },
  ],
  options: {
    parser: 'swc',
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    doNotFollow: { path: 'node_modules' },
    exclude: { path: ['(^|/)dist/', '/reference/redoc/', '/generated-clients/'] },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'default'],
      extensions: ['.ts', '.js', '.json'],
    },
  },
}
