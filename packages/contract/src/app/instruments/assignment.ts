import { Type } from 'typebox'
import { defineOperations } from '../../shared/operation.ts'
import { CalendarDate, Closed, Nullable, Uuid } from '../../shared/values.ts'

/** Maximum number of instruments in one assignment. */
export const ASSIGNED_MAX = 1000

/** Body of POST /assignments. */
export const WorkAssignment = Closed(
  {
    instrument_ids: Type.Array(Uuid(), {
      minItems: 1,
      maxItems: ASSIGNED_MAX,
      uniqueItems: true,
      description: 'Instruments that the user can access and that are not retired.',
    }),
    assignee_id: Nullable(
      Uuid({ description: 'A member who can enter calibrations at the sites; null for unassigned.' }),
    ),
    planned_for: Type.Optional(
      Nullable(CalendarDate({ description: 'The planned date; null or omitted for none.' })),
    ),
  },
  { $id: 'WorkAssignment' },
)
export type WorkAssignment = Type.Static<typeof WorkAssignment>

const Assigned = Closed(
  { assigned: Type.Integer({ description: 'Number of instruments that are now assigned (or unassigned).' }) },
  { $id: 'WorkAssigned' },
)

/** Operations on assignments. */
export const assignmentOperations = defineOperations({
  assignWork: {
    method: 'POST',
    path: '/assignments',
    tag: 'Worklist',
    summary: 'Assign the next calibration of instruments',
    description:
      'All or none are assigned. An assignment ends when a later calibration takes effect. Technicians can take unassigned work and release their own.',
    scope: 'write',
    roles: ['admin', 'manager', 'technician'],
    body: WorkAssignment,
    reply: {
      status: 200,
      schema: Assigned,
      description: 'The number of assigned instruments.',
      example: { assigned: 12 },
    },
    errors: ['INVALID_REQUEST', 'FORBIDDEN', 'NOT_FOUND', 'PAYLOAD_TOO_LARGE', 'VALIDATION_ERROR'],
  },
})
