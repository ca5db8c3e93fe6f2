import { defineOperations, entityTagHeader } from '../../shared/operation.ts'
import { Closed, Uuid } from '../../shared/values.ts'
import { Provider, ProviderListQuery, ProviderPage } from './provider.ts'

/** Path of one provider. */
export const providerParams = Closed({ provider_id: Uuid({ description: 'ID of the provider.' }) })

/** A provider, as examples show it. */
export const exampleProvider: Provider = {
  id: '019345ba-0d31-7b42-9c1e-4f7a20b8d563',
  name: 'Norrland Metrology AB',
  accreditation_body: 'Swedac',
  accreditation_number: '1765',
  accreditation_valid_until: '2028-04-30',
  accreditation_document_id: '019345ba-2c88-7d10-8a44-93c1e5f0b762',
  scope: [
    {
      quantity: 'Length: gauge blocks',
      range: '0.5 mm to 100 mm',
      best_uncertainty: '0.05 µm + 0.5 · 10⁻⁶ · l',
    },
  ],
  contact_name: 'Maja Lindqvist',
  contact_email: 'lab@norrland.example',
  contact_phone: '+46 90 123 45',
  lead_time_days: 15,
  notes: null,
  accreditation_document: {
    id: '019345ba-2c88-7d10-8a44-93c1e5f0b762',
    instrument_id: null,
    file_name: 'swedac-1765.pdf',
  },
  is_archived: false,
  created_at: '2025-01-20T09:30:00.000Z',
  updated_at: '2026-03-02T08:15:00.000Z',
}

/** External laboratories that calibrate for the workspace. */
export const providerOperations = defineOperations({
  listProviders: {
    method: 'GET',
    path: '/providers',
    tag: 'Providers',
    summary: 'List providers',
    description: 'The external laboratories that perform calibrations for the workspace, sorted by name.',
    scope: 'read',
    query: ProviderListQuery,
    reply: {
      status: 200,
      schema: ProviderPage,
      description: 'A page of providers.',
      example: {
        data: [exampleProvider],
        pagination: { limit: 50, offset: 0, total: 1, has_more: false },
      },
    },
    errors: ['VALIDATION_ERROR', 'INVALID_REQUEST'],
  },
  getProvider: {
    method: 'GET',
    path: '/providers/{provider_id}',
    tag: 'Providers',
    summary: 'Read a provider',
    scope: 'read',
    params: providerParams,
    reply: {
      headers: entityTagHeader,
      status: 200,
      schema: Provider,
      description: 'The provider.',
      example: exampleProvider,
    },
    errors: ['VALIDATION_ERROR', 'NOT_FOUND'],
  },
})
