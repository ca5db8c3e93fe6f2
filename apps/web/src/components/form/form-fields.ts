import { limitsOf } from './limits.ts'

/** Descriptions and errors are shown below the input, so that inputs in a row are aligned. */
export const BELOW = ['label', 'input', 'description', 'error'] satisfies InputWrapperOrder
type InputWrapperOrder = ('label' | 'input' | 'description' | 'error')[]

/** The data from which the fields of a form are rendered. */
interface Form<Values> {
  /** The contract's schema of the request body, for the limits. */
  schema: unknown
  values: Values
  errors: Readonly<Record<string, string>>
  labels: Readonly<Record<keyof Values & string, string>>
  onChange: (values: Values) => void
}

type NamesOf<Values, Kind> = {
  [Name in keyof Values & string]: Values[Name] extends Kind ? Name : never
}[keyof Values & string]

/** Returns the element ID of a field's input, for links from the error summary. */
export function fieldId(name: string): string {
  return `field-${name.replaceAll('.', '-')}`
}

/** Returns the properties of inputs by field name: label, value, error and limits. */
export function fieldsOf<Values extends object>({ schema, values, errors, labels, onChange }: Form<Values>) {
  const base = <Name extends keyof Values & string>(name: Name) => ({
    id: fieldId(name),
    label: labels[name],
    error: errors[name],
  })
  return {
    text: (name: NamesOf<Values, string>) => {
      const { maxLength } = limitsOf(schema, name)
      return {
        ...base(name),
        value: values[name] as string,
        ...(maxLength !== undefined && { maxLength }),
        onChange: (event: { currentTarget: { value: string } }) =>
          onChange({ ...values, [name]: event.currentTarget.value }),
      }
    },
    flag: (name: NamesOf<Values, boolean>) => ({
      ...base(name),
      checked: values[name] as boolean,
      onChange: (event: { currentTarget: { checked: boolean } }) =>
        onChange({ ...values, [name]: event.currentTarget.checked }),
    }),
  }
}
