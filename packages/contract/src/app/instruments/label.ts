import { Type } from 'typebox'
import { labelFields, labelSheets, type LabelSheetKey } from '../../shared/label-sheet.ts'
import { defineOperations } from '../../shared/operation.ts'
import { Closed, OneOf, PrintLanguage, Uuid } from '../../shared/values.ts'

/** Maximum number of labels that one request prints. */
export const LABELS_MAX = 500

/** Maximum number of labels of any sheet, and the last position at which printing can start. */
const PLACES_MAX = Math.max(...Object.values(labelSheets).map(({ columns, rows }) => columns * rows))

/** Body of POST /labels. */
export const LabelRequest = Closed(
  {
    instrument_ids: Type.Array(Uuid(), {
      minItems: 1,
      maxItems: LABELS_MAX,
      description: 'One label per ID, in this order; an instrument named twice gets two labels.',
    }),
    sheet: OneOf(Object.keys(labelSheets) as LabelSheetKey[], {
      description: 'Size and arrangement of the labels.',
    }),
    fields: Type.Array(OneOf(labelFields), {
      uniqueItems: true,
      description:
        'Fields to print next to the tag and code. The height of the label limits the number of lines.',
    }),
    start_position: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: PLACES_MAX,
        default: 1,
        description: 'The first free label on a partly used sheet, counted row by row.',
      }),
    ),
    language: Type.Optional(PrintLanguage({ default: 'en' })),
  },
  { $id: 'LabelRequest' },
)
export type LabelRequest = Type.Static<typeof LabelRequest>

/** Operations on labels. */
export const labelOperations = defineOperations({
  printLabels: {
    method: 'POST',
    path: '/labels',
    tag: 'Labels',
    summary: 'Print instrument labels with a QR code',
    description:
      'The code contains the server address with `/i/{instrument_id}`, which opens the instrument for the signed-in user. Long texts are truncated with an ellipsis.',
    scope: 'read',
    body: LabelRequest,
    reply: {
      status: 200,
      contentType: 'application/pdf',
      description: 'The labels. Print them at 100 %.',
      headers: { 'Content-Disposition': 'Attachment, with a name that contains the size of the labels.' },
    },
    errors: ['INVALID_REQUEST', 'NOT_FOUND', 'PAYLOAD_TOO_LARGE', 'VALIDATION_ERROR'],
  },
})
