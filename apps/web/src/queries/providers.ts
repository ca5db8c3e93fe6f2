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

/** All providers, including archived ones, to show the names of those that shipments and records refer to. */
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

/** Number of overdue returns that Today shows. */
const LATE_SHOWN = 10

/** Instruments that are overdue for return from their providers, at one site or at all sites. */
export const overdueReturnsQuery = (workspaceId: string, siteId: string | undefined) =>
  queryOptions({
    queryKey: [workspaceId, 'instruments', 'overdue-returns', siteId],
    queryFn: ({ signal }) =>
      workspaceApi(workspaceId).listShipments({
        query: { overdue: 'true', site_id: siteId, limit: LATE_SHOWN },
        signal,
      }),
  })
