import { pageOf, type Provider, type providerOperations } from '@plumbline/contract'
import type { Database } from '../../platform/db/index.ts'
import { readTokens, tagOf, type Handlers, type Response } from '../../platform/http/index.ts'
import type { Caller } from '../access/index.ts'
import { pageOfProviders, requireProvider } from './store.ts'

/** Handlers of the public API's providers. */
export function providerRoutes(db: Database): Handlers<typeof providerOperations, Caller> {
  return {
    listProviders: async ({ caller, query }) => {
      const withArchived = (readTokens('include', query.include, ['archived']) ?? []).length > 0
      const { limit, offset, name } = query
      const { rows, total } = await pageOfProviders(db.in(caller.workspaceId), {
        limit,
        offset,
        name,
        withArchived,
        siteIds: caller.siteIds,
      })
      return { body: pageOf(rows, total, query) }
    },
    getProvider: async ({ caller, params }) => {
      const queries = db.in(caller.workspaceId)
      return versioned(await requireProvider(queries, params.provider_id, caller.siteIds))
    },
  }
}

/** A provider with the tag of its version. */
export function versioned(provider: Provider): Response {
  return { body: provider, headers: { etag: versionOf(provider) } }
}

/** What names a version of a provider: its last change. */
export function versionOf({ id, updated_at, is_archived, name }: Provider): string {
  return tagOf({ id, updated_at, is_archived, name })
}
