import { Type } from 'typebox'
import { defineOperations } from './operation.ts'
import { Closed } from './values.ts'

/** How far a workspace has come on its way to a running program. */
export const FirstSteps = Closed(
  {
    laboratory: Type.Boolean({ description: 'Certificates have a name and an address to print.' }),
    people: Type.Boolean({ description: 'More than one person belongs to the workspace.' }),
    instruments: Type.Boolean({ description: 'An instrument was entered.' }),
    standards: Type.Boolean({ description: 'A compliance standard is selected.' }),
    calibration: Type.Boolean({ description: 'A calibration was recorded and approved.' }),
    is_dismissed: Type.Boolean({ description: 'The asking person does not want to see the steps.' }),
  },
  { $id: 'FirstSteps' },
)
export type FirstSteps = Type.Static<typeof FirstSteps>

/** Body of PATCH /first-steps. */
const FirstStepsUpdate = Closed({ is_dismissed: Type.Boolean() }, { $id: 'FirstStepsUpdate' })

const example: FirstSteps = {
  laboratory: true,
  people: true,
  instruments: false,
  standards: true,
  calibration: false,
  is_dismissed: false,
}
const tag = 'Workspace'
const roles = ['admin', 'manager'] as const

/** The five steps to a running program, for those who manage it. */
export const firstStepsOperations = defineOperations({
  getFirstSteps: {
    method: 'GET',
    path: '/first-steps',
    tag,
    summary: 'How far the workspace has come',
    description: 'Each step is told as it stands, whoever did it and however.',
    scope: 'read',
    roles,
    reply: { status: 200, schema: FirstSteps, description: 'The steps.', example },
    errors: ['FORBIDDEN', 'NOT_FOUND', 'VALIDATION_ERROR'],
  },
  updateFirstSteps: {
    method: 'PATCH',
    path: '/first-steps',
    tag,
    summary: 'Hide the first steps, or show them again',
    description: 'For the asking person, in this workspace.',
    scope: 'write',
    roles,
    body: FirstStepsUpdate,
    reply: { status: 200, schema: FirstSteps, description: 'The steps.', example },
    errors: ['INVALID_REQUEST', 'FORBIDDEN', 'NOT_FOUND', 'PAYLOAD_TOO_LARGE', 'VALIDATION_ERROR'],
  },
})
