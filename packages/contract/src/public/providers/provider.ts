import { Type } from 'typebox'
import { PageOf, pageQuery } from '../../shared/page.ts'
import {
  CalendarDate,
  Closed,
  NameText,
  Nullable,
  Text,
  Timestamp,
  TrimmedText,
  Uuid,
  WordsQuery,
} from '../../shared/values.ts'

/** Most lines of one provider's scope. */
export const PROVIDER_SCOPE_LINES_MAX = 200

/** Maximum length of a provider name: the same as for `service_provider` of a record. */
export const PROVIDER_NAME_LENGTH_MAX = 255

/** A line of a provider's scope of accreditation, as stated in the accreditation. */
export const ProviderScopeLine = Closed(
  {
    quantity: NameText(255, { description: 'Measured quantity.', examples: ['Length: gauge blocks'] }),
    range: Nullable(TrimmedText(255, { description: 'Range of values.', examples: ['0.5 mm to 100 mm'] })),
    best_uncertainty: Nullable(
      TrimmedText(255, {
        description: 'Smallest accredited uncertainty (CMC).',
        examples: ['0.05 µm + 0.5 · 10⁻⁶ · l'],
      }),
    ),
  },
  { $id: 'ProviderScopeLine', description: 'A line of the scope of accreditation of a provider.' },
)
export type ProviderScopeLine = Type.Static<typeof ProviderScopeLine>

/** What people state of a provider; the members that are not sent are null, or empty. */
export const providerContent = {
  name: NameText(PROVIDER_NAME_LENGTH_MAX, {
    description: 'Unique among the providers of the workspace, case-insensitively.',
    examples: ['Norrland Metrology AB'],
  }),
  accreditation_body: Nullable(NameText(255, { description: 'Accreditation body.', examples: ['Swedac'] })),
  accreditation_number: Nullable(NameText(120, { description: 'Accreditation number.', examples: ['1765'] })),
  accreditation_valid_until: Nullable(
    CalendarDate({ description: 'Last day on which the accreditation is valid; null if unknown.' }),
  ),
  accreditation_document_id: Nullable(
    Uuid({
      description: 'ID of the document, of the provider or of an instrument, that shows the accreditation.',
    }),
  ),
  scope: Type.Array(ProviderScopeLine, {
    maxItems: PROVIDER_SCOPE_LINES_MAX,
    description: 'Scope of accreditation.',
  }),
  contact_name: Nullable(NameText(255, { description: 'Contact person.', examples: ['Maja Lindqvist'] })),
  contact_email: Nullable(
    TrimmedText(320, { description: 'E-mail address of the contact.', examples: ['lab@norrland.example'] }),
  ),
  contact_phone: Nullable(
    TrimmedText(64, { description: 'Telephone number of the contact.', examples: ['+46 90 123 45'] }),
  ),
  lead_time_days: Nullable(
    Type.Integer({
      minimum: 0,
      maximum: 3650,
      description: 'Promised turnaround in days, from shipment to return.',
    }),
  ),
  notes: Nullable(Text(10_000, { description: 'Remarks.' })),
}

/** The document that shows an accreditation. */
export const ProviderDocument = Closed(
  {
    id: Uuid({ description: 'ID of the document.' }),
    instrument_id: Nullable(
      Uuid({
        description:
          'The instrument that the document is registered with; null if it was uploaded for the provider.',
      }),
    ),
    file_name: Type.String({ description: 'Its name.' }),
  },
  {
    $id: 'ProviderDocument',
    description:
      'The document that shows the accreditation; null if there is none or if the key cannot access its instrument.',
  },
)
export type ProviderDocument = Type.Static<typeof ProviderDocument>

/** An external laboratory that calibrates for the workspace. */
export const Provider = Closed(
  {
    id: Uuid({ description: 'ID of the provider.' }),
    ...providerContent,
    accreditation_document: Nullable(ProviderDocument),
    is_archived: Type.Boolean({ description: 'Whether the provider is archived and no longer used.' }),
    created_at: Timestamp({ description: 'When the provider was entered.' }),
    updated_at: Timestamp({ description: 'When the provider was last changed.' }),
  },
  { $id: 'Provider', description: 'An external laboratory that performs calibrations for the workspace.' },
)
export type Provider = Type.Static<typeof Provider>

export const ProviderPage = PageOf(Provider, 'ProviderPage')

/** Query of GET /providers. */
export const ProviderListQuery = Closed({
  ...pageQuery,
  name: Type.Optional(
    Text(PROVIDER_NAME_LENGTH_MAX, { description: 'The provider with this name; case-insensitive.' }),
  ),
  include: Type.Optional(
    WordsQuery(['archived'], { description: '`archived` includes archived providers.' }),
  ),
})
export type ProviderListQuery = Type.Static<typeof ProviderListQuery>
