import { SimpleGrid, Stack, Textarea, TextInput } from '@mantine/core'
import { t } from '../../../../base/messages.ts'
import { BELOW } from '../../../../components/form/form-fields.ts'
import { OWN_TABLE, TYPED, type MakerValues } from './maker-values.ts'

/** Properties of each part of the form. */
export interface MakerPartProps {
  values: MakerValues
  onChange: (member: Partial<MakerValues>) => void
}

type TextName = 'name' | 'deviationUnit' | 'goUpper' | 'goLower' | 'noGoUpper' | 'noGoLower'

function textOf({ values, onChange }: MakerPartProps, name: TextName) {
  return {
    value: values[name],
    onChange: (event: { currentTarget: { value: string } }) =>
      onChange({ [name]: event.currentTarget.value }),
  }
}

/** The fields of a custom table, or of the deviations of each member; nothing for a built-in class. */
export function LimitFields(part: MakerPartProps) {
  const { source } = part.values
  if (source === OWN_TABLE) return <OwnTable {...part} />
  return source === TYPED ? <TypedLimits {...part} /> : null
}

function OwnTable(part: MakerPartProps) {
  const { values, onChange } = part
  return (
    <Stack gap="sm">
      <SimpleGrid cols={2}>
        <TextInput label={t('maker.className')} required maxLength={255} {...textOf(part, 'name')} />
        <TextInput
          label={t('maker.deviationUnit')}
          required
          maxLength={40}
          {...textOf(part, 'deviationUnit')}
        />
      </SimpleGrid>
      <Textarea
        label={t('maker.rows')}
        description={t('maker.rowsHint')}
        inputWrapperOrder={BELOW}
        required
        rows={4}
        value={values.rows}
        onChange={(event) => onChange({ rows: event.currentTarget.value })}
      />
    </Stack>
  )
}

function TypedLimits(part: MakerPartProps) {
  const members = [
    { name: 'GO', upper: 'goUpper', lower: 'goLower' },
    { name: 'NO-GO', upper: 'noGoUpper', lower: 'noGoLower' },
  ] as const
  return (
    <Stack gap="sm">
      {members.map(({ name, upper, lower }) => (
        <SimpleGrid key={name} cols={2}>
          <TextInput
            label={t('maker.upper', { member: name })}
            inputMode="decimal"
            {...textOf(part, upper)}
          />
          <TextInput
            label={t('maker.lower', { member: name })}
            inputMode="decimal"
            {...textOf(part, lower)}
          />
        </SimpleGrid>
      ))}
      <TextInput
        label={t('maker.deviationUnit')}
        required
        maxLength={40}
        {...textOf(part, 'deviationUnit')}
      />
    </Stack>
  )
}
