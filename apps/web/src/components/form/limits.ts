/** The limits of a field in the contract. */
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

/** Returns the limits of a field of a request body, taken from the contract so that form and server agree. */
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
