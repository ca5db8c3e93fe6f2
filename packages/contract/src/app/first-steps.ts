import { Type } from 'typebox'
import { defineOperations } from '../shared/operation.ts'
import { Closed } from '../shared/values.ts'

/** How far a workspace has progressed toward a running program. */
export const FirstSteps = Closed(
  {
    laboratory: Type.Boolean({ description: 'A name and address for certificates are set.' }),
    people: Type.Boolean({
      description: 'The workspace has more than one person, or its only person declared a single approver.',
    }),
    instruments: Type.Boolean({ description: 'An instrument was added.' }),
    standards: Type.Boolean({ description: 'A compliance standard is selected.' }),
    calibration: Type.Boolean({ description: 'A calibration was recorded and approved.' }),
    is_single_approver: Type.Boolean({
      description: 'The only person in the workspace declared that no one else will approve.',
    }),
    is_dismissed: Type.Boolean({ description: 'The current user has hidden the steps.' }),
  },
  { $id: 'FirstSteps' },
)
export type FirstSteps = Type.Static<typeof FirstSteps>

/** Body of PATCH /first-steps. */
const FirstStepsUpdate = Closed(
  {
    is_single_approver: Type.Optional(
      Type.Boolean({ description: 'Applies to the workspace. Has no effect while it has other people.' }),
    ),
    is_dismissed: Type.Optional(
      Type.Boolean({ description: 'Applies to the current user in this workspace.' }),
    ),
  },
  { $id: 'FirstStepsUpdate', minProperties: 1 },
)

const example: FirstSteps = {
  laboratory: true,
  people: true,
  instruments: false,
  standards: true,
  calibration: false,
  is_single_approver: false,
  is_dismissed: false,
}
const tag = 'Workspace'
const roles = ['admin', 'manager'] as const

/** Operations on the five steps to a running program, for those who manage it. */
export const firstStepsOperations = defineOperations({
  getFirstSteps: {
    method: 'GET',
    path: '/first-steps',
    tag,
    summary: 'Read the first steps of the workspace',
    description: 'The state of each step, no matter who completed it.',
    scope: 'read',
    roles,
    reply: { status: 200, schema: FirstSteps, description: 'The steps.', example },
    errors: ['FORBIDDEN', 'NOT_FOUND', 'VALIDATION_ERROR'],
  },
  updateFirstSteps: {
    method: 'PATCH',
    path: '/first-steps',
    tag,
    summary: 'Hide the first steps, show them again, or declare a single approver',
    scope: 'write',
    roles,
    body: FirstStepsUpdate,
    reply: { status: 200, schema: FirstSteps, description: 'The steps.', example },
    errors: ['INVALID_REQUEST', 'FORBIDDEN', 'NOT_FOUND', 'PAYLOAD_TOO_LARGE', 'VALIDATION_ERROR'],
  },
})
