import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import * as fc from 'fast-check'
import { calibrationResults } from '@plumbline/contract'
import { assertProperty } from '@plumbline/testing'
import { sharedTestApp } from '../../../../test/app.ts'
import { openLaboratory } from '../../../../test/calibrating.ts'
import { projections } from '../../../projections.ts'
import type { Caller } from '../../access/index.ts'
import { setQuarantine } from '../../instruments/index.ts'
import { verifyLedger } from '../../ledger/index.ts'

const app = await sharedTestApp()
const lab = await openLaboratory(app)

const RUNS = 25
const FIRST_DAY_MS = Date.parse('2026-01-01T08:00:00Z')
const DAY_MS = 86_400_000
const performedAt = (day: number) => new Date(FIRST_DAY_MS + day * DAY_MS).toISOString()

interface ModelRecord {
  readonly result: string
  readonly day: number
  /** Order among records of one day: a correction takes that of the record it corrects. */
  readonly order: number
  readonly corrects: ModelRecord | null
  state: 'pending' | 'counts' | 'over'
}

/**
 * The rule of decisions, section 5, written down once more over plain lists: it looks at the whole history
 * after each act and shares no code with the product.
 */
class Model {
  readonly records: ModelRecord[] = []
  quarantine: ModelRecord | 'manager' | null = null
  #basis: ModelRecord | undefined

  append(result: string, day: number, approved: boolean, corrects: ModelRecord | null = null): void {
    const order = corrects?.order ?? this.records.length
    const record: ModelRecord = { result, day, order, corrects, state: 'pending' }
    this.records.push(record)
    if (approved) this.approve(record)
  }

  approve(record: ModelRecord): void {
    record.state = 'counts'
    if (record.corrects) record.corrects.state = 'over'
    this.#look(record.corrects)
  }

  /** A void or a rejection. */
  end(record: ModelRecord): void {
    record.state = 'over'
    this.#look(record)
  }

  byManager(quarantined: boolean): void {
    if (quarantined === (this.quarantine !== null)) return
    this.quarantine = quarantined ? 'manager' : null
  }

  #look(ended: ModelRecord | null): void {
    const before = this.#basis
    const counting = this.records
      .filter(({ state }) => state === 'counts')
      .toSorted((a, b) => b.day - a.day || b.order - a.order)
    this.#basis = counting[0]
    if (this.quarantine === 'manager') return
    if (ended !== null && this.quarantine === ended) this.quarantine = null
    if (this.#basis === undefined || this.#basis === before) return
    const speaks = ({ result }: ModelRecord) => result !== 'LIMITED_CALIBRATION'
    // A limited calibration says nothing itself. Where it takes the place of a basis that spoke and is gone,
    // what spoke before that one holds again.
    const looksBack = ended !== null && ended === before && speaks(before)
    const speaking = looksBack ? counting.find(speaks) : counting.slice(0, 1).find(speaks)
    if (speaking) this.quarantine = speaking.result.startsWith('PASS') ? null : speaking
  }
}

const result = fc.constantFrom(...calibrationResults)
const day = fc.integer({ min: 0, max: 8 })
const pick = fc.nat()
const act = <Name extends string, Rest extends object>(
  weight: number,
  name: Name,
  rest: { [Member in keyof Rest]: fc.Arbitrary<Rest[Member]> },
) => ({
  weight,
  arbitrary: fc.record({ act: fc.constant(name), ...rest }) as fc.Arbitrary<{ act: Name } & Rest>,
})

const step = fc.oneof(
  act(5, 'append', { day, result, pending: fc.boolean() }),
  act(3, 'correct', { day, result, pick, pending: fc.boolean() }),
  act(4, 'void', { pick }),
  act(3, 'approve', { pick }),
  act(1, 'reject', { pick }),
  act(2, 'manager', { quarantined: fc.boolean() }),
)
type Step = typeof step extends fc.Arbitrary<infer Value> ? Value : never

/** An instrument and the model of it, taking the same steps. */
class Pair {
  readonly model = new Model()
  readonly #ids: string[] = []
  readonly #instrumentId: string

  constructor(instrumentId: string) {
    this.#instrumentId = instrumentId
  }

  async take(taken: Step): Promise<void> {
    if (taken.act === 'append' || taken.act === 'correct') {
      await lab.settings({ approvalPolicy: taken.pending ? 'review' : 'automatic' })
    }
    const by = await lab.caller()
    if (taken.act === 'append') return this.#append(taken)
    if (taken.act === 'manager') return this.#byManager(by, taken.quarantined)
    if (this.#ids.length === 0) return
    const at = taken.pick % this.#ids.length
    try {
      await this.#onRecord(by, taken, this.#ids[at]!, this.model.records[at]!)
    } catch (error: any) {
      // What the state of the record refuses changes nothing.
      assert.equal(error.code, 'CONFLICT')
    }
  }

  async #append({ day: on, result: of, pending }: Step & { act: 'append' }): Promise<void> {
    const record = await lab.calibrate(this.#instrumentId, { performed_at: performedAt(on), result: of })
    this.#ids.push(record.id)
    this.model.append(of, on, !pending)
  }

  async #byManager(by: Caller, isQuarantined: boolean): Promise<void> {
    await setQuarantine(app, by, this.#instrumentId, { isQuarantined, reason: 'by hand' })
    this.model.byManager(isQuarantined)
  }

  async #onRecord(by: Caller, taken: Step, id: string, record: ModelRecord): Promise<void> {
    if (taken.act === 'correct') {
      const body = { performed_at: performedAt(taken.day), result: taken.result }
      this.#ids.push((await lab.correct(by, id, body)).id)
      this.model.append(taken.result, taken.day, !taken.pending, record)
    }
    if (taken.act === 'approve') {
      await lab.approve(by, id)
      this.model.approve(record)
    }
    if (taken.act === 'void') await lab.void(by, id)
    if (taken.act === 'reject') await lab.reject(by, id)
    if (taken.act === 'void' || taken.act === 'reject') this.model.end(record)
  }

  async assertEqual(): Promise<void> {
    const { is_quarantined } = await lab.read(this.#instrumentId)
    assert.equal(is_quarantined, this.model.quarantine !== null)
  }
}

describe('after any acts on the records of an instrument', () => {
  test('it is quarantined exactly if a simple model of the rule says so, and the ledger verifies', async () => {
    await assertProperty(
      fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 14, size: 'max' }), async (steps) => {
        const { id } = await lab.instrument()
        const pair = new Pair(id)
        for (const each of steps) {
          await pair.take(each)
          await pair.assertEqual()
        }
      }),
      { numRuns: RUNS },
    )
    const { fault, rowFaults } = await verifyLedger({ ...app.parts, projections }, lab.id)
    assert.deepEqual([fault, rowFaults], [null, []])
  })
})
