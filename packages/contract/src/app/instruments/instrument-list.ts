import { Type } from 'typebox'
import { appInstrumentSorts, InstrumentListQuery } from '../../public/instrument.ts'
import { searchedFields } from '../../fields/instrument.ts'
import { ResponsibleGapFilter } from '../due-selection.ts'
import { Closed, OneOf, Uuid } from '../../shared/values.ts'

/** Maximum length of a search text. */
const SEARCH_LENGTH_MAX = 200

/** A filter by the exact text of a field. */
const StatedText = (name: 'category' | 'department' | 'manufacturer') =>
  Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 255,
      description: `Only instruments whose ${name} is exactly this.`,
    }),
  )

/** Query of GET /instruments in the app; filters combine. */
export const AppInstrumentListQuery = Closed({
  ...InstrumentListQuery.properties,
  sort: Type.Optional(Type.String({ description: appInstrumentSorts.join(', '), examples: ['due_date'] })),
  q: Type.Optional(
    Type.String({
      maxLength: SEARCH_LENGTH_MAX,
      description: `Matches the beginnings of words in ${searchedFields.join(', ')}; all terms must match. Case and accents are ignored.`,
      examples: ['mitu cal'],
    }),
  ),
  is_reference_standard: Type.Optional(OneOf(['true'], { description: 'Only reference standards.' })),
  is_quarantined: Type.Optional(OneOf(['true'], { description: 'Only quarantined instruments.' })),
  category: StatedText('category'),
  department: StatedText('department'),
  manufacturer: StatedText('manufacturer'),
  responsible_id: Type.Optional(
    Uuid({ description: 'Only instruments for which this person is responsible.' }),
  ),
  responsible: Type.Optional(ResponsibleGapFilter),
  custom_field: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 64,
      description: 'Only instruments with this custom field.',
      examples: ['Cost centre'],
    }),
  ),
  custom_value: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 1000,
      description: 'Only instruments whose `custom_field` has this value; ignored without `custom_field`.',
      examples: ['4711'],
    }),
  ),
})
export type AppInstrumentListQuery = Type.Static<typeof AppInstrumentListQuery>
