import { Type } from 'typebox'
import { exampleProvider, providerParams } from '../../public/providers/provider-operations.ts'
import { Provider, providerContent } from '../../public/providers/provider.ts'
import { defineOperations, ifMatch } from '../../shared/operation.ts'
import { Closed } from '../../shared/values.ts'

/** Maximum number of providers of a workspace, except archived ones. */
export const PROVIDERS_MAX = 1000

const { name, ...furtherContent } = providerContent

/** Everything except the name can be omitted for a new provider. */
const optional = {
  accreditation_body: Type.Optional(furtherContent.accreditation_body),
  accreditation_number: Type.Optional(furtherContent.accreditation_number),
  accreditation_valid_until: Type.Optional(furtherContent.accreditation_valid_until),
  accreditation_document_id: Type.Optional(furtherContent.accreditation_document_id),
  scope: Type.Optional(furtherContent.scope),
  contact_name: Type.Optional(furtherContent.contact_name),
  contact_email: Type.Optional(furtherContent.contact_email),
  contact_phone: Type.Optional(furtherContent.contact_phone),
  lead_time_days: Type.Optional(furtherContent.lead_time_days),
  notes: Type.Optional(furtherContent.notes),
}

/** Body of POST /providers. */
export const ProviderCreate = Closed({ name, ...optional }, { $id: 'ProviderCreate' })
export type ProviderCreate = Type.Static<typeof ProviderCreate>

/** Body of PATCH /providers/{provider_id}: only sent keys change. */
export const ProviderUpdate = Closed(
  {
    name: Type.Optional(name),
    ...optional,
    is_archived: Type.Optional(
      Type.Boolean({
        description:
          'True archives the provider, so that no instruments can be sent to it. False restores it.',
      }),
    ),
  },
  { $id: 'ProviderUpdate' },
)
export type ProviderUpdate = Type.Static<typeof ProviderUpdate>

const tag = 'Providers'
const writers = ['admin', 'manager'] as const
const writeErrors = [
  'INVALID_REQUEST',
  'FORBIDDEN',
  'CONFLICT',
  'PAYLOAD_TOO_LARGE',
  'VALIDATION_ERROR',
] as const
const headers = { ETag: 'Version of the provider; send it back as If-Match when you change it.' }

/** Operations that add and change providers. */
export const appProviderOperations = defineOperations({
  createProvider: {
    method: 'POST',
    path: '/providers',
    tag,
    summary: 'Add a provider',
    description: `409 if another provider, even an archived one, has the name, or if the workspace already has ${PROVIDERS_MAX} providers.`,
    scope: 'write',
    roles: writers,
    body: ProviderCreate,
    reply: { status: 201, schema: Provider, description: 'The provider.', headers, example: exampleProvider },
    errors: writeErrors,
  },
  updateProvider: {
    method: 'PATCH',
    path: '/providers/{provider_id}',
    tag,
    summary: 'Change a provider',
    description:
      'Only the members that are sent are changed; the scope is replaced as a whole. Records keep the accreditation that they state.',
    scope: 'write',
    roles: writers,
    params: providerParams,
    headers: ifMatch,
    body: ProviderUpdate,
    reply: {
      status: 200,
      schema: Provider,
      description: 'The provider after the change.',
      headers,
      example: exampleProvider,
    },
    errors: [...writeErrors, 'NOT_FOUND', 'PRECONDITION_FAILED'],
  },
})
