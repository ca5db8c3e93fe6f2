import { ActionIcon, Button, Group, Menu, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { MEASUREMENTS_MAX, refusalSentence } from '@plumbline/contract'
import { readPointsFile } from '@plumbline/contract/procedure'
import { loadRefusals, t } from '../../../base/messages.ts'
import { reasonText } from '../../../base/refusals.ts'
import { FileChoice } from '../../../components/form/file-choice.tsx'
import { fieldId } from '../../../components/form/form-fields.ts'
import { Icon } from '../../../components/icons.tsx'
import { ProcedurePoints, type ShownPoint } from '../../../components/procedure/procedure-points.tsx'
import { Section, type SectionProps } from './draft-section.tsx'
import { budgetBody, newKey, type DraftValues, type PointValues } from './draft-values.ts'
import { MakePointsDialog } from './make-points/make-points-dialog.tsx'
import { PointDialog } from './point-dialog.tsx'

/** The position at which a point is edited or inserted. */
interface Editing {
  readonly index: number
  /** Undefined for new points, which are added after the last one. */
  readonly edited?: PointValues
}

/** The points of the draft as a table; points are edited in a dialog or imported from a file. */
export function PointsSection({ values, errors, onChange }: SectionProps) {
  const { points, budgets } = values
  const [editing, setEditing] = useState<Editing>()
  const change = (now: PointValues[]) => onChange({ ...values, points: now })
  const put = (made: PointValues[]) => {
    change(points.toSpliced(editing!.index, editing!.edited ? 1 : 0, ...made))
    setEditing(undefined)
  }
  return (
    <Section title={t('procedure.points')}>
      <Stack gap="sm">
        <PointTable {...{ values, errors }} onPoints={change} onEdit={setEditing} />
        <Group gap="sm">
          <Button
            variant="default"
            leftSection={<Icon name="plus" size={18} />}
            disabled={points.length >= MEASUREMENTS_MAX}
            onClick={() => setEditing({ index: points.length })}
          >
            {t('procedure.addPoints')}
          </Button>
          <GaugePoints values={values} onPoints={change} />
          <PointsFile values={values} onPoints={change} />
        </Group>
      </Stack>
      {editing && (
        <PointDialog
          edited={editing.edited}
          previous={points.at(-1)}
          budgets={budgets}
          onClose={() => setEditing(undefined)}
          onPoints={put}
        />
      )}
    </Section>
  )
}

function PointTable({
  values,
  errors,
  onPoints,
  onEdit,
}: Pick<SectionProps, 'values' | 'errors'> & {
  onPoints: (points: PointValues[]) => void
  onEdit: (editing: Editing) => void
}) {
  const { points } = values
  if (points.length === 0) return <Text c="dimmed">{t('procedure.noPointsYet')}</Text>
  return (
    <ProcedurePoints
      points={shownOf(values)}
      remark={(point) =>
        problemsOf(
          errors,
          points.findIndex(({ key }) => key === point.key),
        )
      }
      action={(point, index) => (
        <PointActions
          index={index}
          name={`${point.nominal.value} ${point.nominal.unit}`}
          points={points}
          onChange={onPoints}
          onEdit={() => onEdit({ index, edited: points[index]! })}
        />
      )}
    />
  )
}

function shownOf({ points, budgets }: DraftValues): ShownPoint[] {
  const names = new Map(budgets.map(({ id, name }) => [id, name]))
  return points.map((point) => ({
    key: point.key,
    function: point.function ?? null,
    channel: point.channel ?? null,
    range: point.range ?? null,
    nominal: point.nominal,
    tolerance: point.tolerance ?? null,
    resolution: point.resolution ?? null,
    repeats: point.repeats ?? 1,
    note: point.note ?? null,
    budget: names.get(point.budget_id ?? '') ?? null,
  }))
}

/** Returns the server's error about a point, or null. */
function problemsOf(errors: Readonly<Record<string, string>>, index: number) {
  const found = Object.entries(errors).filter(([path]) => path.startsWith(`points.${index}.`))
  if (found.length === 0) return null
  return (
    <Text span c="var(--status-bad)" size="sm">
      {found.map(([, problem]) => problem).join(' ')}
    </Text>
  )
}

interface PointActsProps {
  index: number
  name: string
  points: readonly PointValues[]
  onChange: (points: PointValues[]) => void
  onEdit: () => void
}

function PointActions(props: PointActsProps) {
  const { index, name, onEdit } = props
  return (
    <Group gap={4} wrap="nowrap" justify="flex-end">
      <ActionIcon
        id={fieldId(`points.${index}`)}
        variant="subtle"
        aria-label={t('procedure.editPoint', { name })}
        onClick={onEdit}
      >
        <Icon name="edit" size={18} />
      </ActionIcon>
      <Menu position="bottom-end">
        <Menu.Target>
          <ActionIcon variant="subtle" aria-label={t('procedure.morePoint', { name })}>
            <Icon name="more" size={18} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <PointItems {...props} />
        </Menu.Dropdown>
      </Menu>
    </Group>
  )
}

function PointItems({ index, points, onChange }: PointActsProps) {
  const point = points[index]!
  const { id: _id, ...copied } = point
  const move = (by: number) => onChange(points.toSpliced(index, 1).toSpliced(index + by, 0, point))
  return (
    <>
      <Menu.Item onClick={() => onChange(points.toSpliced(index + 1, 0, { ...copied, key: newKey() }))}>
        {t('procedure.copyPoint')}
      </Menu.Item>
      <Menu.Item disabled={index === 0} onClick={() => move(-1)}>
        {t('procedure.moveUp')}
      </Menu.Item>
      <Menu.Item disabled={index === points.length - 1} onClick={() => move(1)}>
        {t('procedure.moveDown')}
      </Menu.Item>
      <Menu.Item onClick={() => onChange(points.toSpliced(index, 1))}>{t('procedure.removePoint')}</Menu.Item>
    </>
  )
}

/** Adds the points of a gauge from its sizes and a class. */
function GaugePoints({
  values: { points, budgets },
  onPoints,
}: {
  values: DraftValues
  onPoints: (points: PointValues[]) => void
}) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button variant="default" onClick={() => setOpen(true)}>
        {t('maker.open')}
      </Button>
      {isOpen && (
        <MakePointsDialog
          budgets={budgets}
          room={MEASUREMENTS_MAX - points.length}
          onClose={() => setOpen(false)}
          onPoints={(made) => {
            onPoints([...points, ...made])
            setOpen(false)
          }}
        />
      )}
    </>
  )
}

