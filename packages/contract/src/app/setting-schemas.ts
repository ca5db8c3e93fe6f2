import { Type, type TSchema } from 'typebox'
import { workspaceSetting, type SettingName, type SettingValue } from '../fields/workspace-values.ts'
import {
  CalendarDate,
  Closed,
  DecimalString,
  NameText,
  Nullable,
  OneOf,
  PrintLanguage,
  Text,
} from '../shared/values.ts'

/** Maximum size of a logo in bytes: enough for any at print size. */
export const LOGO_BYTES_MAX = 256 * 1024

/** Base64 encodes three bytes as four characters; the rest is the prefix of a data URL. */
const LOGO_LENGTH_MAX = Math.ceil(LOGO_BYTES_MAX / 3) * 4 + 64

/** Maximum number of keys that a setting lists, and of characters of each. */
const KEYS_MAX = 100
const KEY_LENGTH_MAX = 64

const Statements = Closed(
  {
    scope: Type.Optional(Text(2000, { description: 'To what the results apply.' })),
    reproduction: Type.Optional(Text(2000, { description: 'How the certificate may be copied.' })),
    further: Type.Optional(Text(4000)),
  },
  { $id: 'CertificateStatements' },
)

/** Maximum number of lines of a scope of accreditation. */
export const SCOPE_LINES_MAX = 200

const Scope = Type.Array(
  Closed(
    {
      quantity: NameText(120, {
        description: 'As points name it in `function`; of a single reading the category.',
      }),
      from: DecimalString(),
      to: DecimalString(),
      unit: NameText(40),
      cmc: Nullable(
        DecimalString({ description: 'In `cmc_unit`, else in `unit`. It or `cmc_percent` is required.' }),
      ),
      cmc_unit: Nullable(Text(40, { minLength: 1 })),
      cmc_percent: Nullable(DecimalString({ description: 'Of the value, in addition to `cmc`.' })),
      method: Nullable(Text(255)),
      since: Nullable(CalendarDate()),
      until: Nullable(CalendarDate()),
    },
    { $id: 'ScopeLine' },
  ),
  { maxItems: SCOPE_LINES_MAX },
)

type ReadSetting<Name extends SettingName> = Type.TUnsafe<SettingValue<Name>>

/** Members of settings in responses. */
export function settingsRead<Name extends SettingName>(
  names: readonly Name[],
): { [Each in Name]: ReadSetting<Each> } {
  const members = names.map((name) => [name, orNull(name, readSchema(name))] as const)
  return Object.fromEntries(members) as { [Each in Name]: ReadSetting<Each> }
}

/** Members of settings in changes: an omitted member stays unchanged, null clears it. */
export function settingsWritten<Name extends SettingName>(
  names: readonly Name[],
): { [Each in Name]: Type.TOptional<ReadSetting<Each>> } {
  const members = names.map((name) => [name, Type.Optional(orNull(name, writtenSchema(name)))] as const)
  return Object.fromEntries(members) as { [Each in Name]: Type.TOptional<ReadSetting<Each>> }
}

/** Values of settings in the examples. */
export function settingExamples<Name extends SettingName>(
  names: readonly Name[],
): { [Each in Name]: SettingValue<Each> } {
  const values = names.map((name) => {
    const { example, initially = null } = workspaceSetting(name)
    return [name, example ?? initially] as const
  })
  return Object.fromEntries(values) as { [Each in Name]: SettingValue<Each> }
}

function orNull(name: SettingName, schema: TSchema): TSchema {
  const { required, initially } = workspaceSetting(name)
  return required === undefined && initially === undefined ? Nullable(schema) : schema
}

function readSchema(name: SettingName): TSchema {
  const setting = workspaceSetting(name)
  const options = setting.description === undefined ? {} : { description: setting.description }
  switch (setting.kind) {
    case 'text':
      return setting.required ? Type.String(options) : Text(setting.maxLength, options)
    case 'flag':
      return Type.Boolean(options)
    case 'count':
      return Type.Integer(options)
    case 'choice':
      return OneOf(setting.choices, options)
    case 'language':
      return PrintLanguage(options)
    case 'keys':
      return Type.Array(Type.String(), options)
    case 'logo':
      return Type.String({ maxLength: LOGO_LENGTH_MAX, ...options })
    case 'scope':
      return Type.Array(Scope.items, { maxItems: SCOPE_LINES_MAX, ...options })
    default:
      return Statements
  }
}

/** Members of requests have limits that responses need not repeat. */
function writtenSchema(name: SettingName): TSchema {
  const setting = workspaceSetting(name)
  switch (setting.kind) {
    case 'text':
      return setting.required ? NameText(setting.maxLength) : readSchema(name)
    case 'count':
      return Type.Integer({ minimum: setting.minimum, maximum: setting.maximum })
    case 'keys':
      return Type.Array(Text(KEY_LENGTH_MAX), { maxItems: KEYS_MAX })
    default:
      return readSchema(name)
  }
}
