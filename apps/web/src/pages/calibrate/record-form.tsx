import { Button, Stack } from '@mantine/core'
import { useCallbackRef } from '@mantine/hooks'
import { useMemo, useState, type ReactNode } from 'react'
import { flatFields } from '@plumbline/contract/measurement'
import { fieldErrorsOf } from '../../api/index.ts'
import { zoneName } from '../../base/formats.ts'
import { t } from '../../base/messages.ts'
import { recordFieldId, recordLabels } from '../../components/calibration-record/record-labels.ts'
import { DecisionRuleField } from '../../components/decision-rule/decision-rule-field.tsx'
import { decisionRuleName } from '../../components/decision-rule/decision-rule-name.ts'
import { ErrorSummary } from '../../components/error-summary.tsx'
import { FormFoot } from '../../components/form/form-foot.tsx'
import { submitting } from '../../components/form/use-attempt.ts'
import { useWorkspace } from '../../state/workspace.ts'
import { AccreditedField } from './accredited-field.tsx'
import { RequestedLegend } from './requested-fields/requested-label.tsx'
import { useVisibleFields } from './requested-fields/use-visible-fields.ts'
import styles from './calibrate.module.css'
import { inDecimalPoints } from './decimal-commas.ts'
import type { CopiedValues } from './copied-values.ts'
import { onFormKey } from './form-keys.ts'
import { MeasuredSection } from './points/measured-section.tsx'
import { errorsByCell } from './points/point-errors.ts'
import { PerformerField, type RecordedPerformer } from './performer-field.tsx'
import {
  fieldPropsOf,
  LineField,
  TextField,
  type FieldProps,
  type RecordFieldProps,
} from './record-fields.tsx'
import type { RecordField, RecordValues } from './record-values.ts'
import { ProviderField } from './provider-field.tsx'
import { ReferenceStandardField } from './reference-standard-field.tsx'
import { ResultFields } from './result/result-fields.tsx'
import type { RecordedStandard, StandardInForm } from './standard-in-use.ts'
import { TypeChoice } from './type-choice.tsx'
import { useCompleteRecord, type RecordToComplete } from './requested-fields/use-complete-record.ts'
import { isOfProvider, type WorkFacts } from './work-facts.ts'

/** Properties of a record's form. */
export interface RecordFormProps extends RecordToComplete {
  /** For a correction: the recorded values, shown at each entry. */
  recorded?: RecordedStandard & { readonly performer: RecordedPerformer }
  /** For a new record: the values copied from the last one. */
  copied?: CopiedValues | undefined
  /** Whether the record is being sent and cannot be edited. */
  locked: boolean
  /** Above the fields: what happened to the draft. */
  notices?: ReactNode
  /** Returns the initial values of a type of work. */
  factsOf: (type: string) => WorkFacts
  /** Shown with the provider's fields: the file of its certificate, and the details of the shipment. */
  ofProvider?: ReactNode
  /** Rendered below all fields, with the errors of the fields. */
  children?: (errors: Readonly<Record<string, string>>) => ReactNode
  submitLabel: string
  cancel: ReactNode
  onChange: (values: RecordValues) => void
}

/** The fields of a calibration in the order of work. Enter goes on to the next one, Ctrl+Enter saves. */
export function RecordForm(props: RecordFormProps) {
  const { notices, locked } = props
  const { standard, error, onSubmit } = useCompleteRecord(props)
  const { labels, ids } = errorsByCell(fieldErrorsOf(error), props.points.entries)
  return (
    <form
      noValidate
      className={styles.form}
      onSubmit={submitting(onSubmit)}
      onKeyDown={(event) => onFormKey(event, onSubmit)}
      onBlur={() => writePoints(props)}
    >
      <Stack gap="md">
        <ErrorSummary
          error={error}
          labels={{ ...recordLabels(), ...labels }}
          fieldId={(name) => ids[name] ?? recordFieldId(name)}
        />
        <div className={styles.notices}>{notices}</div>
        <fieldset disabled={locked} className={styles.fields}>
          <Fields {...props} error={error} standard={standard} />
          {props.children?.(fieldErrorsOf(error))}
        </fieldset>
        <FormFoot
          submitLabel={props.submitLabel}
          busy={locked}
          cancel={
            <>
              <span className={styles.keys}>{t('calibrate.keys')}</span>
              {props.cancel}
            </>
          }
        />
      </Stack>
    </form>
  )
}

