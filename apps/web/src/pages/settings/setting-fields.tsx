import { Checkbox, NativeSelect, Textarea, TextInput } from '@mantine/core'
import { settingsOfSection, workspaceSetting, type SettingSection } from '@plumbline/contract'
import type { ReactNode } from 'react'
import { languageName, t, tIfKnown } from '../../base/messages.ts'
import { BELOW, type fieldsOf } from '../../components/form/form-fields.ts'
import { useWorkspace } from '../../state/workspace.ts'
import { Wide } from './section.tsx'
import type { FormSetting } from './setting-values.ts'

type Properties = ReturnType<typeof fieldsOf<Record<string, string | boolean>>>

/** Properties of the inputs of a settings form. */
export interface FormFields {
  readonly text: (name: never) => ReturnType<Properties['text']>
  readonly flag: (name: never) => ReturnType<Properties['flag']>
}

/** The name of a setting. */
export function settingLabel(name: FormSetting): string {
  return t(`workspaceField.${name}`)
}

/** What one of the words that a setting takes is called. */
export function choiceWords(name: FormSetting, value: string): string {
  const choice = `${name}.${value}`
  return tIfKnown(`workspaceChoice.${choice}`) ?? value
}

/** The fields of a section without special controls, rendered by their kind in the contract's table. */
export function SettingFields({
  of,
  among,
  fields,
}: {
  of: SettingSection
  /** The settings of the form. */
  among: readonly FormSetting[]
  fields: FormFields
}) {
  return settingsOfSection(of, among).map((name) => <SettingField key={name} name={name} fields={fields} />)
}

function SettingField({ name, fields }: { name: FormSetting; fields: FormFields }) {
  const { workspace } = useWorkspace()
  const setting = workspaceSetting(name)
  const description = tIfKnown(`workspaceFieldHint.${name}`)
  const hint = description !== undefined && { description, inputWrapperOrder: BELOW }
  // The form has each setting of its section, so the name is valid.
  const text = () => ({ ...fields.text(name as never), ...hint })
  switch (setting.kind) {
    case 'flag':
      return (
        <Wide>
          <Checkbox {...fields.flag(name as never)} description={description} />
        </Wide>
      )
    case 'count':
      return <TextInput {...text()} inputMode="numeric" maxLength={String(setting.maximum).length} />
    case 'choice':
      return (
        <NativeSelect {...text()} data={choicesOf(setting.choices, (value) => choiceWords(name, value))} />
      )
    case 'language':
      return <NativeSelect {...text()} data={choicesOf(workspace.print_languages, languageName)} />
    default:
      return setting.kind === 'text' && setting.lines ? (
        <Textarea {...text()} autosize minRows={3} maxRows={8} />
      ) : (
        <TextInput {...text()} />
      )
  }
}

function choicesOf(values: readonly string[], words: (value: string) => string) {
  return values.map((value) => ({ value, label: words(value) }))
}

/** Returns the settings of a section without special controls, for read-only display. */
export function settingFacts<Name extends FormSetting>(
  of: SettingSection,
  read: { readonly [Each in Name]: unknown },
  among: readonly Name[],
): (readonly [label: string, value: ReactNode])[] {
  return settingsOfSection(of, among).map((name) => [settingLabel(name), wordsOf(name, read[name])] as const)
}

function wordsOf(name: FormSetting, value: unknown): string | number | null {
  if (typeof value === 'boolean') return t(value ? 'yesNo.yes' : 'yesNo.no')
  if (typeof value === 'number') return value
  if (typeof value !== 'string') return null
  const { kind } = workspaceSetting(name)
  if (kind === 'language') return languageName(value)
  return kind === 'choice' ? choiceWords(name, value) : value
}
