import type { appProviderOperations, Provider } from '@plumbline/contract'
import { ApiError } from '../../platform/errors.ts'
import { admitsTag, type Handlers } from '../../platform/http/index.ts'
import type { Caller } from '../access/index.ts'
import { createProvider, updateProvider, type ProviderParts } from './change-provider.ts'
import { versioned, versionOf } from './routes.ts'

/** Handlers of what the app does with providers beyond the public API. */
export function appProviderRoutes(parts: ProviderParts): Handlers<typeof appProviderOperations, Caller> {
  return {
    createProvider: async ({ caller, body }) => versioned(await createProvider(parts, caller, body)),
    updateProvider: async ({ caller, params, headers, body }) => {
      const change = { stated: body, requireVersion: versionAsked(headers['if-match']) }
      return versioned(await updateProvider(parts, caller, params.provider_id, change))
    },
  }
}

/** Refuses a provider that is not as the request knows it. @throws 412 PRECONDITION_FAILED */
function versionAsked(ifMatch: string | undefined): (present: Provider) => void {
  return (present) => {
    if (ifMatch === undefined || admitsTag(ifMatch, versionOf(present))) return
    throw new ApiError('PRECONDITION_FAILED')
  }
}
