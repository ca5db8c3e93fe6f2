import { Type, type TSchema } from 'typebox'
import { pascalCase } from '../fields/names.ts'
import { errorAdvice } from '../shared/error-advice.ts'
import { errorCodes, ErrorEnvelope, type ErrorCode } from '../shared/errors.ts'

const reference = (name: string) => `#/components/schemas/${name}`

/**
 * The schemas of errors by their names: one for each code, one for codes that are added later, and `Error`,
 * which is any of them. Exactly one of them describes an error, chosen by its code. The keyword
 * `discriminator` would allow only known codes.
 */
export function errorSchemas(): Record<string, TSchema> {
  const codes = Object.keys(errorCodes) as ErrorCode[]
  const names = codes.map((code) => [code, schemaName(code)] as const)
  return {
    ...Object.fromEntries(names.map(([code, name]) => [name, schemaOf(code)])),
    OtherError: envelope(
      Type.String({ pattern: `^(?!(${codes.join('|')})$)`, description: 'A code that was added later.' }),
      Type.Unsafe({ type: 'object' }),
      'An error with a code that was added later.',
    ),
    Error: Type.Unsafe({
      ...ErrorEnvelope,
      oneOf: [...names.map(([, name]) => name), 'OtherError'].map((name) => ({ $ref: reference(name) })),
    }),
  }
}

function schemaName(code: ErrorCode): string {
  return `${pascalCase(code.toLowerCase().replace(/_error$/, ''))}Error`
}

function schemaOf(code: ErrorCode): TSchema {
  const details = errorAdvice[code].details?.schema ?? Type.Unsafe({ type: 'object' })
  const description = 'Machine-readable error code.'
  return envelope(Type.Unsafe({ type: 'string', const: code, description }), details, errorCodes[code].when)
}

function envelope(code: TSchema, details: TSchema, description: string): TSchema {
  return Type.Object(
    {
      code,
      message: Type.String({ description: 'Human-readable message; may be reworded.' }),
      details: Type.Optional({ description: 'Details of the error; members may be added.', ...details }),
    },
    { description },
  )
}
