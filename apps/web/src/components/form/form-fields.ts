import { limitsOf } from './limits.ts'

/** Descriptions and errors are shown below the input, so that inputs beside each other are level. */
export const BELOW = ['label', 'input', 'description', 'error'] satisfies InputWrapperOrder
type InputWrapperOrder = ('label' | 'input' | 'description' | 'error')[]

/** What a form draws its fields from. */
interface Form<Values> {
  /** The contract's schema of the body, for the limits. */
  schema: unknown
  values: Values
  errors: Readonly<Record<string, string>>
  labels: Readonly<Record<keyof Values & string, string>>
  onChange: (values: Values) => void
}

type NamesOf<Values, Kind> = {
  [Name in keyof Values & string]: Values[Name] extends Kind ? Name : never
}[keyof Values & string]

/** The element of a field's input, for links from the summary. */
export function fieldId(name: string): string {
  return `field-${name.replaceAll('.', '-')}`
}

/** Properties of inputs by the names of their fields: label, value, refusal and limit together. */
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