/** Replaces decimal commas with points when a field loses the focus, so that the user sees what is saved. */
function writePoints({ values, recorded, locked, onChange }: RecordFormProps): void {
  const written = inDecimalPoints(values, recorded?.values)
  if (!locked && written !== values) onChange(written)
}

function Fields(props: RecordFormProps & { standard: StandardInForm }) {
  const { instrument, values, points } = props
  const { parts, asked, askMore } = useSectionParts(props)
  const isExternal = isOfProvider(values.calibration_type)
  return (
    <>
      <RequestedLegend fields={asked.fields} />
      <TypeChoice values={values} factsOf={props.factsOf} set={parts.set} />
      {isExternal && <ProviderSection {...parts} />}
      <Section title={t('calibration.measurement')}>
        <MeasuredSection
          fieldOf={parts.fieldOf}
          values={values}
          points={points}
          errors={parts.errors}
          instrument={instrument}
        />
      </Section>
      <Section>
        <ResultFields {...parts} />
      </Section>
      <Lines {...parts} title={t('calibrate.uncertainty')} names={uncertaintyFields} />
      <Lines {...parts} title={t('calibrate.conditions')} names={conditionFields} />
      <ReferenceSection {...parts} />
      <PerformedSection {...parts} />
      {!isExternal && <Lines {...parts} title={t('calibration.certificate')} names={certificateFields} />}
      {!isExternal && <AccreditedField {...parts} />}
      <Opinions {...parts} />
      <TextField field={parts.fieldOf('notes')} minRows={2} />
      {asked.more > 0 && (
        <Button variant="subtle" onClick={askMore} className={styles.more}>
          {t('calibrate.moreFields', { count: asked.more })}
        </Button>
      )}
    </>
  )
}

/** Opinions and interpretations, separate from the results (ISO/IEC 17025:2017, 7.8.7). */
function Opinions({ fieldOf, has }: SectionParts) {
  return (['opinions', 'opinions_basis'] as const).map(
    (name) => has(name) && <TextField key={name} field={fieldOf(name)} minRows={2} />,
  )
}

/** Returns the properties of the sections, and the fields to show until the user opens more. */
function useSectionParts(props: RecordFormProps & { standard: StandardInForm }) {
  const { values, recorded, copied, error, onChange } = props
  const { timezone: zone } = useWorkspace().workspace
  const errors = useMemo(() => fieldErrorsOf(error), [error])
  const [withMore, setWithMore] = useState(false)
  const asked = useVisibleFields(props, errors, withMore)
  const { fields } = asked
  const set = useCallbackRef((change: Partial<RecordValues>) => onChange({ ...values, ...change }))
  // Recomputed only when a field changes, so that typing readings does not render all fields.
  const fieldOf = useMemo(
    () => fieldPropsOf({ values, asked: fields, errors, recorded: recorded?.values, copied, zone, set }),
    // The set of copied fields says all of it: their date stays.
    // eslint-disable-next-line react-hooks/exhaustive-deps -- a new object each time, of the same fields
    [values, fields, errors, recorded?.values, copied?.fields, zone, set],
  )
  const isOfPoints = (name: RecordField) =>
    recorded !== undefined && props.points.entries.length > 0 && flatFields.some((each) => each === name)
  const parts: SectionParts = {
    ...props,
    fieldOf,
    // Fields that the points fill in are not entered.
    has: (name: RecordField) =>
      fields.has(name) && !isOfPoints(name) && (values[name] !== '' || props.filled[name] === ''),
    set,
    errors,
  }
  return { parts, asked, askMore: () => setWithMore(true) }
}

