import { Type } from 'typebox'
import { calibrationTypes } from '../fields/calibration.ts'
import { defineOperations, entityTagHeader } from '../shared/operation.ts'
import { PageOf, pageQuery } from '../shared/page.ts'
import { Closed, Nullable, OneOf } from '../shared/values.ts'

/** A compliance standard. */
export const StandardSummary = Closed(
  {
    key: Type.String({ description: 'As `standards` takes it.', examples: ['iso_9001'] }),
    label: Type.String({ description: 'As people know it.', examples: ['ISO 9001:2015'] }),
  },
  { $id: 'StandardSummary' },
)
export type StandardSummary = Type.Static<typeof StandardSummary>

/** How strongly a field is asked for, from the strictest to the weakest. */
export const requirementLevels = ['required', 'recommended', 'optional', 'hidden'] as const

/** What the resolved standards ask of one field. */
export const FieldRequirement = Closed(
  {
    field: Type.String({ description: 'The field that it is about.', examples: ['temperature'] }),
    label: Type.String({ description: 'What people call the field.' }),
    requirement: Type.String({ description: `One of ${requirementLevels.join(', ')}: the strictest wins.` }),
    required_by: Type.Array(Type.String(), {
      description: 'Labels of the standards that require it; empty when only the baseline does.',
    }),
    request_field: Nullable(
      Type.String({ description: 'The body key that meets it; null when it cannot be sent.' }),
    ),
    note: Nullable(Type.String({ description: 'Why it cannot be sent, or by what it is met.' })),
  },
  { $id: 'FieldRequirement' },
)

/** The fields of one kind of write. */
export const FieldRequirementsScope = Closed(
  {
    enforced: Type.Boolean({ description: 'Whether a write without a required field is refused.' }),
    fields: Type.Array(FieldRequirement, { description: 'What is asked of each field.' }),
  },
  { $id: 'FieldRequirementsScope', description: 'What is asked of one kind of write.' },
)

/** What a set of standards asks of calibrations and of the register. */
export const FieldRequirementsResponse = Closed(
  {
    source: Type.String({
      description: '`workspace`: the selected standards; `query`: those of `standards`.',
    }),
    standards: Type.Array(StandardSummary, { description: 'The resolved standards.' }),
    available_standards: Type.Array(StandardSummary, { description: 'Every standard that can be selected.' }),
    calibration: FieldRequirementsScope,
    instrument: FieldRequirementsScope,
  },
  { $id: 'FieldRequirementsResponse' },
)
export type FieldRequirementsResponse = Type.Static<typeof FieldRequirementsResponse>

const exampleStandard: StandardSummary = { key: 'iso_9001', label: 'ISO 9001:2015' }

const exampleRequirements: FieldRequirementsResponse = {
  source: 'workspace',
  standards: [exampleStandard],
  available_standards: [exampleStandard],
  calibration: {
    enforced: true,
    fields: [
      {
        field: 'result',
        label: 'Result',
        requirement: 'required',
        required_by: [],
        request_field: 'result',
        note: null,
      },
    ],
  },
  instrument: {
    enforced: false,
    fields: [
      {
        field: 'location',
        label: 'Location',
        requirement: 'recommended',
        required_by: [],
        request_field: null,
        note: null,
      },
    ],
  },
}

export const standardOperations = defineOperations({
  listStandards: {
    method: 'GET',
    path: '/standards',
    tag: 'Sites and standards',
    summary: 'List the selected standards',
    description: 'The compliance standards that the workspace selected.',
    scope: 'read',
    query: Closed({ ...pageQuery }),
    reply: {
      status: 200,
      schema: PageOf(StandardSummary, 'StandardPage'),
      description: 'A page of standards.',
      example: {
        data: [exampleStandard],
        pagination: { limit: 50, offset: 0, total: 1, has_more: false },
      },
    },
    errors: ['VALIDATION_ERROR'],
  },
  getFieldRequirements: {
    method: 'GET',
    path: '/standards/field-requirements',
    tag: 'Sites and standards',
    summary: 'Read which fields are required',
    description:
      'Of the selected standards, or of those named in `standards` as a preview. Calibrations are held to it; for instruments it is advice.',
    scope: 'read',
    query: Closed({
      standards: Type.Optional(
        Type.Unsafe<string | string[]>({
          type: ['string', 'array'],
          items: { type: 'string' },
          description:
            'Keys of standards, comma-separated; may be repeated. An empty value previews the baseline alone.',
          examples: ['iso_9001'],
        }),
      ),
      calibration_type: Type.Optional(
        OneOf(calibrationTypes, { description: 'Shows what a calibration of this type needs.' }),
      ),
    }),
    reply: {
      headers: entityTagHeader,
      status: 200,
      schema: FieldRequirementsResponse,
      description: 'What is asked of each field.',
      example: exampleRequirements,
    },
    errors: ['VALIDATION_ERROR', 'INVALID_REQUEST'],
  },
})
