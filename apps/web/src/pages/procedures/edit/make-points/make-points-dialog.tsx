import { Modal, NativeSelect, SimpleGrid, Stack, Text, Textarea, TextInput } from '@mantine/core'
import { useState, type FormEvent } from 'react'
import { MEASUREMENTS_MAX } from '@plumbline/contract'
import { gaugeBlockSets } from '@plumbline/contract/procedure'
import { t } from '../../../../base/messages.ts'
import { DialogButtons } from '../../../../components/form/dialog-buttons.tsx'
import { submitting } from '../../../../components/form/use-attempt.ts'
import { newKey, type BudgetValues, type PointValues } from '../draft-values.ts'
import { ClassField, DesignationField, useStoredClass } from './class-field.tsx'
import { LimitFields, type MakerPartProps } from './limit-fields.tsx'
import {
  emptyMaker,
  makePoints,
  makerKinds,
  type MakerKind,
  type MakerProblem,
  type MakerValues,
} from './maker-values.ts'

interface DialogProps {
  budgets: readonly BudgetValues[]
  /** Number of points that can still be added to the procedure. */
  room: number
  onClose: () => void
  onPoints: (points: PointValues[]) => void
}

/** Creates the points of a gauge from its sizes and a class: a gauge block set, or the members of a limit gauge. */
export function MakePointsDialog(props: DialogProps) {
  return (
    <Modal
      opened
      onClose={props.onClose}
      size="lg"
      title={t('maker.title')}
      closeOnClickOutside={false}
      closeButtonProps={{ 'aria-label': t('action.close') }}
    >
      <MakerForm {...props} />
    </Modal>
  )
}

function MakerForm({ budgets, room, onClose, onPoints }: DialogProps) {
  const [values, setValues] = useState(() => emptyMaker('blocks'))
  const change = (member: Partial<MakerValues>) => setValues({ ...values, ...member })
  const storedClass = useStoredClass(values.source)
  const { points, problem } = makePoints(values, t('maker.length'), storedClass)
  const fits = points.length > 0 && points.length <= room
  const submit = (event: FormEvent) => {
    // The event would also submit the form of the draft, which contains the dialog.
    event.stopPropagation()
    submitting(() => fits && onPoints(points.map((point) => ({ ...point, key: newKey() }))))(event)
  }
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="sm">
        <NativeSelect
          label={t('maker.kind')}
          value={values.kind}
          data={makerKinds.map((kind) => ({ value: kind, label: t(`maker.kind.${kind}`) }))}
          onChange={(event) => setValues(emptyMaker(event.currentTarget.value as MakerKind))}
          data-autofocus
        />
        <ClassField values={values} onChange={change} />
        <DesignationField storedClass={storedClass} values={values} onChange={change} />
        {values.kind === 'blocks' ? (
          <BlockFields values={values} onChange={change} />
        ) : (
          <MemberFields values={values} onChange={change} />
        )}
        <LimitFields values={values} onChange={change} />
        <Particulars values={values} budgets={budgets} onChange={change} />
        <Text role="status" size="sm" c={problem ? 'var(--status-bad)' : 'dimmed'}>
          {problem ? problemText(problem) : t('maker.count', { count: points.length })}{' '}
          {points.length > room && t('maker.tooMany', { limit: MEASUREMENTS_MAX })}
        </Text>
        <DialogButtons verb={t('procedure.putPoints')} ready={fits} onCancel={onClose} />
      </Stack>
    </form>
  )
}

function problemText(problem: MakerProblem): string {
  if (problem.kind === 'unknown') return t('maker.unknown', { sizes: problem.sizes.slice(0, 5).join(', ') })
  const texts = {
    table: 'maker.tableIncomplete',
    limits: 'maker.limitsIncomplete',
    sizes: 'maker.sizesIncomplete',
    loading: 'maker.loading',
  } as const
  return t(texts[problem.kind])
}

function BlockFields({ values, onChange }: MakerPartProps) {
  const chosen = gaugeBlockSets.find(({ sizes }) => sizes.join('\n') === values.sizes)
  return (
    <SimpleGrid cols={{ base: 1, sm: 2 }}>
      <Stack gap="sm">
        <NativeSelect
          label={t('maker.set')}
          value={chosen?.name ?? ''}
          data={[
            { value: '', label: t('maker.ownSet') },
            ...gaugeBlockSets.map(({ name }) => ({ value: name, label: name })),
          ]}
          onChange={(event) => {
            const set = gaugeBlockSets.find(({ name }) => name === event.currentTarget.value)
            onChange({ sizes: set?.sizes.join('\n') ?? '' })
          }}
        />
        <TextInput
          label={t('procedure.unit')}
          required
          maxLength={40}
          value={values.unit}
          onChange={(event) => onChange({ unit: event.currentTarget.value })}
        />
      </Stack>
      <Textarea
        label={t('maker.sizes')}
        required
        rows={5}
        value={values.sizes}
        onChange={(event) => onChange({ sizes: event.currentTarget.value })}
      />
    </SimpleGrid>
  )
}

function MemberFields({ values, onChange }: MakerPartProps) {
  const text = (name: 'designation' | 'go' | 'noGo' | 'unit') => ({
    value: values[name],
    onChange: (event: { currentTarget: { value: string } }) =>
      onChange({ [name]: event.currentTarget.value }),
  })
  return (
    <SimpleGrid cols={{ base: 2, sm: 4 }}>
      <TextInput label={t('maker.designation')} maxLength={120} {...text('designation')} />
      <TextInput label={t('maker.go')} required inputMode="decimal" {...text('go')} />
      <TextInput label={t('maker.noGo')} required inputMode="decimal" {...text('noGo')} />
      <TextInput label={t('procedure.unit')} required maxLength={40} {...text('unit')} />
    </SimpleGrid>
  )
}

function Particulars({ values, budgets, onChange }: MakerPartProps & Pick<DialogProps, 'budgets'>) {
  const text = (name: 'resolution' | 'repeats' | 'budget_id') => ({
    value: values[name],
    onChange: (event: { currentTarget: { value: string } }) =>
      onChange({ [name]: event.currentTarget.value }),
  })
  const none = { value: '', label: t('procedure.noBudget') }
  const named = budgets.map(({ id, name }) => ({ value: id, label: name || '–' }))
  return (
    <SimpleGrid cols={3}>
      <TextInput label={t('procedure.resolution')} inputMode="decimal" {...text('resolution')} />
      <TextInput label={t('procedure.repeats')} inputMode="numeric" {...text('repeats')} />
      <NativeSelect label={t('procedure.budget')} data={[none, ...named]} {...text('budget_id')} />
    </SimpleGrid>
  )
}
