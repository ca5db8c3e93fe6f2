import {
  changeableSettings,
  workspaceSetting,
  type ChangeableSetting,
  type SettingValue,
} from '@plumbline/contract'
import { wholeNumber } from '../../components/form/whole-number.ts'

/** Settings of other controls: statements are texts of their own, a scope has lines, and standards have their own page. */
const APART = ['statements', 'standards', 'accreditation_scope'] as const
type SettingApart = (typeof APART)[number]

/** A setting that a form holds as one value. */
export type HeldSetting = Exclude<ChangeableSetting, SettingApart>

/** Numbers and what may be missing stand in a form as texts, as typed, so that nothing is lost on the way. */
type Held<Value> = Value extends null ? never : Value extends number ? string : Value

/** Some settings as a form holds them. */
export type SettingValues<Name extends HeldSetting> = { [Each in Name]: Held<SettingValue<Each>> }

/** The settings that forms hold, in the order of the contract's table. */
export const heldSettings = changeableSettings.filter(
  (name): name is HeldSetting => !APART.some((other) => other === name),
)

/** Some settings as the form shows them. */
export function settingValuesOf<Name extends HeldSetting>(
  read: { readonly [Each in Name]: SettingValue<Each> },
  names: readonly Name[],
): SettingValues<Name> {
  const values = names.map((name) => {
    const value: unknown = read[name] ?? ''
    return [name, typeof value === 'number' ? String(value) : value] as const
  })
  return Object.fromEntries(values) as SettingValues<Name>
}

/** Some settings as a form without a value holds them. */
export function emptySettings<Name extends HeldSetting>(names: readonly Name[]): SettingValues<Name> {
  return Object.fromEntries(names.map((name) => [name, ''])) as SettingValues<Name>
}

/** What differs of some settings, as the API takes it: an emptied field is cleared. */
export function settingChanges<Name extends HeldSetting>(
  before: SettingValues<Name>,
  after: SettingValues<Name>,
  names: readonly Name[],
): Record<string, unknown> {
  const changed = names.filter((name) => after[name] !== before[name])
  return Object.fromEntries(changed.map((name) => [name, sentOf(name, after[name])]))
}

function sentOf(name: HeldSetting, value: unknown): unknown {
  const { kind, required, initially } = workspaceSetting(name)
  const isEmpty = typeof value === 'string' && value.trim() === ''
  if (isEmpty && required === undefined && initially === undefined) return null
  return kind === 'count' ? wholeNumber(String(value)) : value
}
