import type { ActivityEntry } from '@plumbline/contract'
import { formatDate, formatInstant } from '../../formats.ts'
import { t, tIfKnown } from '../../messages.ts'
import type { OpenWorkspace } from '../../workspace.ts'
import { fieldLabels } from '../instruments/field-labels.ts'
import { nameOf } from '../instruments/instrument-columns.tsx'

/** One changed field in words. */
export interface ChangeLine {
  field: string
  before: string
  after: string
}

/** What only the machinery reads: ids of other entries, and what another line says already. */
const SILENT = new Set([
  'extension_granted_by',
  'extension_basis_id',
  'extension_reason',
  'status_before_sending_out',
  'sent_out_on',
  'quarantine_calibration_id',
])

/** Before and after of each changed field, in words and without ids. */
export function changeLines(
  entry: ActivityEntry,
  open: Pick<OpenWorkspace, 'sites' | 'locations' | 'workspace'>,
): ChangeLine[] {
  const labels: Readonly<Record<string, string>> = {
    ...fieldLabels(),
    status: t('instrument.registerStatus'),
    is_quarantined: t('status.quarantined'),
    extension_until: t('instrument.extendedUntil'),
    custom_fields: t('instrument.customFields'),
    requires_signature: t('instrument.signature'),
  }
  return Object.entries(entry.changes)
    .filter(([name]) => !SILENT.has(name))
    .map(([name, { before, after }]) => ({
      field: labels[name] ?? name,
      before: words(name, before),
      after: words(name, after),
    }))

  function words(name: string, value: unknown): string {
    if (value === null || value === undefined || value === '') return '–'
    if (typeof value === 'boolean') return t(value ? 'answer.yes' : 'answer.no')
    if (typeof value === 'object') {
      return Object.entries(value)
        .map(([label, part]) => `${label}: ${words(label, part)}`)
        .join(', ')
    }
    const text = typeof value === 'string' ? value : JSON.stringify(value)
    if (name === 'status') return tIfKnown(`instrumentStatus.${text}`) ?? text
    if (name === 'site_id') return nameOf(open.sites, text) ?? '–'
    if (name === 'location_id') return nameOf(open.locations, text) ?? '–'
    if (/^\d{4}-\d\d-\d\d$/.test(text)) return formatDate(text)
    if (/^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(text)) return formatInstant(text, open.workspace.timezone)
    return tIfKnown(`unit.${text}`) ?? text
  }
}
