import { Type } from 'typebox'
import { defineOperations } from '../../shared/operation.ts'
import { Closed } from '../../shared/values.ts'

/** Maximum number of suggested values of a field: the most frequent ones. */
export const SUGGESTIONS_MAX = 200

/** Maximum number of suggested labels of custom fields, and of suggested values of each. */
export const CUSTOM_SUGGESTIONS_MAX = 50

const values = Type.Array(Type.String(), { description: 'Most common first.' })

/** Values of existing instruments, suggested when another one is entered. */
export const InstrumentSuggestions = Closed(
  {
    manufacturer: values,
    model: Type.Array(Closed({ manufacturer: Type.String(), model: Type.String() }), {
      description: 'Models with their manufacturers, most common first.',
    }),
    category: values,
    department: values,
    custom_fields: Type.Array(Closed({ name: Type.String(), values }), {
      description: 'Labels of custom fields with their values, most common first.',
    }),
  },
  { $id: 'InstrumentSuggestions' },
)
export type InstrumentSuggestions = Type.Static<typeof InstrumentSuggestions>

/** Operations that suggest values for the form of an instrument. */
export const suggestionOperations = defineOperations({
  listInstrumentSuggestions: {
    method: 'GET',
    path: '/instruments/suggestions',
    tag: 'Instruments',
    summary: 'List existing field values as suggestions',
    description: `Manufacturers, models, categories and departments of the instruments at the user's sites, at most ${SUGGESTIONS_MAX} each, and labels of custom fields with their values, at most ${CUSTOM_SUGGESTIONS_MAX} each.`,
    scope: 'read',
    reply: {
      status: 200,
      schema: InstrumentSuggestions,
      description: 'The values.',
      example: {
        manufacturer: ['Mitutoyo'],
        model: [{ manufacturer: 'Mitutoyo', model: '500-196-30' }],
        category: ['Dimensional'],
        department: ['Quality'],
        custom_fields: [{ name: 'Cost centre', values: ['4711'] }],
      },
    },
    errors: [],
  },
})
