import {
  isCountedMember,
  isSilentMember,
  memberNameKeys,
  type ActivityEntry,
  type InstrumentEntryMember,
} from '@plumbline/contract'
import { formatCount, formatDate, formatInstant } from '../../base/formats.ts'
import { languageName, t, tIfKnown } from '../../base/messages.ts'
import type { OpenWorkspace } from '../../state/workspace.ts'
import { recordFields } from '../calibration-record/record-fields.ts'
import { fieldLabels } from '../instrument-fields/field-labels.ts'
import { nameOf } from '../instrument-fields/instrument-words.ts'

/** One changed field in words. */
export interface ChangeLine {
  field: string
  before: string
  after: string
  /** Whether there was no previous value. */
  isNew: boolean
}

/** Members with tokens, and the prefixes of their labels. */
const WORDS_OF_TOKENS: Readonly<Record<string, string>> = {
  calibration_interval_unit: 'unit',
  calibration_type: 'calibrationType',
  closed_because: 'report.closedBecause',
  decision_rule: 'decisionRule',
  default_decision_rule: 'decisionRule',
  document_type: 'documentType',
  event_types: 'eventType',
  events: 'eventType',
  judgement: 'judgement',
  reference_standard_condition: 'standardCondition',
  result: 'result',
  role: 'role',
  scope: 'scope',
  status: 'instrumentStatus',
}

/** Longer values say no more than their beginning. */
const SHOWN_LENGTH = 400

/** Where names of ids, and dates in the zone of the workspace, come from. */
interface Known extends Pick<OpenWorkspace, 'sites' | 'locations' | 'workspace'> {
  /** Names of compliance standards by key; without them, the keys are shown. */
  readonly standardNames?: ReadonlyMap<string, string> | undefined
}

/** Before and after of each changed field, in words and without ids. */
export function changeLines(entry: ActivityEntry, open: Known): ChangeLine[] {
  const labels = fieldNames()
  return Object.entries(entry.changes)
    .filter(([name]) => !isSilentMember(name))
    .map(([name, { before, after }]) => ({
      field: labelOf(name),
      before: words(name, before),
      after: words(name, after),
      isNew: before === null,
    }))

  function labelOf(name: string): string {
    const { ofSubject, general } = memberNameKeys(entry.subject.type, name)
    const known = general.flatMap((key) => tIfKnown(key) ?? [])
    return tIfKnown(ofSubject) ?? labels[name] ?? known[0] ?? name
  }

  function words(name: string, value: unknown): string {
    if (value === null || value === undefined || value === '') return '–'
    if (typeof value === 'boolean') return t(value ? 'yesNo.yes' : 'yesNo.no')
    if (Array.isArray(value) && isCountedMember(name)) return formatCount(value.length)
    if (Array.isArray(value)) return value.map((part) => words(name, part)).join(', ') || '–'
    if (typeof value === 'object') {
      return Object.entries(value)
        .filter(([label, part]) => part !== null && !isSilentMember(label))
        .map(([label, part]) => `${labelOf(label)}: ${words(label, part)}`)
        .join(', ')
    }
    return textWords(name, typeof value === 'string' ? value : JSON.stringify(value), open)
  }
}

/** Names of the fields of records and instruments. */
function fieldNames(): Readonly<Record<string, string>> {
  const ofRecord = Object.fromEntries(recordFields().map(({ name, label }) => [name, label]))
  const ofInstrument: Record<InstrumentEntryMember, string> = {
    ...fieldLabels(),
    is_quarantined: t('status.quarantined'),
    extension_until: t('instrument.extendedUntil'),
    custom_fields: t('instrument.customFields'),
  }
  return { ...ofRecord, ...ofInstrument }
}

/** Returns a token, an ID, a date or a text for display. */
function textWords(name: string, text: string, open: Known): string {
  const named = WORDS_OF_TOKENS[name] ?? `workspaceChoice.${name}`
  const word = tIfKnown(`${named}.${text}`)
  if (word !== undefined || name in WORDS_OF_TOKENS) return word ?? text
  if (name === 'standards') return open.standardNames?.get(text) ?? text
  if (name === 'language') return languageName(text)
  if (name === 'logo') return t('changed.aPicture')
  if (name === 'procedure_id') return t('changed.aProcedure')
  if (name === 'responsible_id') return t('changed.aPerson')
  if (name === 'site_id' || name === 'site_ids') return nameOf(open.sites, text) ?? '–'
  if (name === 'location_id') return nameOf(open.locations, text) ?? '–'
  if (/^\d{4}-\d\d-\d\d$/.test(text)) return formatDate(text)
  if (/^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(text)) return formatInstant(text, open.workspace.timezone)
  return text.length > SHOWN_LENGTH ? `${text.slice(0, SHOWN_LENGTH)}…` : text
}
