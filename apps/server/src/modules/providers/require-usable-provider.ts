import { because } from '@plumbline/contract'
import type { WorkspaceQueries } from '../../platform/db/index.ts'
import { unusableValue } from '../../platform/errors.ts'
import { findProviderRows, type ProviderRow } from './store.ts'

/**
 * The provider that something is to be sent to.
 * @throws 422 INVALID_REQUEST for a provider that the workspace does not have, or that is archived
 */
export async function requireUsableProvider(
  queries: WorkspaceQueries,
  providerId: string,
): Promise<ProviderRow> {
  const provider = (await findProviderRows(queries, [providerId])).get(providerId.toLowerCase())
  if (!provider) throw unusableValue('provider_id', because('provider.unknown'))
  if (provider.is_archived) throw unusableValue('provider_id', because('provider.archived'))
  return provider
}
