import { existsSync, readFileSync } from 'node:fs'

/** A document of the repository that is served as a page under /docs. */
export interface Guide {
  /** The last segment of its path; empty for the page /docs itself. */
  readonly slug: string
  /** Its title in the navigation. */
  readonly title: string
  /** Path from the root of the repository. */
  readonly file: string
}

/** Guides that are grouped in the navigation. */
export interface GuideGroup {
  readonly title: string
  readonly guides: readonly Guide[]
}

const guide = (title: string, file: string, slug = file.split('/').at(-1)!.replace('.md', '')): Guide => ({
  slug,
  title,
  file,
})

/** All possible guides, in the order of the navigation. */
const GROUPS: readonly GuideGroup[] = [
  {
    title: 'Begin',
    guides: [
      guide('Overview', 'docs/api/README.md', ''),
      guide('Getting started', 'docs/api/getting-started.md'),
      guide('Authentication and keys', 'docs/api/authentication.md'),
      guide('Sample data', 'docs/api/sample-data.md'),
    ],
  },
  {
    title: 'Work with the API',
    guides: [
      guide('Paging and sync', 'docs/api/paging-and-sync.md'),
      guide('Idempotency', 'docs/api/idempotency.md'),
      guide('Points', 'docs/api/points.md'),
      guide('Documents', 'docs/api/documents.md'),
      guide('Webhooks', 'docs/receive-webhooks.md'),
      guide('Limits', 'docs/api/limits.md'),
      guide('Versions and deprecation', 'docs/api/versions.md'),
      guide('JavaScript client', 'packages/sdk/README.md', 'javascript-client'),
      guide('Generated clients', 'docs/api/generated-clients.md'),
    ],
  },
  {
    title: 'Look up',
    guides: [
      guide('Error codes', 'docs/errors.md'),
      guide('How texts are read', 'docs/reading-texts.md'),
      guide('How points are computed', 'docs/measurements.md'),
      guide('Ledger and proofs', 'docs/ledger.md'),
      guide('Glossary', 'docs/glossary.md'),
      guide('Changelog', 'CHANGELOG.md', 'changelog'),
    ],
  },
  {
    title: 'The product',
    guides: [
      guide('In the browser', 'docs/use-the-app.md'),
      guide('Moving in', 'docs/moving-in.md'),
      guide('Imports', 'docs/import.md'),
      guide('Moving out', 'docs/moving-out.md'),
      guide('Procedures', 'docs/procedures.md'),
      guide('Findings', 'docs/findings.md'),
      guide('Providers', 'docs/providers.md'),
      guide('Traceability', 'docs/traceability.md'),
      guide('Advice on intervals', 'docs/interval-advice.md'),
      guide('Installing', 'docs/install.md'),
      guide('Running the server', 'docs/operate.md'),
      guide('What a server needs', 'docs/sizing.md'),
      guide('Several database servers', 'docs/scale.md'),
      guide('Running webhooks', 'docs/operate-webhooks.md'),
      guide('Backups', 'docs/backup.md'),
      guide('Metrics', 'docs/metrics.md'),
      guide('Logs', 'docs/logs.md'),
      guide('API of the application', 'docs/app-api.md'),
    ],
  },
]

const ROOT = new URL('../../../../../', import.meta.url)

/** Returns the groups with the guides that this installation has, because some packages contain no documents. */
export function installedGuides(): GuideGroup[] {
  return GROUPS.map(({ title, guides }) => ({
    title,
    guides: guides.filter(({ file }) => existsSync(new URL(file, ROOT))),
  })).filter(({ guides }) => guides.length > 0)
}

/** Returns the Markdown of a guide. */
export function readGuide({ file }: Guide): string {
  return readFileSync(new URL(file, ROOT), 'utf8')
}

/** Returns the path of a guide's page. */
export function addressOf({ slug }: Pick<Guide, 'slug'>): string {
  return slug === '' ? '/docs' : `/docs/${slug}`
}
