import { NativeSelect, Stack, TextInput } from '@mantine/core'
import { t } from '../../base/messages.ts'
import {
  limitNames,
  termNames,
  toleranceForms,
  toleranceOf,
  type TermName,
  type ToleranceForm,
  type ToleranceValues,
} from './tolerance-values.ts'
import { toleranceWords } from './tolerance-words.ts'
import styles from './procedure.module.css'

/** The sides for which each form has terms. */
const SIDES = {
  symmetric: ['symmetric'],
  sides: ['upper', 'lower'],
  limits: [],
  text: [],
  none: [],
} as const satisfies Record<ToleranceForm, readonly (keyof ToleranceValues)[]>

/** Fields for a tolerance in one of its forms, with its meaning in words. */
export function ToleranceFields({
  tolerance,
  unit,
  onChange,
}: {
  tolerance: ToleranceValues
  unit: string
  onChange: (tolerance: ToleranceValues) => void
}) {
  const { form } = tolerance
  const sides = SIDES[form]
  return (
    <Stack gap="xs">
      <NativeSelect
        label={t('procedure.tolerance')}
        value={form}
        data={toleranceForms.map((value) => ({ value, label: t(`toleranceTerms.form.${value}`) }))}
        onChange={(event) => onChange({ ...tolerance, form: event.currentTarget.value as ToleranceForm })}
      />
      {form === 'text' && (
        <TextInput
          label={t('toleranceTerms.text')}
          maxLength={1000}
          value={tolerance.text}
          onChange={(event) => onChange({ ...tolerance, text: event.currentTarget.value })}
        />
      )}
      {form === 'limits' && (
        <div className={styles.terms}>
          {limitNames.map((name) => (
            <TextInput
              key={name}
              label={t(`toleranceTerms.limit.${name}`, {
                unit: tolerance.limits.unit || unit || t('procedure.unit'),
              })}
              inputMode="decimal"
              value={tolerance.limits[name]}
              onChange={(event) =>
                onChange({ ...tolerance, limits: { ...tolerance.limits, [name]: event.currentTarget.value } })
              }
            />
          ))}
        </div>
      )}
      {sides.map((side) => (
        <TermFields
          key={side}
          name={side === 'symmetric' ? undefined : t(`toleranceTerms.${side}`)}
          terms={tolerance[side]}
          unit={unit}
          onChange={(terms) => onChange({ ...tolerance, [side]: terms })}
        />
      ))}
      {(sides.length > 0 || form === 'limits') && <MeaningText tolerance={tolerance} unit={unit} />}
    </Stack>
  )
}

/** The meaning of the typed tolerance. */
function MeaningText({ tolerance, unit }: { tolerance: ToleranceValues; unit: string }) {
  return (
    <p role="status" className={styles.aside}>
      {toleranceWords(toleranceOf(tolerance), unit)}
    </p>
  )
}

function TermFields({
  name,
  terms,
  unit,
  onChange,
}: {
  /** Name of the side, if there are two. */
  name: string | undefined
  terms: ToleranceValues['symmetric']
  unit: string
  onChange: (terms: ToleranceValues['symmetric']) => void
}) {
  const labelOf = (term: TermName) => {
    const words = t(`toleranceTerms.term.${term}`, { unit: unit || t('procedure.unit') })
    return name === undefined ? words : `${name}: ${words}`
  }
  return (
    <div className={styles.terms}>
      {termNames.map((term) => (
        <TextInput
          key={term}
          label={labelOf(term)}
          inputMode="decimal"
          value={terms[term]}
          onChange={(event) => onChange({ ...terms, [term]: event.currentTarget.value })}
        />
      ))}
    </div>
  )
}