const uncertaintyFields = [
  'measurement_uncertainty',
  'coverage_factor',
  'confidence_level',
  'decision_rule',
] as const
const conditionFields = ['temperature', 'humidity', 'place_of_work'] as const
const certificateFields = ['certificate_number', 'service_provider'] as const
interface SectionParts extends RecordFormProps {
  standard: StandardInForm
  fieldOf: RecordFieldProps
  has: (name: RecordField) => boolean
  set: (change: Partial<RecordValues>) => void
  errors: Readonly<Record<string, string>>
}

function ProviderSection({ fieldOf, values, ofProvider, set }: SectionParts) {
  return (
    <Section title={t('calibrationField.service_provider')} columns>
      <LineField field={fieldOf('certificate_number')} autoFocus />
      <ProviderField field={fieldOf('service_provider')} values={values} onChange={set} />
      {ofProvider}
    </Section>
  )
}

function PerformedSection({ fieldOf, has, values, recorded, set }: SectionParts) {
  const { workspace } = useWorkspace()
  const isExternal = isOfProvider(values.calibration_type)
  const source = isExternal && t('calibrate.asOnCertificate')
  const notes = [source, zoneName(workspace.timezone), fieldOf('performed_at').hint]
  return (
    <Section title={t(isExternal ? 'calibrate.performedByProvider' : 'calibrate.performed')} columns>
      <LineField
        field={fieldOf('performed_at')}
        type="datetime-local"
        description={notes.filter(Boolean).join(' · ')}
      />
      {!isExternal && (
        <PerformerField
          field={fieldOf('performed_by')}
          recorded={recorded?.performer}
          onChange={(personId) => set({ performed_by: personId })}
        />
      )}
      {has('next_due_date') && <LineField field={fieldOf('next_due_date')} type="date" />}
      {has('method') && <LineField field={fieldOf('method')} />}
      {has('received_at') && <LineField field={fieldOf('received_at')} type="datetime-local" />}
      {has('item_condition') && <LineField field={fieldOf('item_condition')} />}
      {has('customer') && <LineField field={fieldOf('customer')} />}
    </Section>
  )
}

function ReferenceSection({ fieldOf, has, values, standard, instrument, points, set }: SectionParts) {
  return (
    <Section title={t('calibrationField.reference_standard')} columns>
      <ReferenceStandardField
        fieldOf={fieldOf}
        values={values}
        standard={standard}
        instrumentId={instrument.id}
        required={points.procedure?.requiredStandards ?? []}
        onChange={set}
      />
      {has('reference_standard_certificate_number') && (
        <LineField field={fieldOf('reference_standard_certificate_number')} />
      )}
      {has('traceability_reference') && <LineField field={fieldOf('traceability_reference')} />}
    </Section>
  )
}

/** A section of plain lines; without any of them it is not there. */
function Lines({ title, names, ...parts }: SectionParts & { title: string; names: readonly RecordField[] }) {
  const { fieldOf, has, set } = parts
  const shown = names.filter(has)
  if (shown.length === 0) return null
  return (
    <Section title={title} columns>
      {shown.map((name) =>
        name === 'decision_rule' ? (
          <RuleOfRecord key={name} field={fieldOf(name)} onChange={(rule) => set({ [name]: rule })} />
        ) : (
          <LineField key={name} field={fieldOf(name)} />
        ),
      )}
    </Section>
  )
}

/** The decision rule of a record; the workspace's default applies if it is blank. */
function RuleOfRecord({ field, onChange }: { field: FieldProps; onChange: (rule: string) => void }) {
  const { default_decision_rule: standard } = useWorkspace().workspace
  const blank =
    standard === null
      ? t('decisionRule.noneOfRecord')
      : t('decisionRule.default', { rule: decisionRuleName(standard) })
  return <DecisionRuleField {...field} blank={blank} onChange={onChange} />
}

function Section({
  title,
  columns = false,
  children,
}: {
  title?: string
  columns?: boolean
  children: ReactNode
}) {
  return (
    <section className={styles.section} aria-label={title}>
      {title !== undefined && <h2>{title}</h2>}
      <div className={columns ? styles.columns : styles.stack}>{children}</div>
    </section>
  )
}
