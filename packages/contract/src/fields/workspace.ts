/** How calibration records take effect (decisions, section 7). */
export const approvalPolicies = ['automatic', 'review'] as const

/** Plans of a workspace. */
export const plans = ['free', 'starter', 'professional', 'scale'] as const

/** Paper sizes of certificates. */
export const certificatePapers = ['a4', 'letter'] as const

/** Maximum number of days before a due date from which an instrument is due soon. */
export const WARNING_DAYS_MAX = 3650

/** The longest calibration interval that a workspace can allow, in months: a hundred years. */
const INTERVAL_MONTHS_MAX = 1200

/** The default language of printed and displayed texts. */
export const FALLBACK_LANGUAGE = 'en'

/** Sentences that certificates print unchanged. */
export type CertificateStatements = { scope?: string; reproduction?: string; further?: string }

/**
 * A line of a scope of accreditation: a quantity between two values, and the calibration and measurement capability
 * there, `cmc` plus `cmc_percent` of the value. A type, so that it can be an entry of the ledger. Source: measurements,
 * section 4.
 */
export type ScopeLine = {
  /** As in the `function` of points. */
  quantity: string
  from: string
  to: string
  unit: string
  /** In `cmc_unit`, or otherwise in the unit of the quantity; null if it is only a percentage. */
  cmc: string | null
  cmc_unit: string | null
  cmc_percent: string | null
  method: string | null
  /** First and last day of its validity, `YYYY-MM-DD`; null without a limit. */
  since: string | null
  until: string | null
}

/** The value types of settings, by kind. */
export interface ValueOfKind {
  text: string
  flag: boolean
  count: number
  choice: string
  language: string
  keys: string[]
  logo: string
  statements: CertificateStatements
  scope: ScopeLine[]
}

/** Sections of the application's form. */
export type SettingSection = 'general' | 'records' | 'intervals' | 'laboratory' | 'certificates'

interface SettingOfKind<Kind extends keyof ValueOfKind> {
  readonly kind: Kind
  /** Required when a workspace is created, and never null. */
  readonly required?: true
  /** The default value; null if omitted. */
  readonly initially?: ValueOfKind[Kind]
  /** Description of its member in the OpenAPI document. */
  readonly description?: string
  /** Its value in the examples of the API; defaults to the initial value. */
  readonly example?: ValueOfKind[Kind]
  /** The section of the form that renders the field by its kind; without one, a separate control does. */
  readonly section?: SettingSection
}

/** How a setting is stored. */
type Keeping =
  | {
      /** In its own column, which has its name. */
      readonly kept: 'column'
      /**
       * The first version of the ledger payload that records the setting; for older entries, the value is
       * `initially`. Defaults to 1.
       */
      readonly since?: number
      /** Whether only the operator can change it. */
      readonly operated?: true
      /** The name of its value in `plumbline workspace update`; without it there is no option. */
      readonly option?: { readonly value: string; readonly description: string }
    }
  | {
      /**
       * In the laboratory data printed on certificates, which records store copies of and the ledger records as a
       * whole.
       */
      readonly kept: 'laboratory'
      /** Its member there, if that has another name. */
      readonly as?: string
      /** Whether a site can override it. */
      readonly ofSites?: true
    }

interface TextSetting extends SettingOfKind<'text'> {
  /** Maximum length in Unicode code points. */
  readonly maxLength: number
  /** Whether it may have several lines. */
  readonly lines?: true
}

interface CountSetting extends SettingOfKind<'count'> {
  readonly minimum: number
  readonly maximum: number
}

interface ChoiceSetting extends SettingOfKind<'choice'> {
  readonly choices: readonly string[]
}

/** The table entry of a setting. */
export type WorkspaceSetting = Keeping &
  (
    | TextSetting
    | CountSetting
    | ChoiceSetting
    | SettingOfKind<Exclude<keyof ValueOfKind, 'text' | 'count' | 'choice'>>
  )

/**
 * The workspace settings that take effect immediately, in the order of the app API; the time zone is handled
 * separately, because due dates depend on it. Everything that handles them reads this table: schemas,
 * columns, the ledger, bodies and replies, the command line, form and pages. It contains no schema, so that
 * the browser application can import it.
 */
