// The rooms of the house (ARCHITECTURE.md): imports go down only, and a module is entered by its door.

/** From the lowest to the highest; those in one group do not know each other. */
const moduleOrder = [
  ['jobs'],
  ['ledger'],
  ['workspaces'],
  ['access'],
  ['standards', 'compliance'],
  ['instruments'],
  ['calibrations'],
  [
    'certificates',
    'documents',
    'first-steps',
    'labels',
    'live-updates',
    'reports',
    'table-views',
    'webhooks',
  ],
]

const modules = 'apps/server/src/modules'

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

module.exports = {
  forbidden: [
    {
      name: 'no-circles',
      severity: 'error',
      from: {},
      to: { circular: true },
    },
    ...order,
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
      comment: 'rules know sibling rules, the contract, and the hash functions of Node',
      severity: 'error',
      from: { path: `^${modules}/[^/]+/rules/([^/]+)`, pathNot: '[.]test[.]ts$' },
      to: { pathNot: [`^${modules}/[^/]+/rules/`, '^packages/contract/', '^(node:)?crypto$', '^typebox$'] },
    },
    {
      name: 'contract-knows-nothing',
      severity: 'error',
      from: { path: '^packages/contract/', pathNot: '[.]test[.]ts$' },
      to: { pathNot: ['^packages/contract/', '^typebox$', 'node_modules/typebox/'] },
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
    exclude: { path: ['^apps/web/', '(^|/)dist/'] },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'default'],
      extensions: ['.ts', '.js', '.json'],
    },
  },
}
