import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import {
  instrumentField,
  instrumentFieldNames,
  searchedFields,
  type AppInstrument,
  type Page,
} from '@plumbline/contract'
import { sharedTestApp } from '../../../../test/app.ts'
import { enter } from '../../../../test/register.ts'
import { signInAs, type TestSession } from '../../../../test/session.ts'

const app = await sharedTestApp()

async function search(session: TestSession, query: string): Promise<string[]> {
  const response = await session.call('GET', `/instruments?${query}`)
  assert.equal(response.status, 200, JSON.stringify(response.body))
  const { data, pagination } = response.body as Page<AppInstrument>
  assert.equal(pagination.total, data.length, 'the total counts what is found')
  return data.map((instrument) => instrument.asset_tag ?? '')
}

const find = (session: TestSession, text: string, more = '') =>
  search(session, `q=${encodeURIComponent(text)}${more}`)

async function register() {
  const workspace = await app.workspace()
  const session = await signInAs(app, workspace, 'technician')
  const harbour = await workspace.site('Harbour')
  const add = (tag: string, body: object) => enter(app, workspace.key, { asset_tag: tag, ...body })
  await add('CAL-0042', {
    name: 'Digital caliper',
    manufacturer: 'Mitutoyo',
    model: '500-196-30',
    serial_number: 'A17/034',
  })
  await add('CAL-0043', { name: 'Caliper, Größe 2', manufacturer: 'Mahr', serial_number: 'Ä-99' })
  await add('MIC-0001', { name: 'Micrometer caliper', manufacturer: 'MITUTOYO' })
  await add('压力-7', { name: 'Манометр МП4', manufacturer: 'Роса' })
  return { workspace, session, harbour }
}

