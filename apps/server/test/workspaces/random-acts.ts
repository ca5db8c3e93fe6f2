import * as fc from 'fast-check'
import { calibrationResults } from '@plumbline/contract'
import type { TestApp } from '../app.ts'
import { actsOn, carriesOut, changedNothing, type LivingWorkspace } from './living-workspace.ts'
import { newClassTable } from './unique-things.ts'

/** Something that happens in a workspace. */
export type Act = (w: LivingWorkspace) => unknown

const DAY_MS = 86_400_000
const place = fc.nat(1000)
const instant = fc
  .integer({ min: -3 * 365, max: 0 })
  .map((day) => new Date(Date.parse('2026-11-21T03:30:00.123Z') + day * DAY_MS).toISOString())
const zone = fc.constantFrom('America/New_York', 'Pacific/Auckland', 'UTC', 'Asia/Kolkata')
const text = fc.constantFrom('', 'x', 'Prüfung', '"\\\u2028')
const nullable = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: null })
const some = <T extends object>(members: { [Name in keyof T]: fc.Arbitrary<T[Name]> }) =>
  fc.record(members, { requiredKeys: [] })

const reading = fc.record(
  {
    result: fc.constantFrom(...calibrationResults),
    performed_at: instant,
    nominal_value: fc.constantFrom('10 mm', '0'),
    notes: text,
    opinions: text,
    temperature: fc.constant('20.1'),
    certificate_number: nullable(fc.constantFrom('LAB-1', 'LAB-2')),
    decision_rule: fc.constant('simple acceptance'),
  },
  { requiredKeys: ['result', 'performed_at'] },
)

const fields = some({
  name: fc.constantFrom('A', 'B'),
  notes: text,
  serial_number: nullable(fc.constantFrom('S1', 'S2')),
  calibration_interval_value: fc.constantFrom(1, 12, 31),
  calibration_interval_unit: fc.constantFrom('days' as const, 'months' as const, 'years' as const),
  customFields: fc.dictionary(fc.constantFrom('a', '__proto__', 'c'), fc.constantFrom('', '1')),
  grace_days: nullable(fc.constantFrom(0, 5)),
  warning_days: nullable(fc.constantFrom(0, 90)),
  requires_electronic_signature_override: nullable(fc.boolean()),
  is_quarantined: fc.boolean(),
  is_reference_standard: fc.boolean(),
})

const settings = some({
  name: text.map((name) => `W ${name}`),
  approvalPolicy: fc.constantFrom('automatic' as const, 'review' as const),
  warningDays: fc.constantFrom(0, 30),
  requiresElectronicSignature: fc.boolean(),
  defaultDecisionRule: nullable(text),
  standards: fc.subarray(['iso-9001', 'iatf-16949']),
  laboratory: some({
    name: nullable(text),
    logo: nullable(fc.constant('aGk=')),
    statements: fc.record({ scope: text }),
  }),
})

const statuses = ['active', 'in_service', 'out_of_service', 'OUT_FOR_CALIBRATION', 'REFERENCE_ONLY'] as const

/** Acts by name. */
const actsByName = new Map<string, fc.Arbitrary<Act>>()

/**
 * Returns acts of each kind, by name. An act returns whether it changed something: it was not refused, and had
 * something to act on.
 */
export function actsOfEachKind(app: TestApp): ReadonlyMap<string, fc.Arbitrary<Act>> {
  randomAct(app)
  return actsByName
}

/** Returns an act whose name and input are shown in a counterexample. */
function named<Input>(
  name: string,
  input: fc.Arbitrary<Input>,
  run: (w: LivingWorkspace, input: Input) => unknown,
): fc.Arbitrary<Act> {
  const acts = input.map((given): Act => {
    const act: Act = (w) => carriesOut(() => run(w, given))
    return Object.assign(act, { [fc.toStringMethod]: () => `${name}(${fc.stringify(given)})` })
  })
  actsByName.set(name, acts)
  return acts
}

type Lists =
  | 'procedures'
  | 'models'
  | 'classTables'
  | 'providers'
  | 'instruments'
  | 'records'
  | 'sites'
  | 'documents'
  | 'members'
  | 'keys'
  | 'webhooks'

/** Returns an act on a randomly chosen object of the workspace; does nothing while there is none. */
function onOne<Input>(
  name: string,
  list: Lists,
  input: fc.Arbitrary<Input>,
  run: (w: LivingWorkspace, id: string, input: Input) => unknown,
): fc.Arbitrary<Act> {
  return named(name, fc.tuple(place, input), (w, [at, given]) => {
    const ids = w[list]
    return ids.length === 0 ? changedNothing() : run(w, ids[at % ids.length]!, given)
  })
}

const nothing = fc.constant(null)
let tags = 0

type Acts = ReturnType<typeof actsOn>

