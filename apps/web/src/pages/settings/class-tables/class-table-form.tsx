import { Stack, Text, Textarea, TextInput } from '@mantine/core'
import { useEffect, useMemo, useState, type ReactNode } from 'react'
import { ClassTableCreate, refusalSentence, type ClassColumn } from '@plumbline/contract'
import { fieldErrorsOf } from '../../../api/index.ts'
import { loadRefusals, t } from '../../../base/messages.ts'
import { reasonText } from '../../../base/refusals.ts'
import { ClassRows } from '../../../components/class-table/class-rows.tsx'
import { ErrorSummary } from '../../../components/error-summary.tsx'
import { FileChoice } from '../../../components/form/file-choice.tsx'
import { BELOW, fieldId, fieldsOf } from '../../../components/form/form-fields.ts'
import { FormFoot } from '../../../components/form/form-foot.tsx'
import { submitting } from '../../../components/form/use-attempt.ts'
import { Section, Wide } from '../section.tsx'
import {
  readValues,
  type ClassTableValues,
  type ReadClassTable,
  type RowProblem,
} from './class-table-values.ts'

/** Names of the fields. */
export function classTableLabels(): Record<keyof ClassTableValues, string> {
  return {
    name: t('classTables.name'),
    source: t('classTables.source'),
    unit: t('classTables.unit'),
    deviation_unit: t('classTables.deviationUnit'),
    rows: t('classTables.rows'),
  }
}

interface ClassTableFormProps {
  values: ClassTableValues
  /** The classes to which rows without a heading belong. */
  present: readonly ClassColumn[]
  error: unknown
  /** Shown in place of the error. */
  notice?: ReactNode
  busy: boolean
  changed: boolean
  submitLabel: string
  cancel: ReactNode
  onChange: (values: ClassTableValues) => void
  onSubmit: () => void
}

/** The form of a class table: its properties, and its rows as text that can be pasted from and into spreadsheets. */
export function ClassTableForm(props: ClassTableFormProps) {
  const { values, present, error, notice, changed, onChange, onSubmit, ...foot } = props
  const labels = classTableLabels()
  const { text } = fieldsOf({
    schema: ClassTableCreate,
    values,
    errors: fieldErrorsOf(error),
    labels,
    onChange,
  })
  const read = useMemo(() => readValues(values, [...present]), [values, present])
  const unitError = read.hasUnits ? text('deviation_unit').error : t('classTables.unitsDiffer')
  return (
    <form onSubmit={submitting(onSubmit)} noValidate>
      <Stack gap="lg">
        {notice || <ErrorSummary error={error} labels={labels} fieldId={fieldId} />}
        <Section title={t('classTables.table')}>
          <TextInput {...text('name')} required />
          <TextInput
            {...text('source')}
            required
            description={t('classTables.sourceHint')}
            inputWrapperOrder={BELOW}
          />
          <TextInput {...text('unit')} required />
          <TextInput {...text('deviation_unit')} required error={unitError} />
        </Section>
        <Section title={t('classTables.rows')}>
          <Wide>
            <Rows values={values} read={read} onChange={onChange} />
          </Wide>
        </Section>
        <FormFoot {...foot} ready={changed && read.isComplete} />
      </Stack>
    </form>
  )
}

function Rows({
  values,
  read,
  onChange,
}: {
  values: ClassTableValues
  read: ReadClassTable
  onChange: (values: ClassTableValues) => void
}) {
  const change = (rows: string) => onChange({ ...values, rows })
  return (
    <Stack gap="sm">
      <Textarea
        id={fieldId('rows')}
        label={t('classTables.block')}
        description={t('classTables.blockHint')}
        inputWrapperOrder={BELOW}
        required
        autosize
        minRows={5}
        maxRows={24}
        wrap="off"
        spellCheck={false}
        styles={{
          input: { fontFamily: 'var(--mantine-font-family-monospace)', tabSize: widthOf(values.rows) },
        }}
        value={values.rows}
        onChange={(event) => change(event.currentTarget.value)}
      />
      <Problems problems={read.problems} />
      <div>
        <FileChoice accept={['text/csv', '.csv']} onChoose={(file) => void file.text().then(change)}>
          {t('classTables.readFile')}
        </FileChoice>
      </div>
      <ReadRows read={read} />
    </Stack>
  )
}

/** The limits as they were read. */
function ReadRows({ read: { content, problems } }: { read: ReadClassTable }) {
  if (problems.length > 0 || content.rows.length === 0) return null
  return (
    <>
      <Text size="sm" c="dimmed" role="status">
        {t('classTables.read', { count: content.rows.length })}
      </Text>
      <ClassRows {...content} caption={t('classTables.rows')} />
    </>
  )
}

/** Maximum tab width in characters, so that the columns of most tables are aligned with their headings. */
const TAB_WIDTH_MAX = 20

function widthOf(block: string): number {
  const longest = Math.max(...block.split(/[\t\n]/, 200).map((text) => text.length))
  return Math.min(TAB_WIDTH_MAX, longest + 2)
}

/** Mistakes that are named. */
const MISTAKES_NAMED_MAX = 5

function Problems({ problems }: { problems: readonly RowProblem[] }) {
  const isKnown = useRefusals(problems.length > 0)
  if (problems.length === 0 || !isKnown) return null
  return (
    <div role="alert">
      {problems.slice(0, MISTAKES_NAMED_MAX).map((problem) => (
        <Text key={JSON.stringify(problem)} size="sm" c="var(--status-bad)">
          {cellName(problem)}: {reasonText(problem.reason) ?? refusalSentence(problem.reason)}
        </Text>
      ))}
      {problems.length > MISTAKES_NAMED_MAX && (
        <Text size="sm" c="var(--status-bad)">
          {t('classTables.moreMistakes', { count: problems.length - MISTAKES_NAMED_MAX })}
        </Text>
      )}
    </div>
  )
}

function cellName({ line, column }: RowProblem): string {
  if (line === undefined) return t('classTables.rows')
  return column === undefined
    ? t('classTables.line', { line })
    : t('classTables.place', { line, column: column || '–' })
}

/** The sentences of mistakes come when there is one. */
function useRefusals(isNeeded: boolean): boolean {
  const [isKnown, setKnown] = useState(false)
  useEffect(() => {
    if (isNeeded) void loadRefusals().then(() => setKnown(true))
  }, [isNeeded])
  return isKnown
}
