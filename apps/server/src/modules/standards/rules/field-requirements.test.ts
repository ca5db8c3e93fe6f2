import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from 'fast-check'
import { assertProperty } from '@plumbline/testing'
import { standardsCatalogue as catalogue } from '../shipped-standards.ts'
import { resolveStandards, unknownStandards, type RequirementLevel } from './catalogue.ts'
import { fieldRequirements, type FieldRequirement, type RequirementContext } from './field-requirements.ts'

const LEVELS: RequirementLevel[] = ['hidden', 'optional', 'recommended', 'required']
const inHouse: RequirementContext = { calibrationType: 'in_house', workspaceDefaultDecisionRule: null }
const external: RequirementContext = { ...inHouse, calibrationType: 'external_certificate' }

const named = (requirements: FieldRequirement[], field: string): FieldRequirement => {
  const found = requirements.find((each) => each.field === field)
  assert.ok(found, field)
  return found
}
const calibrationField = (keys: string[], field: string, context = inHouse) =>
  named(fieldRequirements(catalogue, keys, context).calibration, field)
const requiredFields = (keys: string[], context = inHouse) =>
  fieldRequirements(catalogue, keys, context)
    .calibration.filter(({ requirement }) => requirement === 'required')
    .map(({ field }) => field)

test('every standard has known fields, known levels and a unique key', () => {
  const { calibration_fields, instrument_fields, baseline, standards } = catalogue
  const scopes = { calibration: calibration_fields, instrument: instrument_fields }
  for (const scope of ['calibration', 'instrument'] as const) {
    const fields = scopes[scope].map(({ field }) => field)
    assert.deepEqual(Object.keys(baseline[scope]).toSorted(), fields.toSorted())
    const demanded = standards.flatMap((standard) => Object.entries(standard[scope]))
    for (const [field, { level }] of demanded)
      assert.ok(fields.includes(field) && LEVELS.includes(level), field)
    for (const level of Object.values(baseline[scope])) assert.ok(LEVELS.includes(level))
  }
  assert.equal(new Set(standards.map(({ key }) => key)).size, standards.length)
  assert.ok(standards.every(({ key, label, source }) => key !== '' && label !== '' && source !== ''))
})

test('without standards, result, time and person are required by no standard', () => {
  assert.deepEqual(requiredFields([]), ['result', 'performed_at', 'performed_by'])
  const { calibration, instrument } = fieldRequirements(catalogue, [], inHouse)
  assert.ok([...calibration, ...instrument].every(({ required_by }) => required_by.length === 0))
})

test('the strictest level wins, and only those who require a field are named', () => {
  const keys = ['iso_9001', 'iso_iec_17025', 'iso_10012']
  const tolerance = calibrationField(keys, 'tolerance')
  assert.equal(tolerance.requirement, 'required')
  assert.deepEqual(tolerance.required_by, ['ISO 10012:2003'])
  assert.equal(calibrationField(keys, 'coverage_factor').requirement, 'recommended')
  assert.equal(calibrationField(['iso_9001'], 'coverage_factor').requirement, 'hidden')
})

test('a standard that leaves a field to the baseline does not require it itself', () => {
  assert.deepEqual(calibrationField(['iso_9001'], 'result').required_by, [])
  assert.deepEqual(calibrationField(['iso_9001', 'fda_21_cfr_11'], 'performed_at').required_by, [
    'FDA 21 CFR 11',
  ])
})

test('a standard cannot weaken the baseline', () => {
  const { instrument } = fieldRequirements(catalogue, ['iso_9001'], inHouse)
  assert.equal(named(instrument, 'location').requirement, 'recommended')
})

test('requirements of the register have no body keys', () => {
  const { instrument } = fieldRequirements(catalogue, ['as9100d'], inHouse)
  assert.deepEqual(named(instrument, 'category'), {
    field: 'category',
    label: 'Category',
    requirement: 'required',
    required_by: ['AS9100D'],
    request_field: null,
    note: null,
  })
})

test('an external certificate requires its minimum and nothing else', () => {
  const all = catalogue.standards.map(({ key }) => key)
  for (const keys of [[], ['iso_iec_17025'], all]) {
    const minimum = ['result', 'performed_at', 'certificate_number']
    assert.deepEqual(requiredFields(keys, external).toSorted(), minimum.toSorted())
  }
  assert.equal(
    calibrationField(['iso_iec_17025'], 'measurement_uncertainty', external).requirement,
    'recommended',
  )
  assert.deepEqual(calibrationField(['iso_iec_17025'], 'measurement_uncertainty', external).required_by, [])
  assert.equal(calibrationField([], 'service_provider', external).requirement, 'recommended')
  assert.equal(calibrationField([], 'humidity', external).requirement, 'optional')
})

test('the minimum of an external certificate names standards that require it themselves', () => {
  assert.deepEqual(calibrationField(['iso_iec_17025'], 'certificate_number', external).required_by, [])
  assert.deepEqual(calibrationField(['fda_21_cfr_111'], 'performed_at', external).required_by, [
    'FDA 21 CFR 111 (dietary supplements)',
  ])
})

test('fields that the server sets have no body key and are marked', () => {
  const performedBy = calibrationField([], 'performed_by')
  assert.equal(performedBy.request_field, null)
  assert.notEqual(performedBy.note, null)
  const context = { ...inHouse, workspaceDefaultDecisionRule: 'simple_acceptance' }
  assert.equal(calibrationField(['ilac_g8'], 'decision_rule', context).request_field, null)
  assert.equal(calibrationField(['ilac_g8'], 'decision_rule').request_field, 'decision_rule')
  const blank = { ...inHouse, workspaceDefaultDecisionRule: ' ' }
  assert.equal(calibrationField(['ilac_g8'], 'decision_rule', blank).request_field, 'decision_rule')
})

test('standards resolve once and in the order of the catalogue, unknown keys are shown', () => {
  const keys = ['iso_22000', 'iso_9001', 'iso_9001', 'iso_1', 'ISO_9001', 'iso_1']
  assert.deepEqual(
    resolveStandards(catalogue, keys).map(({ key }) => key),
    ['iso_9001', 'iso_22000'],
  )
  assert.deepEqual(unknownStandards(catalogue, keys), ['iso_1', 'ISO_9001'])
})

test('selecting one more standard never weakens a requirement', () => {
  const keys = fc.subarray(catalogue.standards.map(({ key }) => key))
  assertProperty(
    fc.property(keys, keys, (some, more) => {
      const less = fieldRequirements(catalogue, some, inHouse).calibration
      const both = fieldRequirements(catalogue, [...some, ...more], inHouse).calibration
      for (const before of less) {
        const after = named(both, before.field)
        assert.ok(LEVELS.indexOf(after.requirement) >= LEVELS.indexOf(before.requirement))
        assert.ok(before.required_by.every((label) => after.required_by.includes(label)))
      }
    }),
  )
})
