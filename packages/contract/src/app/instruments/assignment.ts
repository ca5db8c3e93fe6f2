import { Type } from 'typebox'
import { defineOperations } from '../../shared/operation.ts'
import { CalendarDate, Closed, Nullable, Uuid } from '../../shared/values.ts'

/** Most instruments that are assigned at once. */
export const ASSIGNED_MAX = 1000

/** Body of POST /assignments. */
export const WorkAssignment = Closed(
  {
    instrument_ids: Type.Array(Uuid(), {
      minItems: 1,
      maxItems: ASSIGNED_MAX,
      uniqueItems: true,
      description: 'Instruments within reach that are not retired.',
    }),
    assignee_id: Nullable(
      Uuid({ description: 'A member who may calibrate and reaches the sites; null: nobody.' }),
    ),
    planned_for: Type.Optional(
      Nullable(CalendarDate({ description: 'The day on which it is planned; null or absent: none.' })),
    ),
  },
  { $id: 'WorkAssignment' },
)
export type WorkAssignment = Type.Static<typeof WorkAssignment>

const Assigned = Closed(
  { assigned: Type.Integer({ description: 'How many instruments are assigned now, or to nobody.' }) },
  { $id: 'WorkAssigned' },
)

/** Who is to calibrate what in the app. */
export const assignmentOperations = defineOperations({
  assignWork: {
    method: 'POST',
    path: '/assignments',
    tag: 'Worklist',
    summary: 'Assign the next calibration of instruments to a person and a day',
    description:
      'All of them or none. An assignment ends when a later calibration takes effect. A technician takes work that is nobody else’s and gives back what is their own.',
    scope: 'write',
    roles: ['admin', 'manager', 'technician'],
    body: WorkAssignment,
    reply: {
      status: 200,
      schema: Assigned,
      description: 'How many instruments are assigned.',
      example: { assigned: 12 },
    },
    errors: ['INVALID_REQUEST', 'FORBIDDEN', 'NOT_FOUND', 'PAYLOAD_TOO_LARGE', 'VALIDATION_ERROR'],
  },
})
