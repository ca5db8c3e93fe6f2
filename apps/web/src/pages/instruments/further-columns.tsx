import { Text } from '@mantine/core'
import type { AppInstrument } from '@plumbline/contract'
import { dateInZone, formatCount, formatDate } from '../../base/formats.ts'
import { t } from '../../base/messages.ts'
import type { Column } from '../../components/data-table/column.ts'
import { InstantText } from '../../components/date-text.tsx'
import { intervalWords, statusWord } from '../../components/instrument-fields/instrument-words.ts'
import type { OpenWorkspace } from '../../state/workspace.ts'
import { CUSTOM_COLUMN } from './file-columns.ts'

/** Returns the columns that are hidden by default. */
export function otherColumns({ workspace }: OpenWorkspace): Column<AppInstrument>[] {
  return [
    text('register', t('instrument.registerStatus'), ({ status }) => statusWord(status), true),
    text(
      'last_calibration',
      t('instrument.lastCalibration'),
      (row) => row.last_calibration_at && formatDate(dateInZone(row.last_calibration_at, workspace.timezone)),
      true,
    ),
    text('interval', t('instrument.interval'), intervalWords, true),
    {
      key: 'created_at',
      label: t('instrument.createdAt'),
      optional: true,
      sort: 'created_at',
      render: ({ created_at }) => <InstantText at={created_at} />,
    },
    {
      key: 'updated_at',
      label: t('instrument.updatedAt'),
      optional: true,
      sort: 'updated_at',
      render: ({ updated_at }) => <InstantText at={updated_at} />,
    },
  ]
}

/** Returns the columns of members that are not texts, which are hidden by default, too. */
export function settingColumns(): Column<AppInstrument>[] {
  const days = (count: number | null) => (count === null ? null : formatCount(count))
  return [
    text(
      'is_reference_standard',
      t('instrument.isReference'),
      (row) => t(row.is_reference_standard ? 'yesNo.yes' : 'yesNo.no'),
      true,
    ),
    text('grace_days', t('instrument.graceDays'), (row) => days(row.grace_days), true),
    text('warning_days', t('instrument.warningDays'), (row) => days(row.warning_days), true),
    text(
      'sent_out_on',
      t('instrument.sentOutOn'),
      (row) => row.sent_out_on && formatDate(row.sent_out_on),
      true,
    ),
  ]
}

/** Returns the column of a custom field; its key is safe in a comma-separated list, whatever its label. */
export function customColumn(label: string): Column<AppInstrument> {
  const key = `${CUSTOM_COLUMN}${encodeURIComponent(label)}`
  return text(key, label, ({ customFields }) => customFields[label] ?? null, true)
}

/** A column of a text that may be lacking and may end in an ellipsis. */
export function text(
  key: string,
  label: string,
  value: (row: AppInstrument) => string | null,
  optional = false,
): Column<AppInstrument> {
  return {
    key,
    label,
    optional,
    gives: 'some',
    render: (row) =>
      titled(value(row)) ?? (
        <Text span c="dimmed">
          –
        </Text>
      ),
  }
}

/** A text that may end in an ellipsis, whole on hover. */
function titled(value: string | null) {
  return value === null ? null : <span title={value}>{value}</span>
}
