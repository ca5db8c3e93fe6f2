import { ActionIcon, Button, Group, Stack, Text, TextInput } from '@mantine/core'
import { CUSTOM_FIELDS_MAX, CUSTOM_FIELD_VALUE_LENGTH_MAX } from '@plumbline/contract'
import { flushSync } from 'react-dom'
import { t } from '../../base/messages.ts'
import { fieldId } from '../../components/form/form-fields.ts'
import { Icon } from '../../components/icons.tsx'
import styles from './instrument-form.module.css'
import type { CustomFieldRow } from './instrument-form-values.ts'

/** Longest label, as the contract's `propertyNames` has it. */
const LABEL_LENGTH_MAX = 255

/** Labels of one's own with their values. */
export function CustomFieldRows({
  rows,
  error,
  onChange,
}: {
  rows: CustomFieldRow[]
  error: string | undefined
  onChange: (rows: CustomFieldRow[]) => void
}) {
  return (
    <fieldset className={styles.section} id={fieldId('customFields')} tabIndex={-1}>
      <legend>{t('instrument.customFields')}</legend>
      <Stack gap="xs">
        {error && (
          <Text size="sm" c="var(--status-bad)" role="alert">
            {error}
          </Text>
        )}
        {rows.map((row) => (
          <Row
            key={row.key}
            row={row}
            onChange={(part) =>
              onChange(rows.map((one) => (one.key === row.key ? { ...one, ...part } : one)))
            }
            onRemove={() => onChange(rows.filter((one) => one.key !== row.key))}
          />
        ))}
        {rows.length < CUSTOM_FIELDS_MAX && <AddRow rows={rows} onChange={onChange} />}
      </Stack>
    </fieldset>
  )
}

function AddRow({ rows, onChange }: { rows: CustomFieldRow[]; onChange: (rows: CustomFieldRow[]) => void }) {
  const add = () => {
    const key = Math.max(-1, ...rows.map((row) => row.key)) + 1
    // Focuses the new field within the click, so that immediate typing goes into it.
    flushSync(() => onChange([...rows, { key, label: '', value: '' }]))
    document.getElementById(`custom-label-${key}`)?.focus()
  }
  return (
    <Button variant="default" w="fit-content" leftSection={<Icon name="plus" size={18} />} onClick={add}>
      {t('customField.add')}
    </Button>
  )
}

function Row({
  row: { key, label, value },
  onChange,
  onRemove,
}: {
  row: CustomFieldRow
  onChange: (part: Partial<CustomFieldRow>) => void
  onRemove: () => void
}) {
  return (
    <Group gap="xs" wrap="nowrap">
      <TextInput
        id={`custom-label-${key}`}
        aria-label={t('customField.label')}
        placeholder={t('customField.label')}
        maxLength={LABEL_LENGTH_MAX}
        value={label}
        w="30%"
        onChange={(event) => onChange({ label: event.currentTarget.value })}
      />
      <TextInput
        aria-label={t('customField.value', { label })}
        placeholder={t('customField.valuePlaceholder')}
        maxLength={CUSTOM_FIELD_VALUE_LENGTH_MAX}
        value={value}
        style={{ flex: 1 }}
        onChange={(event) => onChange({ value: event.currentTarget.value })}
      />
      <ActionIcon
        variant="subtle"
        color="gray"
        size="lg"
        aria-label={t('customField.remove', { label })}
        onClick={onRemove}
      >
        <Icon name="close" size={18} />
      </ActionIcon>
    </Group>
  )
}