/** Returns a random act of any kind. */
export function randomAct(app: TestApp): fc.Arbitrary<Act> {
  const acts = actsOn(app)
  return fc.oneof(
    { weight: 4, arbitrary: actOfInstruments(acts) },
    { weight: 6, arbitrary: actOfRecords(acts) },
    { weight: 3, arbitrary: actOfPlaces(acts) },
    { weight: 3, arbitrary: actOfOthers(app, acts) },
    { weight: 3, arbitrary: actOfProcedures(acts) },
    { weight: 1, arbitrary: actOfClassTables(acts) },
    { weight: 3, arbitrary: actOfProviders(acts) },
  )
}

/** Creates one of each thing, so that acts have something to act on from the beginning. */
export async function makeOneOfEach(app: TestApp, w: LivingWorkspace): Promise<void> {
  const acts = actsOn(app)
  tags += 1
  await acts.enter(w, { asset_tag: `P-${tags}`, name: 'Caliper', calibration_interval_value: 12 })
  await acts.addProcedure(w, { code: 'CP', title: 'A' })
  await acts.release(w, w.procedures[0]!)
  await acts.addModel(w, { manufacturer: 'Aldergate', model: '0', procedure_id: w.procedures[0]! })
  await acts.addClassTable(w, newClassTable())
  await acts.addProvider(w, { name: 'Norrland' })
  await acts.addLocation(w, w.sites[0]!, 'Shelf')
  await acts.subscribe(w, {})
}

/** Acts on the register. */
function actOfInstruments(acts: Acts): fc.Arbitrary<Act> {
  return fc.oneof(
    named('enter', fc.tuple(fields, nullable(instant)), (w, [body, performedAt]) => {
      tags += 1
      const plain = { asset_tag: `P-${tags}`, name: 'Caliper', calibration_interval_value: 12 }
      return acts.enter(w, { ...plain, ...body, last_calibration_date: performedAt })
    }),
    onOne('update', 'instruments', fields, acts.update),
    onOne('carry', 'instruments', place, (w, id, at) => {
      const site_id = w.sites[at % w.sites.length]!
      const location_id = w.locations.find((location) => location.siteId === site_id)?.id ?? null
      return acts.update(w, id, { site_id, location_id })
    }),
    onOne('entrust', 'instruments', nullable(place), (w, id, at) =>
      acts.update(w, id, { responsible_id: at === null ? null : w.members[at % w.members.length]! }),
    ),
    onOne('move', 'instruments', fc.constantFrom(...statuses), acts.move),
    onOne('extend', 'instruments', fc.constantFrom('2026-12-24', '2028-02-29'), acts.extend),
    onOne('endExtension', 'instruments', nothing, acts.endExtension),
    onOne('retire', 'instruments', fc.nat(2), (w, id, dice) =>
      dice === 0 ? acts.retire(w, id) : changedNothing(),
    ),
  )
}

/** Acts on calibration records and their certificates. */
function actOfRecords(acts: Acts): fc.Arbitrary<Act> {
  return fc.oneof(
    { weight: 3, arbitrary: onOne('calibrate', 'instruments', reading, acts.calibrate) },
    onOne('approve', 'records', nullable(fc.constant('I approve')), acts.approve),
    onOne('reject', 'records', nothing, acts.reject),
    onOne('correct', 'records', reading, acts.correct),
    onOne('void', 'records', nothing, acts.void),
    onOne('certify', 'records', fc.nat(3), (w, id, dice) =>
      dice === 0 ? acts.certify(w, id) : changedNothing(),
    ),
  )
}

/** Acts on settings, time zones, sites and locations. */
function actOfPlaces(acts: Acts): fc.Arbitrary<Act> {
  return fc.oneof(
    named('settings', settings, (w, change) => w.lab.settings(change)),
    named('changeZone', fc.tuple(zone, fc.nat(6)), (w, [name, steps]) => acts.changeZone(w, name, steps)),
    named('addSite', fc.tuple(fc.constantFrom('North', 'South'), nullable(zone)), (w, [name, timeZone]) =>
      acts.addSite(w, name, timeZone),
    ),
    onOne('changeSite', 'sites', fc.tuple(nullable(zone), fc.nat(6)), (w, id, [timeZone, steps]) =>
      acts.changeSite(w, id, { timeZone, laboratory: { address: 'A' } }, steps),
    ),
    onOne('addLocation', 'sites', fc.constantFrom('Shelf', 'Room'), acts.addLocation),
    named('renameLocation', place, (w, at) => {
      const location = w.locations[at % w.locations.length]
      return location ? acts.renameLocation(w, location.id, `Room ${at}`) : changedNothing()
    }),
  )
}

