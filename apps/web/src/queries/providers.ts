import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { workspaceApi, type QueryOf } from '../api/index.ts'

/** A page of the list of providers. */
export const providersQuery = (workspaceId: string, query: QueryOf<'listProviders'>) =>
  queryOptions({
    queryKey: [workspaceId, 'providers', 'list', query],
    queryFn: ({ signal }) => workspaceApi(workspaceId).listProviders({ query, signal }),
    placeholderData: keepPreviousData,
    staleTime: 0,
  })

/** Every provider, archived ones too: by them ids of shipments and records have names. */
export const allProvidersQuery = (workspaceId: string) =>
  queryOptions({
    queryKey: [workspaceId, 'providers', 'all'],
    queryFn: () => workspaceApi(workspaceId).listProviders.all({ query: { include: 'archived' } }),
  })

/** A provider with its version. */
export const providerQuery = (workspaceId: string, providerId: string) =>
  queryOptions({
    queryKey: [workspaceId, 'providers', providerId],
    queryFn: ({ signal }) =>
      workspaceApi(workspaceId).getProvider.versioned({ params: { provider_id: providerId }, signal }),
    staleTime: 0,
  })

/** The certificates of accreditation that were uploaded for a provider, newest first. */
export const providerCertificatesQuery = (workspaceId: string, providerId: string) =>
  queryOptions({
    queryKey: [workspaceId, 'providers', providerId, 'certificates'],
    queryFn: ({ signal }) =>
      workspaceApi(workspaceId).listProviderDocuments({ params: { provider_id: providerId }, signal }),
  })

/** Late returns that Today shows. */
const LATE_SHOWN = 10

/** Instruments that should have come back from their providers by now, at one site or at all. */
export const overdueReturnsQuery = (workspaceId: string, siteId: string | undefined) =>
  queryOptions({
    queryKey: [workspaceId, 'instruments', 'overdue-returns', siteId],
    queryFn: ({ signal }) =>
      workspaceApi(workspaceId).listShipments({
        query: { overdue: 'true', site_id: siteId, limit: LATE_SHOWN },
        signal,
      }),
  })