/** Maximum number of mistakes shown for a file. */
const MISTAKES_NAMED_MAX = 5

/** Replaces the points with those of a file. */
function PointsFile({
  values,
  onPoints,
}: {
  values: DraftValues
  onPoints: (points: PointValues[]) => void
}) {
  const [problems, setProblems] = useState<readonly string[]>([])
  const read = async (file: File) => {
    const csv = await file.text()
    const { points, issues } = readPointsFile(csv, { budgets: values.budgets.map(budgetBody) })
    await loadRefusals()
    setProblems(
      issues.map(({ path, reason }) => `${cellName(path)}: ${reasonText(reason) ?? refusalSentence(reason)}`),
    )
    if (issues.length === 0) onPoints(points.map((point) => ({ ...point, key: point.id ?? newKey() })))
  }
  return (
    <>
      <FileChoice accept={['text/csv', '.csv']} onChoose={(file) => void read(file)}>
        {t('procedure.importPoints')}
      </FileChoice>
      {problems.length > 0 && (
        <div role="alert">
          <Text size="sm">{t('procedure.importRefused')}</Text>
          {problems.slice(0, MISTAKES_NAMED_MAX).map((problem) => (
            <Text key={problem} size="sm" c="var(--status-bad)">
              {problem}
            </Text>
          ))}
        </div>
      )}
    </>
  )
}

function cellName([, line, column]: readonly (string | number)[]): string {
  if (line === undefined) return t('procedure.wholeFile')
  return t('procedure.filePlace', { line: Number(line), column: String(column) })
}
