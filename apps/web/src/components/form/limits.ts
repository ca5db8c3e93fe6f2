/** What the contract allows in a field. */
export interface Limits {
  maxLength?: number
  minimum?: number
  maximum?: number
  required: boolean
}

/** The parts of a schema that limit a value. */
interface BodySchema {
  properties: Readonly<Record<string, object>>
  required?: readonly string[]
}

/** The limits of a body's field, read from the contract itself so that form and server agree. */
export function limitsOf(schema: unknown, name: string): Limits {
  const { properties, required = [] } = schema as BodySchema
  const field = (properties[name] ?? {}) as { maxLength?: number; minimum?: number; maximum?: number }
  const { maxLength, minimum, maximum } = field
  return {
    required: required.includes(name),
    ...(maxLength !== undefined && { maxLength }),
    ...(minimum !== undefined && { minimum }),
    ...(maximum !== undefined && { maximum }),
  }
}
