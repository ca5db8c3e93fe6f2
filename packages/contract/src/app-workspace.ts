import { Type } from 'typebox'
import { defineOperations } from './operation.ts'
import { Closed, Nullable, OneOf, PrintLanguage, Text, TrimmedText, Uuid } from './values.ts'

/** How calibration records come to count (decisions, section 7). */
export const approvalPolicies = ['automatic', 'review'] as const

/** Plans of a workspace. */
export const plans = ['free', 'starter', 'professional', 'scale'] as const

/** Paper of certificates. */
export const certificatePapers = ['a4', 'letter'] as const

/** Most days before a due date from which an instrument is due soon. */
export const WARNING_DAYS_MAX = 3650

/** Largest logo, in bytes: enough for any at print size. */
export const LOGO_BYTES_MAX = 256 * 1024

/** Base64 writes three bytes as four letters; the rest is the prefix of a data url. */
const LOGO_LENGTH_MAX = Math.ceil(LOGO_BYTES_MAX / 3) * 4 + 64

const Statements = Closed(
  {
    scope: Type.Optional(Text(2000, { description: 'To what the results apply.' })),
    reproduction: Type.Optional(Text(2000, { description: 'How the certificate may be copied.' })),
    further: Type.Optional(Text(4000)),
  },
  { $id: 'CertificateStatements' },
)

/** What certificates print of the laboratory; a site's own take the place of the workspace's. */
export const laboratoryFields = {
  laboratory_name: Nullable(Text(255)),
  address: Nullable(Text(1000, { description: 'Several lines are allowed.' })),
  accreditation: Nullable(Text(500, { description: 'Body, scheme and number in one text.' })),
  logo: Nullable(
    Type.String({
      maxLength: LOGO_LENGTH_MAX,
      description: 'A PNG or JPEG of at most 256 KiB as a data url; base64 alone is taken too.',
    }),
  ),
  default_customer: Nullable(Text(1000, { description: 'Several lines are allowed.' })),
  statements: Nullable(Statements),
}

const formFields = {
  paper: OneOf(certificatePapers),
  language: PrintLanguage({ description: 'Of the words on certificates.' }),
  show_recommended_due_date: Type.Boolean({
    description: 'Whether certificates recommend a date of recalibration (ISO/IEC 17025, 7.8.4.3).',
  }),
}

const settingFields = {
  name: Type.String(),
  timezone: Type.String({ description: 'IANA name; calendar days of due dates are days of this zone.' }),
  warning_days: Type.Integer(),
  approval_policy: OneOf(approvalPolicies),
  requires_electronic_signature: Type.Boolean(),
  default_decision_rule: Nullable(Text(120)),
  standards: Type.Array(Type.String(), { description: 'Keys of the selected compliance standards.' }),
}

/** A workspace with its settings. */
export const WorkspaceRead = Closed(
  {
    id: Uuid(),
    plan: OneOf(plans),
    sample_of: Nullable(
      Uuid({
        description: 'The workspace for whose people this one holds sample data; null for all others.',
      }),
    ),
    ...settingFields,
    pending_timezone: Nullable(
      Type.String({ description: 'A zone that was asked for and whose due dates are being prepared.' }),
    ),
    default_site_id: Uuid(),
    ...laboratoryFields,
    ...formFields,
    print_languages: Type.Array(Type.String(), {
      description: 'Languages that certificates and labels can be printed in.',
    }),
  },
  { $id: 'Workspace' },
)
export type WorkspaceRead = Type.Static<typeof WorkspaceRead>

/** Laboratory fields of a change: absent leaves one as it is, null clears it. */
export const laboratoryChanges = {
  laboratory_name: Type.Optional(laboratoryFields.laboratory_name),
  address: Type.Optional(laboratoryFields.address),
  accreditation: Type.Optional(laboratoryFields.accreditation),
  logo: Type.Optional(laboratoryFields.logo),
  default_customer: Type.Optional(laboratoryFields.default_customer),
  statements: Type.Optional(laboratoryFields.statements),
}

/** Body of PATCH on the workspace: only sent keys change. */
export const WorkspaceUpdate = Closed(
  {
    name: Type.Optional(TrimmedText(255)),
    timezone: Type.Optional(Text(64)),
    warning_days: Type.Optional(Type.Integer({ minimum: 0, maximum: WARNING_DAYS_MAX })),
    approval_policy: Type.Optional(settingFields.approval_policy),
    requires_electronic_signature: Type.Optional(settingFields.requires_electronic_signature),
    default_decision_rule: Type.Optional(settingFields.default_decision_rule),
    standards: Type.Optional(Type.Array(Text(64), { maxItems: 100 })),
    ...laboratoryChanges,
    paper: Type.Optional(formFields.paper),
    language: Type.Optional(formFields.language),
    show_recommended_due_date: Type.Optional(formFields.show_recommended_due_date),
  },
  { $id: 'WorkspaceUpdate' },
)
export type WorkspaceUpdate = Type.Static<typeof WorkspaceUpdate>

const example: WorkspaceRead = {
  id: '019345b0-5c1d-7e2f-8a3b-4c5d6e7f8091',
  plan: 'scale',
  sample_of: null,
  name: 'Main plant',
  timezone: 'Europe/Berlin',
  pending_timezone: null,
  warning_days: 30,
  approval_policy: 'review',
  requires_electronic_signature: false,
  default_decision_rule: 'Simple acceptance',
  standards: ['iso_9001'],
  default_site_id: '019345b2-6a1c-7d3e-8f00-2b7c5d1e9a10',
  laboratory_name: 'Plant laboratory',
  address: 'Werkstraße 1\n70173 Stuttgart',
  accreditation: null,
  logo: null,
  default_customer: null,
  statements: null,
  paper: 'a4',
  language: 'de',
  show_recommended_due_date: false,
  print_languages: ['de', 'en'],
}

const tag = 'Workspace'

/** Header of the version of settings, and the one that asks for it. */
export const settingsVersion = {
  reply: { ETag: 'Version of the settings; send it back as If-Match when you change them.' },
  request: Type.Object({ 'if-match': Type.Optional(Type.String()) }),
}

/** The workspace itself. */
export const workspaceSettingsOperations = defineOperations({
  getWorkspace: {
    method: 'GET',
    path: '',
    tag,
    summary: 'Read the workspace and its settings',
    scope: 'read',
    reply: {
      status: 200,
      schema: WorkspaceRead,
      description: 'The workspace.',
      headers: settingsVersion.reply,
      example,
    },
    errors: ['NOT_FOUND', 'VALIDATION_ERROR'],
  },
  updateWorkspace: {
    method: 'PATCH',
    path: '',
    tag,
    summary: 'Change settings of the workspace',
    description:
      'Only the keys that are sent change. A changed time zone holds once the due dates of all instruments are prepared, which takes moments in small registers.',
    scope: 'write',
    roles: ['admin'],
    headers: settingsVersion.request,
    body: WorkspaceUpdate,
    reply: {
      status: 200,
      schema: WorkspaceRead,
      description: 'The workspace after the change.',
      headers: settingsVersion.reply,
      example,
    },
    errors: [
      'INVALID_REQUEST',
      'FORBIDDEN',
      'NOT_FOUND',
      'CONFLICT',
      'PRECONDITION_FAILED',
      'PAYLOAD_TOO_LARGE',
      'VALIDATION_ERROR',
    ],
  },
})
