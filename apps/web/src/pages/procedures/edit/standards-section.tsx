import { ActionIcon, Button, Group, Stack, Text, TextInput } from '@mantine/core'
import { REQUIRED_STANDARDS_MAX } from '@plumbline/contract'
import { t } from '../../../base/messages.ts'
import { fieldId } from '../../../components/form/form-fields.ts'
import { Icon } from '../../../components/icons.tsx'
import { Section, type SectionProps } from './draft-section.tsx'
import { newKey, type StandardValues } from './draft-values.ts'

/** The required standards, each with the minimum test uncertainty ratio. */
export function StandardsSection({ values, errors, onChange }: SectionProps) {
  const { required_standards: standards } = values
  const change = (now: StandardValues[]) => onChange({ ...values, required_standards: now })
  return (
    <Section title={t('procedure.requiredStandards')}>
      <Stack gap="sm">
        {standards.length === 0 && <Text c="dimmed">{t('procedure.noStandards')}</Text>}
        {standards.map((standard, index) => (
          <StandardRow
            key={standard.key}
            standard={standard}
            path={`required_standards.${index}`}
            errors={errors}
            onChange={(now) => change(standards.with(index, now))}
            onRemove={() => change(standards.toSpliced(index, 1))}
          />
        ))}
        <Group>
          <Button
            variant="default"
            leftSection={<Icon name="plus" size={18} />}
            disabled={standards.length >= REQUIRED_STANDARDS_MAX}
            onClick={() => change([...standards, { key: newKey(), role: '', minimum_tur: '' }])}
          >
            {t('procedure.addStandard')}
          </Button>
        </Group>
      </Stack>
    </Section>
  )
}

function StandardRow({
  standard,
  path,
  errors,
  onChange,
  onRemove,
}: {
  standard: StandardValues
  path: string
  errors: SectionProps['errors']
  onChange: (standard: StandardValues) => void
  onRemove: () => void
}) {
  const text = (member: 'role' | 'minimum_tur') => ({
    value: standard[member],
    error: errors[`${path}.${member}`],
    onChange: (event: { currentTarget: { value: string } }) =>
      onChange({ ...standard, [member]: event.currentTarget.value }),
  })
  return (
    <Group align="flex-end" gap="sm" wrap="nowrap">
      <TextInput {...text('role')} id={fieldId(path)} label={t('procedure.role')} style={{ flex: 1 }} />
      <TextInput
        {...text('minimum_tur')}
        label={t('procedure.minimumTurLabel')}
        inputMode="decimal"
        w={140}
      />
      <ActionIcon
        variant="default"
        size={36}
        aria-label={t('procedure.removeStandard', { name: standard.role || '–' })}
        onClick={onRemove}
      >
        <Icon name="close" size={18} />
      </ActionIcon>
    </Group>
  )
}
