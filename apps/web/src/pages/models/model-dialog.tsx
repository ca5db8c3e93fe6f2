import { Button, Group, Modal, NativeSelect, SimpleGrid, Stack, TextInput } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { InstrumentModelCreate, intervalUnits, type InstrumentModel } from '@plumbline/contract'
import { fieldErrorsOf, type BodyOf } from '../../api/index.ts'
import { t } from '../../base/messages.ts'
import { ErrorSummary } from '../../components/error-summary.tsx'
import { DialogButtons } from '../../components/form/dialog-buttons.tsx'
import { fieldId, fieldsOf } from '../../components/form/form-fields.ts'
import { submitting, useAttempt } from '../../components/form/use-attempt.ts'
import { wholeNumber } from '../../components/form/whole-number.ts'
import { SuggestedInput } from '../../components/instrument-fields/suggested-input.tsx'
import { showToast } from '../../components/toast.tsx'
import { releasedProceduresQuery } from '../../queries/procedures.ts'
import { useWorkspace } from '../../state/workspace.ts'

/** A model as typed. */
interface ModelValues {
  manufacturer: string
  model: string
  procedure_id: string
  calibration_interval_value: string
  calibration_interval_unit: string
  tolerance_spec: string
  category: string
}

function valuesOf(model: InstrumentModel | null): ModelValues {
  return {
    manufacturer: model?.manufacturer ?? '',
    model: model?.model ?? '',
    procedure_id: model?.procedure_id ?? '',
    calibration_interval_value: String(model?.calibration_interval_value ?? ''),
    calibration_interval_unit: model?.calibration_interval_unit ?? 'months',
    tolerance_spec: model?.tolerance_spec ?? '',
    category: model?.category ?? '',
  }
}

function bodyOf({ calibration_interval_value: interval, ...values }: ModelValues) {
  const hasInterval = interval.trim() !== ''
  const body = {
    ...values,
    procedure_id: values.procedure_id || null,
    calibration_interval_value: hasInterval ? wholeNumber(interval) : null,
    calibration_interval_unit: hasInterval ? values.calibration_interval_unit : null,
    tolerance_spec: values.tolerance_spec.trim() || null,
    category: values.category.trim() || null,
  }
  // Sent as typed: the server refuses text that is not a number, and names the field.
  return body as BodyOf<'createInstrumentModel'>
}

/** Asks for a model; null: a new one. */
export function ModelDialog({ model, onClose }: { model: InstrumentModel | null; onClose: () => void }) {
  const [values, setValues] = useState(() => valuesOf(model))
  const { busy, error, save, remove } = useModel(model, onClose)
  return (
    <Modal
      opened
      onClose={onClose}
      size="lg"
      title={t(model ? 'models.editTitle' : 'models.new')}
      closeOnClickOutside={false}
      closeButtonProps={{ 'aria-label': t('action.close') }}
    >
      <form onSubmit={submitting(() => save(bodyOf(values)))} noValidate>
        <Stack gap="sm">
          <ErrorSummary error={error} labels={labels()} fieldId={fieldId} />
          <ModelFields model={model} values={values} errors={fieldErrorsOf(error)} onChange={setValues} />
          <Group justify={model ? 'space-between' : 'flex-end'}>
            {model && (
              <Button variant="subtle" color="red.9" onClick={remove}>
                {t('models.delete')}
              </Button>
            )}
            <DialogButtons
              verb={t('models.save')}
              busy={busy}
              ready={values.manufacturer.trim() !== '' && values.model.trim() !== ''}
              onCancel={onClose}
            />
          </Group>
        </Stack>
      </form>
    </Modal>
  )
}

function labels(): Record<keyof ModelValues, string> {
  return {
    manufacturer: t('instrumentField.manufacturer'),
    model: t('instrumentField.model'),
    procedure_id: t('model.procedure'),
    calibration_interval_value: t('instrument.interval'),
    calibration_interval_unit: t('model.intervalUnit'),
    tolerance_spec: t('instrumentField.tolerance_spec'),
    category: t('instrumentField.category'),
  }
}

function ModelFields({
  model,
  values,
  errors,
  onChange,
}: {
  model: InstrumentModel | null
  values: ModelValues
  errors: Readonly<Record<string, string>>
  onChange: (values: ModelValues) => void
}) {
  const { text } = fieldsOf({ schema: InstrumentModelCreate, values, errors, labels: labels(), onChange })
  const { label, ...unit } = text('calibration_interval_unit')
  const suggested = (of: 'manufacturer' | 'model' | 'category') => ({
    of,
    manufacturer: values.manufacturer,
    ...text(of),
  })
  return (
    <SimpleGrid cols={{ base: 1, sm: 2 }}>
      <SuggestedInput {...suggested('manufacturer')} required data-autofocus />
      <SuggestedInput {...suggested('model')} required />
      <ProcedureSelect {...text('procedure_id')} current={model} />
      <Group gap="xs" align="flex-end" wrap="nowrap">
        <TextInput {...text('calibration_interval_value')} inputMode="numeric" style={{ flex: 1 }} />
        <NativeSelect
          {...unit}
          aria-label={label}
          data={intervalUnits.map((value) => ({ value, label: t(`unit.${value}`) }))}
        />
      </Group>
      <TextInput {...text('tolerance_spec')} />
      <SuggestedInput {...suggested('category')} />
    </SimpleGrid>
  )
}

/** Selects a released procedure; the model's current one is listed even if it was withdrawn. */
function ProcedureSelect({
  current,
  ...field
}: {
  id: string
  label: string
  value: string
  error: string | undefined
  current: InstrumentModel | null
  onChange: (event: { currentTarget: { value: string } }) => void
}) {
  const { workspaceId } = useWorkspace()
  const { data = [] } = useQuery(releasedProceduresQuery(workspaceId))
  const released = data.map(({ id, code, title }) => ({ value: id, label: `${code} · ${title}` }))
  const kept =
    current?.procedure_id && !data.some(({ id }) => id === current.procedure_id)
      ? [{ value: current.procedure_id, label: current.procedure_code ?? '–' }]
      : []
  return (
    <NativeSelect {...field} data={[{ value: '', label: t('model.noProcedure') }, ...released, ...kept]} />
  )
}

function useModel(model: InstrumentModel | null, onClose: () => void) {
  const { workspaceId, api } = useWorkspace()
  const queries = useQueryClient()
  const { busy, error, attempt } = useAttempt()
  const after = async (done: string) => {
    showToast(done)
    onClose()
    await queries.invalidateQueries({ queryKey: [workspaceId, 'instrument-models'] })
  }
  return {
    busy,
    error,
    save: (body: BodyOf<'createInstrumentModel'>) =>
      attempt(async () => {
        if (model) await api.updateInstrumentModel({ params: { model_id: model.id }, body })
        else await api.createInstrumentModel({ body })
        await after(t('models.saved'))
      }),
    remove: () =>
      void attempt(async () => {
        await api.deleteInstrumentModel({ params: { model_id: model!.id } })
        await after(t('models.deleted'))
      }),
  }
}
