import { Modal, NativeSelect, SimpleGrid, Stack, Textarea, TextInput } from '@mantine/core'
import { pointDirections, pointReadings, type PointDirection, type PointReads } from '@plumbline/contract'
import { useState, type FormEvent } from 'react'
import { t } from '../../../base/messages.ts'
import { DialogButtons } from '../../../components/form/dialog-buttons.tsx'
import { BELOW } from '../../../components/form/form-fields.ts'
import { submitting } from '../../../components/form/use-attempt.ts'
import { ToleranceFields } from '../../../components/procedure/tolerance-fields.tsx'
import type { BudgetValues, PointValues } from './draft-values.ts'
import { formOf, pointsOf, type PointFormValues } from './point-values.ts'

interface DialogProps {
  edited: PointValues | undefined
  /** The last point, from which new ones are prefilled. */
  previous: PointValues | undefined
  budgets: readonly BudgetValues[]
  onClose: () => void
  onPoints: (points: PointValues[]) => void
}

/** Edits one point, or creates several that differ in their nominal values. */
export function PointDialog(props: DialogProps) {
  return (
    <Modal
      opened
      onClose={props.onClose}
      size="lg"
      title={t(props.edited ? 'procedure.editPointTitle' : 'procedure.addPoints')}
      closeOnClickOutside={false}
      closeButtonProps={{ 'aria-label': t('action.close') }}
    >
      <PointForm {...props} />
    </Modal>
  )
}

function PointForm({ edited, previous, budgets, onClose, onPoints }: DialogProps) {
  const isNew = edited === undefined
  const [values, setValues] = useState(() => formOf(edited ?? previous, isNew))
  const change = (member: Partial<PointFormValues>) => setValues({ ...values, ...member })
  const ready = values.nominals.trim() !== '' && values.unit.trim() !== ''
  const submit = (event: FormEvent) => {
    // The event would also submit the form of the draft, which contains the dialog.
    event.stopPropagation()
    submitting(() => ready && onPoints(pointsOf(values, edited)))(event)
  }
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="sm">
        <Names values={values} onChange={change} />
        <Nominals values={values} isNew={isNew} onChange={change} />
        <ToleranceFields
          tolerance={values.tolerance}
          unit={values.unit}
          onChange={(tolerance) => change({ tolerance })}
        />
        <Particulars values={values} budgets={budgets} onChange={change} />
        <DialogButtons
          verb={t(isNew ? 'procedure.putPoints' : 'procedure.takePoint')}
          ready={ready}
          onCancel={onClose}
        />
      </Stack>
    </form>
  )
}

interface PartProps {
  values: PointFormValues
  onChange: (member: Partial<PointFormValues>) => void
}

/** A text field of the point. */
function textOf(
  { values, onChange }: PartProps,
  name: Exclude<keyof PointFormValues, 'tolerance' | 'reads'>,
) {
  return {
    value: values[name],
    onChange: (event: { currentTarget: { value: string } }) =>
      onChange({ [name]: event.currentTarget.value }),
  }
}

function Names(part: PartProps) {
  return (
    <SimpleGrid cols={{ base: 1, sm: 3 }}>
      <TextInput
        label={t('procedure.function')}
        {...textOf(part, 'function')}
        data-autofocus
        maxLength={120}
      />
      <TextInput label={t('procedure.channel')} {...textOf(part, 'channel')} maxLength={120} />
      <TextInput label={t('procedure.range')} {...textOf(part, 'range')} maxLength={120} />
    </SimpleGrid>
  )
}

function Nominals({ isNew, ...part }: PartProps & { isNew: boolean }) {
  return (
    <SimpleGrid cols={2}>
      {isNew ? (
        <Textarea
          label={t('procedure.nominals')}
          description={t('procedure.nominalsHint')}
          inputWrapperOrder={BELOW}
          required
          autosize
          minRows={2}
          maxRows={8}
          {...textOf(part, 'nominals')}
        />
      ) : (
        <TextInput label={t('drift.nominal')} required inputMode="decimal" {...textOf(part, 'nominals')} />
      )}
      <TextInput label={t('procedure.unit')} required maxLength={40} {...textOf(part, 'unit')} />
    </SimpleGrid>
  )
}

function Particulars({ budgets, ...part }: PartProps & { budgets: readonly BudgetValues[] }) {
  const none = { value: '', label: t('procedure.noBudget') }
  const named = budgets.map(({ id, name }) => ({ value: id, label: name || '–' }))
  return (
    <>
      <SimpleGrid cols={{ base: 2, sm: 4 }}>
        <TextInput label={t('procedure.resolution')} inputMode="decimal" {...textOf(part, 'resolution')} />
        <TextInput label={t('procedure.span')} inputMode="decimal" {...textOf(part, 'span')} />
        <TextInput label={t('procedure.repeats')} inputMode="numeric" {...textOf(part, 'repeats')} />
        <NativeSelect label={t('procedure.budget')} data={[none, ...named]} {...textOf(part, 'budget_id')} />
      </SimpleGrid>
      <SimpleGrid cols={{ base: 1, sm: 3 }}>
        <NativeSelect
          label={t('procedure.reads')}
          value={part.values.reads}
          data={pointReadings.map((value) => ({ value, label: t(`point.reads.${value}`) }))}
          onChange={(event) => part.onChange({ reads: event.currentTarget.value as PointReads })}
        />
        <NativeSelect
          label={t('point.direction')}
          data={['', ...pointDirections].map((value) => ({
            value,
            label:
              value === '' ? t('procedure.noDirection') : t(`point.direction.${value as PointDirection}`),
          }))}
          {...textOf(part, 'direction')}
        />
        <TextInput label={t('point.position')} maxLength={120} {...textOf(part, 'position')} />
      </SimpleGrid>
      <TextInput label={t('point.conditions')} maxLength={1000} {...textOf(part, 'conditions')} />
      <TextInput label={t('procedure.note')} maxLength={1000} {...textOf(part, 'note')} />
    </>
  )
}