export const workspaceSettings = {
  plan: {
    kind: 'choice',
    choices: plans,
    kept: 'column',
    required: true,
    operated: true,
    example: 'scale',
  },
  name: { kind: 'text', maxLength: 255, kept: 'column', required: true, example: 'Main plant' },
  warning_days: {
    kind: 'count',
    minimum: 0,
    maximum: WARNING_DAYS_MAX,
    kept: 'column',
    initially: 30,
    option: { value: 'days', description: 'days before a due date that count as due soon' },
    section: 'general',
  },
  approval_policy: {
    kind: 'choice',
    choices: approvalPolicies,
    kept: 'column',
    initially: 'automatic',
    example: 'review',
    option: { value: 'policy', description: approvalPolicies.join(', ') },
  },
  requires_electronic_signature: {
    kind: 'flag',
    kept: 'column',
    initially: false,
    option: { value: 'true|false', description: 'whether approvals are signed' },
    section: 'records',
  },
  requires_standard_justification: {
    kind: 'flag',
    kept: 'column',
    since: 3,
    initially: false,
    description:
      'Whether a record entered in the application must state why it used a standard that was not `valid` or has no certificate on file. The public API does not enforce this.',
    option: { value: 'true|false', description: 'whether unfit standards are justified in the app' },
    section: 'records',
  },
  requires_second_factor: {
    kind: 'flag',
    kept: 'column',
    since: 4,
    initially: false,
    description:
      'Whether the application opens the workspace only for people who sign in with a second factor. API keys are not affected.',
    option: { value: 'true|false', description: 'whether people need a second factor to sign in' },
    section: 'general',
  },
  default_decision_rule: { kind: 'text', maxLength: 120, kept: 'column', example: 'Simple acceptance' },
  target_reliability_percent: {
    kind: 'count',
    minimum: 50,
    maximum: 99,
    kept: 'column',
    since: 2,
    initially: 95,
    description: 'Fraction of instruments that should be in tolerance at the end of an interval.',
    option: {
      value: 'percent',
      description: 'fraction that should be in tolerance at the end of an interval',
    },
    section: 'intervals',
  },
  shortest_interval_months: {
    kind: 'count',
    minimum: 1,
    maximum: INTERVAL_MONTHS_MAX,
    kept: 'column',
    since: 2,
    description: 'Shorter intervals are never suggested.',
    option: { value: 'months', description: 'shortest interval that is suggested' },
    section: 'intervals',
  },
  longest_interval_months: {
    kind: 'count',
    minimum: 1,
    maximum: INTERVAL_MONTHS_MAX,
    kept: 'column',
    since: 2,
    description: 'Longer intervals are never suggested.',
    option: { value: 'months', description: 'longest interval that is suggested' },
    section: 'intervals',
  },
  standards: {
    kind: 'keys',
    kept: 'column',
    required: true,
    description: 'Keys of the selected compliance standards.',
    example: ['iso_9001'],
  },
  laboratory_name: {
    kind: 'text',
    maxLength: 255,
    kept: 'laboratory',
    as: 'name',
    ofSites: true,
    example: 'Plant laboratory',
    section: 'laboratory',
  },
  address: {
    kind: 'text',
    maxLength: 1000,
    lines: true,
    kept: 'laboratory',
    ofSites: true,
    description: 'Multiple lines are allowed.',
    example: 'Werkstraße 1\n70173 Stuttgart',
    section: 'laboratory',
  },
  accreditation: {
    kind: 'text',
    maxLength: 500,
    kept: 'laboratory',
    ofSites: true,
    description: 'Accreditation body, scheme and number in one text.',
    section: 'laboratory',
  },
  accreditation_scope: {
    kind: 'scope',
    kept: 'laboratory',
    description:
      'Scope of accreditation. Records within the scope are accredited by default; if no lines are given, all records that state their uncertainty and traceability are.',
  },
  default_customer: {
    kind: 'text',
    maxLength: 1000,
    lines: true,
    kept: 'laboratory',
    ofSites: true,
    description: 'Multiple lines are allowed.',
    section: 'laboratory',
  },
  statements: { kind: 'statements', kept: 'laboratory', ofSites: true },
  logo: {
    kind: 'logo',
    kept: 'laboratory',
    description: 'A PNG or JPEG image of at most 256 KiB as a data URL; plain base64 is also accepted.',
  },
  paper: {
    kind: 'choice',
    choices: certificatePapers,
    kept: 'laboratory',
    initially: 'a4',
    section: 'certificates',
  },
  language: {
    kind: 'language',
    kept: 'laboratory',
    initially: FALLBACK_LANGUAGE,
    description: 'Language of certificates.',
    example: 'de',
    section: 'certificates',
  },
  show_recommended_due_date: {
    kind: 'flag',
    kept: 'laboratory',
    initially: false,
    description: 'Whether certificates recommend a recalibration date (ISO/IEC 17025, 7.8.4.3).',
    section: 'certificates',
  },
} as const satisfies Readonly<Record<string, WorkspaceSetting>>
