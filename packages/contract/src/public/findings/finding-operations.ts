import { defineOperations, entityTagHeader } from '../../shared/operation.ts'
import { Closed, Uuid } from '../../shared/values.ts'
import {
  type Finding,
  type FindingDetail,
  FindingDetail as FindingDetailSchema,
  FindingListQuery,
  FindingPage,
  TouchedListQuery,
  TouchedPage,
} from './finding.ts'

/** Path of one finding. */
export const findingParams = Closed({ finding_id: Uuid({ description: 'ID of the finding.' }) })

/** A finding for examples and sample events. */
export const exampleFinding: Finding = {
  id: '019345b6-2f10-7c44-8d21-6b0a9e3f5c20',
  status: 'open',
  instrument: { id: '019345b6-2f10-7c44-8d21-6b0a9e3f5c21', asset_tag: 'REF-0003', name: 'Gauge block set' },
  calibration_id: '019345b6-2f10-7c44-8d21-6b0a9e3f5c22',
  result: 'PASS_WITH_ADJUSTMENT',
  performed_at: '2026-11-20T09:30:00.000Z',
  opened_at: '2026-11-20T10:02:11.512Z',
  opened_by: 'Ingrid Solberg',
  points: [
    {
      position: 3,
      function: 'Length',
      channel: null,
      range: null,
      nominal: '50.000 mm',
      as_found: '50.0013',
      percent_of_tolerance: '130',
    },
  ],
  size_percent: '130',
  owner: { id: '019345b6-2f10-7c44-8d21-6b0a9e3f5c23', name: 'Ingrid Solberg' },
  due_date: '2026-12-04',
  closed_at: null,
  closed_by: null,
  closed_because: null,
  conclusion: null,
  signature_meaning: null,
}

/** The same finding as returned for a single finding. */
export const exampleFindingDetail: FindingDetail = {
  ...exampleFinding,
  window: { from: '2025-11-18T08:00:00.000Z', to: exampleFinding.performed_at },
  notes: [
    {
      written_at: exampleFinding.opened_at,
      written_by: 'Ingrid Solberg',
      text: 'Used for calipers alone, whose tolerance is 20 times wider.',
    },
  ],
  touched: { total: 1, unjudged: 1, elsewhere: 0, levels: [{ level: 1, total: 1, unjudged: 1 }] },
}

export const findingOperations = defineOperations({
  listFindings: {
    method: 'GET',
    path: '/findings',
    tag: 'Findings',
    summary: 'List findings',
    description:
      'Newest first. A finding opens automatically when a record takes effect that found an instrument out of tolerance.',
    scope: 'read',
    query: FindingListQuery,
    reply: {
      status: 200,
      schema: FindingPage,
      description: 'A page of findings.',
      example: { data: [exampleFinding], pagination: { limit: 50, offset: 0, total: 1, has_more: false } },
    },
    errors: ['VALIDATION_ERROR', 'INVALID_REQUEST'],
  },
  getFinding: {
    method: 'GET',
    path: '/findings/{finding_id}',
    tag: 'Findings',
    summary: 'Read a finding',
    description:
      'Includes its window, its notes, and the number of touched calibrations. While the finding is open, these follow the records.',
    scope: 'read',
    params: findingParams,
    reply: {
      headers: entityTagHeader,
      status: 200,
      schema: FindingDetailSchema,
      description: 'The finding.',
      example: exampleFindingDetail,
    },
    errors: ['VALIDATION_ERROR', 'NOT_FOUND'],
  },
  listFindingTouched: {
    method: 'GET',
    path: '/findings/{finding_id}/touched',
    tag: 'Findings',
    summary: 'List the calibrations touched by a finding',
    description:
      'Calibrations in effect that were performed with the instrument within the window and, level by level, the calibrations performed with those instruments until their next passing calibration. For a closed finding: the calibrations that were judged.',
    scope: 'read',
    params: findingParams,
    query: TouchedListQuery,
    reply: {
      status: 200,
      schema: TouchedPage,
      description: 'A page of calibrations, sorted by level and time.',
      example: {
        data: [
          {
            calibration_id: '019345b6-2f10-7c44-8d21-6b0a9e3f5c24',
            instrument: {
              id: '019345b6-2f10-7c44-8d21-6b0a9e3f5c25',
              asset_tag: 'CAL-0042',
              name: 'Caliper 150 mm',
            },
            performed_at: '2026-03-02T08:15:00.000Z',
            result: 'PASS',
            level: 1,
            via: exampleFinding.instrument,
            judgement: null,
            reason: null,
            judged_at: null,
            judged_by: null,
          },
        ],
        pagination: { limit: 50, offset: 0, total: 1, has_more: false },
      },
    },
    errors: ['VALIDATION_ERROR', 'NOT_FOUND'],
  },
})
