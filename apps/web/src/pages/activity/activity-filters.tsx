import { Checkbox, Group, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { ActivityEntry, EntryKind } from '@plumbline/contract'
import { type MessageKey, t, tIfKnown } from '../../base/messages.ts'
import { ChosenFilter, ChosenInstrument } from '../../components/filters/chosen-filter.tsx'
import { FilterBar } from '../../components/filters/filter-bar.tsx'
import { FilterSelect } from '../../components/filters/filter-select.tsx'
import { actorsQuery } from '../../queries/activity.ts'
import { useWorkspace } from '../../state/workspace.ts'
import { type ActivitySearch, isNarrowed, narrowingCount, noFilters, subjectName } from './activity-search.ts'

const of = <Subject extends string, Action extends string>(subject: Subject, ...actions: Action[]) =>
  actions.map((action) => `${subject}.${action}` as const)

/** The kinds of entries that can be selected, by subject. */
const kindGroups = [
  {
    name: 'activityLog.ofCalibrations',
    kinds: [
      ...of('calibration', 'appended', 'approved', 'rejected', 'corrected', 'voided'),
      'certificate.issued',
    ],
  },
  {
    name: 'activityLog.ofInstruments',
    kinds: [
      ...of('instrument', 'created', 'updated', 'status_changed', 'retired', 'quarantined'),
      ...of('instrument', 'quarantine_lifted', 'due_extended', 'due_extension_removed', 'shipment_updated'),
      ...of('document', 'registered', 'archived'),
      ...of('provider', 'created', 'updated', 'document_added'),
    ],
  },
  {
    name: 'activityLog.ofFindings',
    kinds: of('finding', 'opened', 'moved', 'judged', 'noted', 'updated', 'closed'),
  },
  {
    name: 'activityLog.ofProcedures',
    kinds: [
      ...of('procedure', 'created', 'drafted', 'draft_updated', 'draft_discarded', 'released', 'withdrawn'),
      ...of('instrument_model', 'created', 'updated', 'deleted'),
      ...of('class_table', 'created', 'updated', 'retired'),
    ],
  },
  {
    name: 'activityLog.ofSettings',
    kinds: [
      ...of('workspace', 'created', 'updated', 'timezone_change_requested', 'timezone_changed'),
      'workspace.due_dates_recomputed',
      'workspace.rolled_back',
      'standards.selected',
      'ledger.key_replaced',
      ...of('site', 'created', 'updated'),
      ...of('location', 'created', 'updated'),
    ],
  },
  {
    name: 'activityLog.ofPeople',
    kinds: [
      ...of('invitation', 'created', 'renewed', 'withdrawn'),
      ...of('membership', 'created', 'updated', 'deactivated', 'reactivated'),
      ...of('user', 'updated', 'password_changed', 'password_rehashed', 'password_reset', 'address_proven'),
      ...of(
        'user',
        'provider_bound',
        'provider_removed',
        'password_ended',
        'sessions_ended',
        'two_factor_enabled',
        'two_factor_disabled',
        'two_factor_resealed',
        'recovery_codes_renewed',
      ),
      ...of('service_account', 'created', 'updated', 'deactivated', 'reactivated'),
      ...of('api_key', 'created', 'updated', 'revoked'),
    ],
  },
  {
    name: 'activityLog.ofWebhooks',
    kinds: of('webhook', 'created', 'updated', 'deleted', 'secret_rotated', 'secret_resealed', 'disabled'),
  },
] as const satisfies readonly KindGroup[]

type MissingKind = Exclude<EntryKind, (typeof kindGroups)[number]['kinds'][number]>

/** The same groups; a kind that they lack is a type error here. */
const entryKinds: [MissingKind] extends [never] ? readonly KindGroup[] : MissingKind = kindGroups

/** The filters of the log: kind, actor, period, and an object or person selected in a row. */
export function ActivityFilters({ search, rows, onChange }: ChoiceProps & RowsAtHand) {
  return (
    <FilterBar
      count={narrowingCount(search)}
      onClear={isNarrowed(search) ? () => onChange(noFilters) : undefined}
      mb="sm"
    >
      <KindChoice search={search} onChange={onChange} />
      <ActorChoice search={search} onChange={onChange} />
      {(['from', 'to'] as const).map((end) => (
        <TextInput
          key={end}
          type="date"
          w={190}
          aria-label={t(`activityLog.${end}`)}
          leftSection={<span className="field-prefix">{t(`activityLog.${end}`)}</span>}
          leftSectionWidth={56}
          value={search[end] ?? ''}
          onChange={(event) => onChange({ [end]: event.currentTarget.value || undefined })}
        />
      ))}
      <SubjectChoice search={search} rows={rows} onChange={onChange} />
    </FilterBar>
  )
}

interface RowsAtHand {
  /** Entries that know how the chosen thing is called. */
  rows: readonly ActivityEntry[]
}

interface ChoiceProps {
  search: ActivitySearch
  onChange: (change: ActivitySearch) => void
}

/** The object selected in a row or at an instrument; an instrument alone or with everything that belongs to it. */
function SubjectChoice({ search: { subject, instrument }, rows, onChange }: ChoiceProps & RowsAtHand) {
  const chosen = rows.find((entry) => entry.subject.id === subject)?.subject
  const instrumentId = instrument ?? (chosen?.type === 'instrument' ? chosen.id : undefined)
  if ((subject ?? instrument) === undefined) return null
  return (
    <Group gap="xs" wrap="nowrap">
      {instrument !== undefined && (
        <ChosenInstrument id={instrument} onRemove={() => onChange({ instrument: undefined })} />
      )}
      {subject !== undefined && (
        <ChosenFilter
          label={chosen ? subjectName(chosen) : t('activityLog.oneSubject')}
          onRemove={() => onChange({ subject: undefined })}
        />
      )}
      {instrumentId !== undefined && (
        <Checkbox
          label={t('activityLog.withRecords')}
          checked={instrument !== undefined}
          onChange={({ currentTarget: { checked } }) =>
            onChange(
              checked
                ? { instrument: instrumentId, subject: undefined }
                : { subject: instrumentId, instrument: undefined },
            )
          }
        />
      )}
    </Group>
  )
}

function KindChoice({ search, onChange }: ChoiceProps) {
  return (
    <FilterSelect
      label={t('activityLog.kind')}
      any={t('activityLog.anyKind')}
      value={search.kind}
      width={230}
      onChange={(kind) => onChange({ kind })}
      options={entryKinds.map(({ name, kinds }: KindGroup) => ({
        group: t(name),
        items: kinds.map((kind) => ({ value: kind, label: tIfKnown(`activity.${kind}`) ?? kind })),
      }))}
    />
  )
}

/** The system, and people and keys by name. */
function ActorChoice({ search, onChange }: ChoiceProps) {
  const { workspaceId } = useWorkspace()
  const { data = [] } = useQuery(actorsQuery(workspaceId))
  const items = (wanted: string) =>
    data
      .filter(({ type }) => type === wanted)
      .map(({ type, id, name }) => ({ value: id, label: name ?? tIfKnown(`actor.${type}`) ?? type }))
  const isUnknown = search.actor !== undefined && !data.some(({ id }) => id === search.actor)
  return (
    <FilterSelect
      label={t('activityLog.who')}
      any={t('activityLog.anybody')}
      value={search.actor}
      width={200}
      onChange={(actor) => onChange({ actor })}
      options={[
        ...(isUnknown ? [{ value: search.actor!, label: t('activityLog.onePerson') }] : []),
        ...items('system'),
        { group: t('activityLog.people'), items: items('user') },
        { group: t('activityLog.keys'), items: items('api_key') },
      ]}
    />
  )
}

/** Kinds of entries that are about the same sort of thing. */
interface KindGroup {
  name: MessageKey
  kinds: readonly EntryKind[]
}
