import {
  changeableSettings,
  workspaceSetting,
  type ChangeableSetting,
  type SettingValue,
} from '@plumbline/contract'
import { wholeNumber } from '../../components/form/whole-number.ts'

/** Settings with special controls: statements, the scope of accreditation, and standards, which have a separate page. */
const SEPARATE = ['statements', 'standards', 'accreditation_scope'] as const
type SeparateSetting = (typeof SEPARATE)[number]

/** A setting with a single form value. */
export type FormSetting = Exclude<ChangeableSetting, SeparateSetting>

/** Numbers and optional values are texts in a form, as typed, so that nothing is lost. */
type FormValue<Value> = Value extends null ? never : Value extends number ? string : Value

/** Some settings as values of a form. */
export type SettingValues<Name extends FormSetting> = { [Each in Name]: FormValue<SettingValue<Each>> }

/** The settings with a single form value, in the order of the contract's table. */
export const formSettings = changeableSettings.filter(
  (name): name is FormSetting => !SEPARATE.some((other) => other === name),
)

/** Some settings as the form shows them. */
export function settingValuesOf<Name extends FormSetting>(
  read: { readonly [Each in Name]: SettingValue<Each> },
  names: readonly Name[],
): SettingValues<Name> {
  const values = names.map((name) => {
    const value: unknown = read[name] ?? ''
    return [name, typeof value === 'number' ? String(value) : value] as const
  })
  return Object.fromEntries(values) as SettingValues<Name>
}

/** Returns some settings as empty values of a form. */
export function emptySettings<Name extends FormSetting>(names: readonly Name[]): SettingValues<Name> {
  return Object.fromEntries(names.map((name) => [name, ''])) as SettingValues<Name>
}

/** What differs of some settings, as the API takes it: an emptied field is cleared. */
export function settingChanges<Name extends FormSetting>(
  before: SettingValues<Name>,
  after: SettingValues<Name>,
  names: readonly Name[],
): Record<string, unknown> {
  const changed = names.filter((name) => after[name] !== before[name])
  return Object.fromEntries(changed.map((name) => [name, sentOf(name, after[name])]))
}

function sentOf(name: FormSetting, value: unknown): unknown {
  const { kind, required, initially } = workspaceSetting(name)
  const isEmpty = typeof value === 'string' && value.trim() === ''
  if (isEmpty && required === undefined && initially === undefined) return null
  return kind === 'count' ? wholeNumber(String(value)) : value
}
