import { Type } from 'typebox'
import { calibrationTypes } from '../fields/calibration.ts'
import { defineOperations, entityTagHeader } from '../shared/operation.ts'
import { PageOf, pageQuery } from '../shared/page.ts'
import { Closed, Nullable, OneOf } from '../shared/values.ts'

/** A compliance standard. */
export const StandardSummary = Closed(
  {
    key: Type.String({ description: 'Key, for use in `standards`.', examples: ['iso_9001'] }),
    label: Type.String({ description: 'Common name of the standard.', examples: ['ISO 9001:2015'] }),
  },
  { $id: 'StandardSummary', description: 'A compliance standard.' },
)
export type StandardSummary = Type.Static<typeof StandardSummary>

/** Requirement levels of a field, from strictest to weakest. */
export const requirementLevels = ['required', 'recommended', 'optional', 'hidden'] as const

/** What the resolved standards require of one field. */
export const FieldRequirement = Closed(
  {
    field: Type.String({
      description: 'The field that the requirement applies to.',
      examples: ['temperature'],
    }),
    label: Type.String({ description: 'Label of the field.' }),
    requirement: Type.String({
      description: `One of ${requirementLevels.join(', ')}: the strictest applies.`,
    }),
    required_by: Type.Array(Type.String(), {
      description: 'Labels of the standards that require the field; empty if only the baseline requires it.',
    }),
    request_field: Nullable(
      Type.String({
        description: 'The request member that meets the requirement; null if it cannot be sent.',
      }),
    ),
    note: Nullable(
      Type.String({ description: 'Why it cannot be sent, or what meets the requirement instead.' }),
    ),
  },
  { $id: 'FieldRequirement', description: 'What the resolved standards require of one field.' },
)

/** The fields of one kind of write. */
export const FieldRequirementsScope = Closed(
  {
    enforced: Type.Boolean({ description: 'Whether a write without a required field is refused.' }),
    fields: Type.Array(FieldRequirement, { description: 'The requirements for each field.' }),
  },
  { $id: 'FieldRequirementsScope', description: 'The requirements for one kind of write.' },
)

/** What a set of standards requires of calibrations and of the register. */
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
  {
    $id: 'FieldRequirementsResponse',
    description: 'The field requirements of a set of standards, for calibrations and instruments.',
  },
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
    description: 'The compliance standards that the workspace has selected.',
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
      'The requirements of the selected standards or, as a preview, of those named in `standards`. They are enforced for calibrations and advisory for instruments.',
    scope: 'read',
    query: Closed({
      standards: Type.Optional(
        Type.Unsafe<string | string[]>({
          type: ['string', 'array'],
          items: { type: 'string' },
          description:
            'Keys of standards, comma-separated; can be repeated. An empty value previews only the baseline.',
          examples: ['iso_9001'],
        }),
      ),
      calibration_type: Type.Optional(
        OneOf(calibrationTypes, { description: 'Shows the requirements for a calibration of this type.' }),
      ),
    }),
    reply: {
      headers: entityTagHeader,
      status: 200,
      schema: FieldRequirementsResponse,
      description: 'The requirements for each field.',
      example: exampleRequirements,
    },
    errors: ['VALIDATION_ERROR', 'INVALID_REQUEST'],
  },
})
