import { Type } from 'typebox'
import { defineOperations } from '../../shared/operation.ts'
import { Closed } from '../../shared/values.ts'

/** Most values of a field that are suggested: those that most instruments have. */
export const SUGGESTIONS_MAX = 200

/** Most labels of custom fields, and most values of each, that are suggested: as many as a list can be read for. */
export const CUSTOM_SUGGESTIONS_MAX = 50

const values = Type.Array(Type.String(), { description: 'Most common first.' })

/** What instruments of the register state, to be suggested to those who enter another one. */
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

/** Suggestions for the form of an instrument. */
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