describe('searching the register as one types', () => {
  test('covers every text that the contract lists, when it is entered and when it is changed, and no other', async () => {
    const { session } = await register()
    const texts = instrumentFieldNames.filter((name) => instrumentField(name).kind === 'text')
    const wordOf = (name: string, time: string) => `${time}${name.replaceAll('_', '')}`
    const words = (time: string) => Object.fromEntries(texts.map((name) => [name, wordOf(name, time)]))
    const { id } = (
      await session.call('POST', '/instruments', {
        body: { ...words('first'), calibration_interval_value: 12 },
      })
    ).body
    const { asset_tag: tag, ...others } = words('then')
    const finds = async (time: string) => {
      const found = await Promise.all(texts.map((name) => find(session, wordOf(name, time))))
      return texts.filter((_, index) => found[index]!.length === 1)
    }
    assert.deepEqual(await finds('first'), searchedFields)
    const changed = await session.call('PATCH', `/instruments/${id}`, { body: others })
    assert.equal(changed.status, 200, JSON.stringify(changed.body))
    assert.deepEqual(
      await finds('then'),
      searchedFields.filter((name) => name !== 'asset_tag'),
    )
    assert.deepEqual(await finds('first'), ['asset_tag'])
    assert.deepEqual(await find(session, tag!), [])
  })

  test('finds beginnings of words of tag, serial number, name, maker and model', async () => {
    const { session } = await register()
    const cases: [string, string[]][] = [
      ['0042', ['CAL-0042']],
      ['cal-004', ['CAL-0042', 'CAL-0043']],
      ['A17', ['CAL-0042']],
      ['034', ['CAL-0042']],
      ['digi', ['CAL-0042']],
      ['mitu', ['CAL-0042', 'MIC-0001']],
      ['500-196', ['CAL-0042']],
      ['CAL0042', ['CAL-0042']],
      ['a17/0', ['CAL-0042']],
      ['caliper,gr', ['CAL-0043']],
      ['cal', ['CAL-0042', 'CAL-0043', 'MIC-0001']],
      ['aliper', []],
      ['zzz', []],
    ]
    for (const [text, tags] of cases) assert.deepEqual(await find(session, text), tags, text)
  })

  test('can be limited to reference standards', async () => {
    const { session, workspace } = await register()
    await enter(app, workspace.key, {
      asset_tag: 'REF-1',
      name: 'Caliper checker',
      is_reference_standard: true,
    })
    assert.deepEqual(await find(session, 'cal', '&is_reference_standard=true'), ['REF-1'])
    assert.deepEqual(await search(session, 'is_reference_standard=true'), ['REF-1'])
    assert.deepEqual(await find(session, 'mitu', '&is_reference_standard=true'), [])
    const refused = await session.call('GET', '/instruments?is_reference_standard=perhaps')
    assert.equal(refused.body.code, 'VALIDATION_ERROR')
  })

  test('all words must match, in any order and any field', async () => {
    const { session } = await register()
    assert.deepEqual(await find(session, 'mitu cal'), ['CAL-0042', 'MIC-0001'])
    assert.deepEqual(await find(session, 'cal mitu digital'), ['CAL-0042'])
    assert.deepEqual(await find(session, 'mahr mitutoyo'), [])
  })

  test('words that all have leave order and pages as they are', async () => {
    const workspace = await app.workspace()
    const session = await signInAs(app, workspace, 'technician')
    for (const name of ['Gauge C', 'Gauge A', 'Gauge B']) await enter(app, workspace.key, { name })
    const { body } = await session.call('GET', '/instruments?q=gau&sort=-name&limit=1&offset=1')
    const names = (body as Page<AppInstrument>).data.map((instrument) => instrument.name)
    assert.deepEqual([names, body.pagination.total], [['Gauge B'], 3])
  })

  test('case, accents and scripts do not matter', async () => {
    const { session } = await register()
    for (const text of ['MITU DIG', 'mítu dïg', 'ＭＩＴＵ dig'])
      assert.deepEqual(await find(session, text), ['CAL-0042'], text)
    assert.deepEqual(await find(session, 'grosse'), [])
    assert.deepEqual(await find(session, 'größ'), ['CAL-0043'])
    assert.deepEqual(await find(session, 'groß a 99'), ['CAL-0043'])
    assert.deepEqual(await find(session, 'маном роса'), ['压力-7'])
    assert.deepEqual(await find(session, '压'), ['压力-7'])
  })

  test('a text without letters and digits narrows nothing, and signs of patterns mean nothing', async () => {
    const { session } = await register()
    for (const text of ['-', ' . ', '%', '_']) assert.equal((await find(session, text)).length, 4, text)
    assert.equal((await find(session, '')).length, 4)
    assert.deepEqual(await find(session, 'cal%42'), [])
    assert.deepEqual(await find(session, "'; drop table x; --"), [])
  })

  test('follows changed names, retirement and moves between sites', async () => {
    const { workspace, session, harbour } = await register()
    const manager = await signInAs(app, workspace, 'manager')
    const [instrument] = (await session.call('GET', '/instruments?q=0042')).body.data as AppInstrument[]
    const path = `/instruments/${instrument!.id}`
    assert.equal(
      (await manager.call('PATCH', path, { body: { name: 'Vernier', site_id: harbour } })).status,
      200,
    )
    assert.deepEqual(await find(session, 'digital'), [])
    assert.deepEqual(await find(session, 'vern'), ['CAL-0042'])
    assert.deepEqual(await find(session, 'mitu', `&site_id=${harbour}`), ['CAL-0042'])
    const limited = await signInAs(app, workspace, 'technician', { siteIds: [harbour] })
    assert.deepEqual(await find(limited, 'mitu'), ['CAL-0042'])
    const retired = await manager.call('POST', `${path}/retire`, { body: { reason: 'Worn out' } })
    assert.equal(retired.status, 200)
    assert.deepEqual(await find(session, 'mitu'), ['MIC-0001'])
    assert.deepEqual(await find(session, 'mitu', '&include=retired'), ['CAL-0042', 'MIC-0001'])
  })

  test('can be combined with every filter, order and page', async () => {
    const { session } = await register()
    assert.deepEqual(await find(session, 'cal', '&asset_tag=CAL-0043'), ['CAL-0043'])
    assert.deepEqual(await find(session, 'cal', '&status=active'), ['CAL-0042', 'CAL-0043', 'MIC-0001'])
    assert.deepEqual(await find(session, 'cal', '&status=in_service'), [])
    assert.deepEqual(await find(session, 'cal', '&compliance_status=NOT_CALIBRATED&sort=-created_at'), [
      'MIC-0001',
      'CAL-0043',
      'CAL-0042',
    ])
    assert.deepEqual(await find(session, 'cal', '&compliance_status=COMPLIANT'), [])
    const page = (await session.call('GET', '/instruments?q=cal&limit=1&offset=1'))
      .body as Page<AppInstrument>
    assert.deepEqual(page.pagination, { limit: 1, offset: 1, total: 3, has_more: true })
    assert.equal(page.data[0]!.asset_tag, 'CAL-0043')
  })

  test('shows no other workspace', async () => {
    await register()
    const other = await signInAs(app, await app.workspace(), 'admin')
    assert.deepEqual(await find(other, 'cal'), [])
  })

  test('counts each instrument once, however many of its words begin alike', async () => {
    const workspace = await app.workspace()
    const session = await signInAs(app, workspace, 'technician')
    await enter(app, workspace.key, {
      asset_tag: 'M-1',
      name: 'mm mmm m metre metric meter',
      manufacturer: 'Mahr',
      model: 'M1 M-2 m10',
    })
    for (const text of ['m', 'me', 'met', 'metr', 'mm', 'm1', 'm m', 'm me mm']) {
      assert.deepEqual(await find(session, text), ['M-1'], text)
    }
  })
})