/** Acts on people, keys, documents and webhooks, and on the clock of the server. */
function actOfOthers(app: TestApp, acts: Acts): fc.Arbitrary<Act> {
  const rights = some({
    role: fc.constantFrom('manager' as const, 'auditor' as const),
    isActive: fc.boolean(),
    name: fc.constant('Renamed'),
    accessEndsAt: nullable(instant),
  })
  const subscription = some({ is_active: fc.boolean(), description: text, events: fc.constant(null) })
  return fc.oneof(
    named('addMember', place, (w, at) => acts.addMember(w, `p${at}@example.com`, 'technician')),
    onOne('changeMember', 'members', rights, (w, id, change) =>
      id === w.by.id ? changedNothing() : acts.changeMember(w, id, change),
    ),
    onOne('addKey', 'members', nullable(instant), (w, id, expiresAt) =>
      acts.addKey(w, id, expiresAt === null ? [w.sites[0]!] : null, expiresAt),
    ),
    onOne('revokeKey', 'keys', nothing, acts.revokeKey),
    onOne('attach', 'instruments', nothing, acts.attach),
    onOne('archive', 'documents', nothing, acts.archive),
    named('subscribe', nullable(fc.constant(['instrument.updated'])), (w, events) =>
      acts.subscribe(w, { events }),
    ),
    onOne('changeWebhook', 'webhooks', subscription, acts.changeWebhook),
    onOne('rotateSecret', 'webhooks', nothing, acts.rotateSecret),
    onOne('unsubscribe', 'webhooks', fc.nat(2), (w, id, dice) =>
      dice === 0 ? acts.unsubscribe(w, id) : changedNothing(),
    ),
    // The clock of a server may also be set back.
    named('advance', fc.integer({ min: -5000, max: 90_000 }), (_, ms) => app.clock.advance(ms)),
  )
}

const makers = { manufacturer: fc.constantFrom('Aldergate', 'Hafner'), model: fc.constantFrom('1', '2') }

/** Acts on procedures and models, and on which of them instruments follow. */
function actOfProcedures(acts: Acts): fc.Arbitrary<Act> {
  const points = fc.constantFrom('1', '2').map((value) => [{ nominal: { value, unit: 'mm' } }])
  const content = some({ title: fc.constantFrom('A', 'B'), points, grace_days: nullable(fc.constant(3)) })
  const follow = fc.tuple(place, fc.boolean())
  return fc.oneof(
    named('addProcedure', place, (w, at) => acts.addProcedure(w, { code: `CP-${at}`, title: 'A' })),
    onOne('beginDraft', 'procedures', nothing, acts.beginDraft),
    onOne('changeDraft', 'procedures', content, acts.changeDraft),
    onOne('documentDraft', 'procedures', fc.constantFrom('work.pdf', 'Prüfplan.pdf'), acts.documentDraft),
    onOne('discardDraft', 'procedures', nothing, acts.discardDraft),
    { weight: 3, arbitrary: onOne('release', 'procedures', nothing, acts.release) },
    onOne('withdraw', 'procedures', nothing, acts.withdraw),
    onOne('follow', 'instruments', follow, (w, id, [at, follows]) => {
      const procedure = w.procedures[at % w.procedures.length]
      return acts.update(w, id, { procedure_id: follows ? (procedure ?? null) : null })
    }),
    named('conclude', fc.constantFrom('no_impact' as const, 'recall' as const), acts.conclude),
    named('addModel', fc.record(makers), acts.addModel),
    onOne('changeModel', 'models', fc.tuple(place, some(makers)), (w, id, [at, body]) => {
      const procedure_id = w.procedures[at % w.procedures.length] ?? null
      return acts.changeModel(w, id, { ...body, procedure_id })
    }),
    onOne('removeModel', 'models', nothing, acts.removeModel),
  )
}

/** Acts on class tables. */
function actOfClassTables(acts: Acts): fc.Arbitrary<Act> {
  const name = fc.constantFrom('Blocks', 'Pins')
  const content = some({ name, source: fc.constantFrom('ISO 3650', 'House rule'), unit: fc.constant('m') })
  return fc.oneof(
    named('addClassTable', name, (w, at) => acts.addClassTable(w, { ...newClassTable(), name: at })),
    onOne('changeClassTable', 'classTables', content, acts.changeClassTable),
    onOne('retireClassTable', 'classTables', nothing, acts.retireClassTable),
  )
}

/** Acts on providers. */
function actOfProviders(acts: Acts): fc.Arbitrary<Act> {
  const name = fc.constantFrom('Norrland', 'Aldergate')
  const scope = fc
    .constantFrom('1 mm to 10 mm', null)
    .map((range) => [{ quantity: 'Length', range, best_uncertainty: null }])
  const valid = nullable(fc.constantFrom('2026-06-30', '2028-04-30'))
  const content = some({ name, scope, accreditation_valid_until: valid, is_archived: fc.boolean() })
  return fc.oneof(
    named('addProvider', name, (w, at) => acts.addProvider(w, { name: at })),
    onOne('changeProvider', 'providers', content, acts.changeProvider),
    onOne('certifyProvider', 'providers', nothing, acts.certifyProvider),
    onOne('sendOut', 'instruments', fc.option(place, { nil: null }), (w, id, at) =>
      acts.sendOut(w, id, {
        provider_id: at === null ? null : (w.providers[at % w.providers.length] ?? null),
      }),
    ),
    onOne('changeShipment', 'instruments', place, (w, id, at) =>
      acts.changeShipment(w, id, { purchase_order: `PO-${at}` }),
    ),
    onOne('receive', 'instruments', nothing, acts.receive),
  )
}
