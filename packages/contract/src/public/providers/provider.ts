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

/** Longest name of a provider: as long as `service_provider` of a record may be. */
export const PROVIDER_NAME_LENGTH_MAX = 255

/** A line of what a provider is accredited for, in the words of its accreditation. */
export const ProviderScopeLine = Closed(
  {
    quantity: NameText(255, { description: 'What is measured.', examples: ['Length: gauge blocks'] }),
    range: Nullable(
      TrimmedText(255, { description: 'Between which values.', examples: ['0.5 mm to 100 mm'] }),
    ),
    best_uncertainty: Nullable(
      TrimmedText(255, {
        description: 'The smallest uncertainty that it is accredited for.',
        examples: ['0.05 µm + 0.5 · 10⁻⁶ · l'],
      }),
    ),
  },
  { $id: 'ProviderScopeLine' },
)
export type ProviderScopeLine = Type.Static<typeof ProviderScopeLine>

/** What people state of a provider; the members that are not sent are null, or empty. */
export const providerContent = {
  name: NameText(PROVIDER_NAME_LENGTH_MAX, {
    description: 'Unique among the providers of the workspace, whatever the case.',
    examples: ['Norrland Metrology AB'],
  }),
  accreditation_body: Nullable(NameText(255, { description: 'Who accredited it.', examples: ['Swedac'] })),
  accreditation_number: Nullable(NameText(120, { description: 'Its number there.', examples: ['1765'] })),
  accreditation_valid_until: Nullable(
    CalendarDate({ description: 'Last day on which the accreditation is valid; null where none is known.' }),
  ),
  accreditation_document_id: Nullable(
    Uuid({ description: 'Id of the document, registered with an instrument, that shows the accreditation.' }),
  ),
  scope: Type.Array(ProviderScopeLine, {
    maxItems: PROVIDER_SCOPE_LINES_MAX,
    description: 'What it is accredited for.',
  }),
  contact_name: Nullable(NameText(255, { description: 'Whom to ask there.', examples: ['Maja Lindqvist'] })),
  contact_email: Nullable(
    TrimmedText(320, { description: 'Their e-mail address.', examples: ['lab@norrland.example'] }),
  ),
  contact_phone: Nullable(
    TrimmedText(64, { description: 'Their telephone number.', examples: ['+46 90 123 45'] }),
  ),
  lead_time_days: Nullable(
    Type.Integer({
      minimum: 0,
      maximum: 3650,
      description: 'Days from sending out to the return that it promises.',
    }),
  ),
  notes: Nullable(Text(10_000, { description: 'Remarks.' })),
}

/** The document that shows an accreditation. */
export const ProviderDocument = Closed(
  {
    id: Uuid({ description: 'Id of the document.' }),
    instrument_id: Uuid({ description: 'The instrument that it is registered with.' }),
    file_name: Type.String({ description: 'Its name.' }),
  },
  {
    $id: 'ProviderDocument',
    description:
      'The document that shows the accreditation; null without one, and where its instrument is out of reach.',
  },
)
export type ProviderDocument = Type.Static<typeof ProviderDocument>

/** An external laboratory that calibrates for the workspace. */
export const Provider = Closed(
  {
    id: Uuid({ description: 'Id of the provider.' }),
    ...providerContent,
    accreditation_document: Nullable(ProviderDocument),
    is_archived: Type.Boolean({ description: 'Whether nothing is sent there any more.' }),
    created_at: Timestamp({ description: 'When it was entered.' }),
    updated_at: Timestamp({ description: 'When anything of it changed last.' }),
  },
  { $id: 'Provider' },
)
export type Provider = Type.Static<typeof Provider>

export const ProviderPage = PageOf(Provider, 'ProviderPage')

/** Query of GET /providers. */
export const ProviderListQuery = Closed({
  ...pageQuery,
  name: Type.Optional(
    Text(PROVIDER_NAME_LENGTH_MAX, { description: 'The provider of this name, whatever the case.' }),
  ),
  include: Type.Optional(
    WordsQuery(['archived'], { description: '`archived` lists archived providers, too.' }),
  ),
})
export type ProviderListQuery = Type.Static<typeof ProviderListQuery>
