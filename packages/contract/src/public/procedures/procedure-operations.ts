import { wholeProcedurePoint } from '../../procedure/procedure-point.ts'
import { DocumentDownloadResponse } from '../document.ts'
import { documentOperations } from '../document-operations.ts'
import { instrumentParams } from '../instrument-operations.ts'
import { defineOperations, entityTagHeader } from '../../shared/operation.ts'
import { Closed, Uuid } from '../../shared/values.ts'
import {
  InstrumentPoints,
  ProcedureDetail,
  ProcedureListQuery,
  ProcedurePage,
  type ProcedurePoint,
  type ProcedureRevision,
} from './procedure.ts'

/** Path of one procedure. */
export const procedureParams = Closed({ procedure_id: Uuid({ description: 'ID of the procedure.' }) })

const budgetId = '019345b6-2f10-7c44-8d21-6b0a9e3f5c12'

const point: ProcedurePoint = {
  id: '019345b6-2f10-7c44-8d21-6b0a9e3f5c11',
  ...wholeProcedurePoint({
    function: 'Outside jaws',
    range: '150 mm',
    nominal: { value: '50.00', unit: 'mm' },
    tolerance: { symmetric: { absolute: '0.02' } },
    resolution: '0.01',
  }),
  repeats: 3,
  budget_id: budgetId,
}

/** A released revision, as examples show it. */
export const exampleRevision: ProcedureRevision = {
  procedure_id: '019345b6-2f10-7c44-8d21-6b0a9e3f5c10',
  code: 'CP-DIM-01',
  revision: 2,
  state: 'released',
  released_at: '2026-03-02T08:15:00.000Z',
  released_by: 'Ingrid Solberg',
  signature_meaning: 'Reviewed and released',
  withdrawn_at: null,
  withdrawal_reason: null,
  title: 'Calibration of calipers',
  scope: 'Calipers with a range of up to 300 mm.',
  work_instruction: '1. Clean the jaws.\n2. Let caliper and gauge blocks reach the same temperature.',
  environment: { temperature: { lower: '18', upper: '22', unit: '°C' }, humidity: null },
  warm_up_minutes: null,
  decision_rule: 'simple_acceptance',
  grace_days: 14,
  documents: [
    {
      id: '019345b6-2f10-7c44-8d21-6b0a9e3f5c13',
      file_name: 'Measuring faces of calipers.pdf',
      content_type: 'application/pdf',
      size_bytes: 184_320,
      sha256: '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
    },
  ],
  required_standards: [{ role: 'Gauge block set, grade 1', minimum_tur: '4' }],
  points: [point],
  budgets: [
    {
      id: budgetId,
      name: 'Outside jaws',
      unit: 'mm',
      contributors: [
        { name: 'Gauge blocks', type: 'B', distribution: 'normal', value: '0.0005', divisor: '2' },
        { name: 'Resolution', type: 'B', distribution: 'rectangular', value_from: 'resolution' },
        { name: 'Repeatability', type: 'A', distribution: 'student', value_from: 'readings' },
      ],
    },
  ],
}

const { procedure_id: id, points: _points, ...followed } = exampleRevision
const { code, revision, title, scope, environment, budgets } = followed
const { id: pointId, budget_id: _budget, ...asked } = point

const exampleDetail: ProcedureDetail = {
  id,
  code,
  status: 'released',
  released: exampleRevision,
  revisions: [
    {
      revision,
      title,
      state: 'released',
      released_at: exampleRevision.released_at,
      released_by: exampleRevision.released_by,
      signature_meaning: exampleRevision.signature_meaning,
      withdrawn_at: null,
      withdrawal_reason: null,
    },
  ],
}

export const procedureOperations = defineOperations({
  listProcedures: {
    method: 'GET',
    path: '/procedures',
    tag: 'Procedures',
    summary: 'List procedures',
    description: 'Sorted by code.',
    scope: 'read',
    query: ProcedureListQuery,
    reply: {
      status: 200,
      schema: ProcedurePage,
      description: 'A page of procedures.',
      example: {
        data: [
          {
            id,
            code,
            title,
            status: 'released',
            released_revision: revision,
            draft_revision: null,
            point_count: 1,
            created_at: '2025-01-20T09:30:00.000Z',
            updated_at: '2026-03-02T08:15:00.000Z',
          },
        ],
        pagination: { limit: 50, offset: 0, total: 1, has_more: false },
      },
    },
    errors: ['VALIDATION_ERROR', 'INVALID_REQUEST'],
  },
  getProcedure: {
    method: 'GET',
    path: '/procedures/{procedure_id}',
    tag: 'Procedures',
    summary: 'Read a procedure',
    description: 'The full content of the released revision, and the list of all revisions.',
    scope: 'read',
    params: procedureParams,
    reply: {
      headers: entityTagHeader,
      status: 200,
      schema: ProcedureDetail,
      description: 'The procedure.',
      example: exampleDetail,
    },
    errors: ['VALIDATION_ERROR', 'NOT_FOUND'],
  },
  downloadProcedureDocument: {
    method: 'GET',
    path: '/procedures/{procedure_id}/documents/{document_id}/download',
    tag: 'Procedures',
    summary: 'Create a download URL for a document of a procedure',
    description:
      'For documents of any revision. The URL is valid for a few minutes. Request a new one each time you need the file.',
    scope: 'read',
    params: Closed({
      ...procedureParams.properties,
      document_id: Uuid({ description: 'ID of the document.' }),
    }),
    reply: {
      status: 200,
      showsSecret: true,
      schema: DocumentDownloadResponse,
      description: 'The URL.',
      example: documentOperations.downloadDocument.reply.example,
    },
    errors: ['NOT_FOUND', 'VALIDATION_ERROR'],
  },
  getInstrumentPoints: {
    method: 'GET',
    path: '/instruments/{instrument_id}/points',
    tag: 'Procedures',
    summary: 'Read the procedure and points for an instrument',
    description:
      "The points of the released revision of its procedure, with the instrument-specific nominal values and tolerances applied. Each point has the form of an item of a calibration's `measurements`, without readings.",
    scope: 'read',
    params: instrumentParams,
    reply: {
      headers: entityTagHeader,
      status: 200,
      schema: InstrumentPoints,
      description: 'The procedure and its points; empty if there is no released procedure.',
      example: {
        procedure: {
          id,
          code,
          revision,
          title,
          scope,
          work_instruction: exampleRevision.work_instruction,
          environment,
          warm_up_minutes: null,
          decision_rule: exampleRevision.decision_rule,
          grace_days: exampleRevision.grace_days,
          documents: exampleRevision.documents,
          required_standards: exampleRevision.required_standards,
          budgets,
        },
        points: [
          { point_id: pointId, ...asked, uncertainty: { budget_id: budgetId }, override_reason: null },
        ],
      },
    },
    errors: ['VALIDATION_ERROR', 'NOT_FOUND'],
  },
})
