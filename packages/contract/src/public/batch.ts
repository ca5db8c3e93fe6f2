import { Type, type TSchema } from 'typebox'
import { ErrorEnvelope } from '../shared/errors.ts'
import { Closed } from '../shared/values.ts'

/** Maximum number of items in a batch. */
export const BATCH_ITEMS_MAX = 100

/** Number of items of a batch that count as one request. */
export const BATCH_ITEMS_COUNTED = 10

/** The body of a batch. */
export const BatchBody = <Item extends TSchema>(item: Item, id: string) =>
  Closed(
    {
      items: Type.Array(item, {
        minItems: 1,
        maxItems: BATCH_ITEMS_MAX,
        description: 'Processed in this order.',
      }),
    },
    { $id: id, description: 'Items that are processed one after another, each as if it were sent alone.' },
  )

/** The outcomes of the items of a batch, in the same order. */
export const BatchResults = <Body extends TSchema>(body: Body, id: string) =>
  Type.Object(
    {
      results: Type.Array(
        Type.Object(
          {
            index: Type.Integer({ description: 'Index of the item in the batch, starting at 0.' }),
            status: Type.Integer({
              description: 'The HTTP status that the item would have received if sent alone.',
            }),
            body: Type.Optional(body),
            error: Type.Optional(ErrorEnvelope),
          },
          { additionalProperties: false },
        ),
        { description: 'One result for each item, in the same order.' },
      ),
    },
    { $id: id, additionalProperties: false, description: 'What became of each item of a batch.' },
  )
