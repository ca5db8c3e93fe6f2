import { Button, Group, NativeSelect, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { ActivityEntry } from '@plumbline/contract'
import { Icon } from '../../components/icons.tsx'
import { t, tIfKnown } from '../../messages.ts'
import { actorsQuery } from '../../queries/activity.ts'
import { useWorkspace } from '../../workspace.ts'
import { entryKinds, type KindGroup } from './entry-kinds.ts'
import { isNarrowed, noFilters, subjectName, type ActivitySearch } from './activity-search.ts'

/** What the log is narrowed to: kind, who, when, and one thing or person that was chosen in a row. */
export function ActivityFilters({
  search,
  rows,
  onChange,
}: {
  search: ActivitySearch
  /** Entries at hand, which know how the chosen thing and person are called. */
  rows: readonly ActivityEntry[]
  onChange: (change: ActivitySearch) => void
}) {
  const subject = rows.find((entry) => entry.subject.id === search.subject)?.subject
  return (
    <Group gap="xs" align="center" mb="sm" className="screen-only" role="search">
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
      {search.subject !== undefined && (
        <Chosen
          label={subject ? subjectName(subject) : t('activityLog.oneSubject')}
          onRemove={() => onChange({ subject: undefined })}
        />
      )}
      {isNarrowed(search) && (
        <Button variant="subtle" onClick={() => onChange(noFilters)}>
          {t('filter.clear')}
        </Button>
      )}
    </Group>
  )
}

interface ChoiceProps {
  search: ActivitySearch
  onChange: (change: ActivitySearch) => void
}

function KindChoice({ search, onChange }: ChoiceProps) {
  return (
    <NativeSelect
      w={230}
      aria-label={t('activityLog.kind')}
      value={search.kind ?? ''}
      onChange={(event) => onChange({ kind: event.currentTarget.value || undefined })}
      data={[
        { value: '', label: t('activityLog.anyKind') },
        ...entryKinds.map(({ name, kinds }: KindGroup) => ({
          group: t(name),
          items: kinds.map((kind) => ({ value: kind, label: tIfKnown(`activity.${kind}`) ?? kind })),
        })),
      ]}
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
    <NativeSelect
      w={200}
      aria-label={t('activityLog.who')}
      value={search.actor ?? ''}
      onChange={(event) => onChange({ actor: event.currentTarget.value || undefined })}
      data={[
        { value: '', label: t('activityLog.anybody') },
        ...(isUnknown ? [{ value: search.actor!, label: t('activityLog.onePerson') }] : []),
        ...items('system'),
        { group: t('activityLog.people'), items: items('user') },
        { group: t('activityLog.keys'), items: items('api_key') },
      ]}
    />
  )
}

/** One thing that the log is narrowed to, to be let go of again. */
function Chosen({ label, onRemove }: { label: string; onRemove: () => void }) {
  return (
    <Button
      variant="light"
      rightSection={<Icon name="close" size={16} />}
      aria-label={t('activityLog.letGo', { name: label })}
      onClick={onRemove}
    >
      {label}
    </Button>
  )
}
