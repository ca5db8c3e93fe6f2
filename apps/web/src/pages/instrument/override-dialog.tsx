import { Button, Checkbox, Group, Modal, SimpleGrid, Stack, Textarea, TextInput } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import {
  REASON_LENGTH_MAX,
  type AppInstrument,
  type NominalValue,
  type InstrumentPoint,
  type PointOverride,
} from '@plumbline/contract'
import type { BodyOf } from '../../api/index.ts'
import { t } from '../../base/messages.ts'
import { ErrorSummary } from '../../components/error-summary.tsx'
import { DialogButtons } from '../../components/form/dialog-buttons.tsx'
import { submitting, useAttempt } from '../../components/form/use-attempt.ts'
import { ToleranceFields } from '../../components/procedure/tolerance-fields.tsx'
import {
  decimalOf,
  toleranceOf,
  toleranceValues,
  type ToleranceValues,
} from '../../components/procedure/tolerance-values.ts'
import { showToast } from '../../components/toast.tsx'
import { useWorkspace } from '../../state/workspace.ts'

interface OverrideProps {
  instrument: AppInstrument
  /** The point as it currently applies to the instrument. */
  point: InstrumentPoint
  onClose: () => void
}

/** Asks for a nominal value or tolerance of the instrument's own at one point, with the reason. */
export function OverrideDialog(props: OverrideProps) {
  const { point, onClose } = props
  return (
    <Modal
      opened
      onClose={onClose}
      size="lg"
      title={t('procedure.overrideTitle', { name: `${point.nominal.value} ${point.nominal.unit}` })}
      closeOnClickOutside={false}
      closeButtonProps={{ 'aria-label': t('action.close') }}
    >
      <OverrideForm {...props} />
    </Modal>
  )
}

function OverrideForm({ instrument, point, onClose }: OverrideProps) {
  const present = instrument.point_overrides.find(({ point_id: id }) => id === point.point_id)
  const [values, setValues] = useState(() => valuesOf(point, present))
  const { busy, error, save } = useOverrides(instrument, onClose)
  const override = overrideOf(point, values)
  const others = instrument.point_overrides.filter(({ point_id: id }) => id !== point.point_id)
  return (
    <form onSubmit={submitting(() => save([...others, override]))} noValidate>
      <Stack gap="sm">
        <ErrorSummary error={error} />
        <OwnValues values={values} onChange={setValues} />
        <Textarea
          label={t('act.reason')}
          required
          autosize
          minRows={2}
          maxLength={REASON_LENGTH_MAX}
          value={values.reason}
          onChange={(event) => setValues({ ...values, reason: event.currentTarget.value })}
        />
        <Group justify={present ? 'space-between' : 'flex-end'}>
          {present && (
            <Button variant="subtle" onClick={() => void save(others)}>
              {t('procedure.removeOverride')}
            </Button>
          )}
          <DialogButtons
            verb={t('action.save')}
            busy={busy}
            ready={override.reason !== '' && (override.nominal !== null || override.tolerance !== null)}
            onCancel={onClose}
          />
        </Group>
      </Stack>
    </form>
  )
}

/** An override as typed. */
interface OverrideValues {
  hasNominal: boolean
  nominal: NominalValue
  hasTolerance: boolean
  tolerance: ToleranceValues
  reason: string
}

function valuesOf(point: InstrumentPoint, present: PointOverride | undefined): OverrideValues {
  return {
    hasNominal: present?.nominal != null,
    nominal: point.nominal,
    // Most overrides change the tolerance.
    hasTolerance: present === undefined || present.tolerance !== null,
    tolerance: toleranceValues(point.tolerance),
    reason: present?.reason ?? '',
  }
}

function overrideOf({ point_id: id }: InstrumentPoint, values: OverrideValues): PointOverride {
  const { value, unit } = values.nominal
  return {
    point_id: id,
    nominal: values.hasNominal ? { value: decimalOf(value), unit } : null,
    tolerance: values.hasTolerance ? toleranceOf(values.tolerance) : null,
    reason: values.reason.trim(),
  }
}

function OwnValues({
  values,
  onChange,
}: {
  values: OverrideValues
  onChange: (values: OverrideValues) => void
}) {
  const { nominal } = values
  const check = (member: 'hasNominal' | 'hasTolerance') => ({
    checked: values[member],
    onChange: (event: { currentTarget: { checked: boolean } }) =>
      onChange({ ...values, [member]: event.currentTarget.checked }),
  })
  const text = (member: keyof NominalValue) => ({
    value: nominal[member],
    onChange: (event: { currentTarget: { value: string } }) =>
      onChange({ ...values, nominal: { ...nominal, [member]: event.currentTarget.value } }),
  })
  return (
    <>
      <Checkbox label={t('procedure.ownNominal')} {...check('hasNominal')} />
      {values.hasNominal && (
        <SimpleGrid cols={2}>
          <TextInput label={t('drift.nominal')} {...text('value')} />
          <TextInput label={t('procedure.unit')} {...text('unit')} />
        </SimpleGrid>
      )}
      <Checkbox label={t('procedure.ownTolerance')} {...check('hasTolerance')} />
      {values.hasTolerance && (
        <ToleranceFields
          tolerance={values.tolerance}
          unit={nominal.unit}
          onChange={(tolerance) => onChange({ ...values, tolerance })}
        />
      )}
    </>
  )
}

function useOverrides(instrument: AppInstrument, onClose: () => void) {
  const { workspaceId, api } = useWorkspace()
  const queries = useQueryClient()
  const { busy, error, attempt } = useAttempt()
  const save = (overrides: readonly PointOverride[]) =>
    attempt(async () => {
      const body = { point_overrides: overrides } as BodyOf<'updateInstrument'>
      await api.updateInstrument({ params: { instrument_id: instrument.id }, body })
      showToast(t('procedure.overrideSaved'))
      onClose()
      await queries.invalidateQueries({ queryKey: [workspaceId, 'instruments'] })
    })
  return { busy, error, save }
}
