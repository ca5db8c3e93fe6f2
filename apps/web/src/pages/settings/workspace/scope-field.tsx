import { Textarea } from '@mantine/core'
import { t } from '../../../base/messages.ts'
import { BELOW, fieldId } from '../../../components/form/form-fields.ts'
import { Wide } from '../section.tsx'

const NAME = 'accreditation_scope'

/** Where a refusal of a value of a line points: `accreditation_scope.2.from`. */
const OF_LINE = /^accreditation_scope\.(\d+)(?:\.(.+))?$/

/** The lines of the scope of accreditation, to be typed or pasted. */
export function ScopeField({
  value,
  errors,
  onChange,
}: {
  value: string
  /** Refusals by the names of fields. */
  errors: Readonly<Record<string, string>>
  onChange: (value: string) => void
}) {
  const faults = Object.entries(errors).filter(([name]) => name === NAME || OF_LINE.test(name))
  return (
    <Wide>
      <Textarea
        id={fieldId(NAME)}
        label={t('workspaceField.accreditation_scope')}
        description={t('workspaceFieldHint.accreditation_scope')}
        inputWrapperOrder={BELOW}
        autosize
        minRows={2}
        maxRows={16}
        value={value}
        error={faults.length === 0 ? undefined : faults.map(faultText).join(' ')}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
    </Wide>
  )
}

function faultText([name, problem]: [name: string, problem: string]): string {
  const label = scopeFaultLabel(name)
  return label === undefined ? problem : `${label}: ${problem}`
}

/** The line and column that a refusal points to; undefined for those of other fields. */
export function scopeFaultLabel(name: string): string | undefined {
  const [, index, column] = OF_LINE.exec(name) ?? []
  if (index === undefined) return undefined
  const line = t('scope.line', { number: String(Number(index) + 1) })
  return column === undefined ? line : `${line}, ${column}`
}

/** The input of a field; refusals of lines lead to the text of the scope. */
export function workspaceFieldId(name: string): string {
  return fieldId(OF_LINE.test(name) ? NAME : name)
}
