import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { ActivityActor, ActivityEntry, Page } from '@plumbline/contract'
import { sharedTestApp } from '../../../../test/app.ts'
import { openLaboratory } from '../../../../test/calibrating.ts'
import { enter } from '../../../../test/register.ts'
import { signInAs, type TestSession } from '../../../../test/session.ts'

const app = await sharedTestApp()

async function read(session: TestSession, query = ''): Promise<Page<ActivityEntry>> {
  const response = await session.call('GET', `/activity?${query}`)
  assert.equal(response.status, 200, JSON.stringify(response.body))
  return response.body as Page<ActivityEntry>
}

const indexes = (page: Page<ActivityEntry>) => page.data.map(({ index }) => index)

describe('the activity log', () => {
  test('shows the ledger, newest first, with who did what and why, and the hash', async () => {
    const workspace = await app.workspace()
    const manager = await signInAs(app, workspace, 'manager', { name: 'Quinn' })
    const { id, asset_tag: tag } = await enter(app, workspace.key, { name: 'Gauge' })
    await manager.call('PATCH', `/instruments/${id}`, {
      body: { calibration_interval_value: 6, calibration_interval_change_reason: 'Drifts' },
    })
    const page = await read(manager)
    assert.deepEqual(indexes(page), Array.from({ length: page.pagination.total }, (_, at) => at).toReversed())
    const [changed, created] = page.data as [ActivityEntry, ActivityEntry]
    const { leaf_hash: hash, ...rest } = changed
    assert.match(hash, /^[0-9a-f]{64}$/)
    assert.deepEqual(rest, {
      index: page.pagination.total - 1,
      at: app.clock.now().toISOString(),
      kind: 'instrument.updated',
      actor: { type: 'user', id: manager.personId, name: 'Quinn' },
      subject: { type: 'instrument', id, label: tag },
      changes: { calibration_interval_value: { before: 12, after: 6 } },
      reason: 'Drifts',
    })
    assert.equal(created.kind, 'instrument.created')
    assert.equal(created.actor.type, 'api_key')
    assert.deepEqual(created.changes['name'], { before: null, after: 'Gauge' })
    const stored = await app.asOwner((owner) =>
      owner.query(
        `select encode(leaf_hash, 'hex') as hash from ledger_entries where workspace_id = $1 and index = $2`,
        [workspace.id, changed.index],
      ),
    )
    assert.equal(stored.rows[0].hash, hash)
  })

  test('shows what changed, not the payload of the entry', async () => {
    const lab = await openLaboratory(app)
    const instrument = await lab.instrument()
    const record = await lab.calibrate(instrument.id)
    await lab.void(await lab.caller(), record.id)
    const manager = await signInAs(app, lab, 'manager')
    const { data } = await read(manager, `instrument_id=${instrument.id}`)
    const kinds = ['calibration.voided', 'calibration.approved', 'calibration.appended', 'instrument.created']
    assert.deepEqual(
      data.map(({ kind }) => kind),
      kinds,
    )
    const members = data.flatMap(({ changes }) => Object.keys(changes))
    assert.ok(members.includes('decided_by'))
    for (const name of ['payload_version', 'quarantine_rule', 'nonce', 'actor_name', 'snapshot']) {
      assert.ok(!members.includes(name), name)
    }
  })

  test('names every person and key that has acted, to admins and managers only', async () => {
    const workspace = await app.workspace()
    const manager = await signInAs(app, workspace, 'manager', { name: 'Quinn' })
    const { id } = await enter(app, workspace.key)
    await manager.call('PATCH', `/instruments/${id}`, { body: { department: 'Tool room' } })
    const { body } = await manager.call('GET', '/activity/actors')
    const [key] = (await read(manager, 'action=instrument.created')).data
    const actors = body.data as ActivityActor[]
    assert.deepEqual(
      actors.find((one) => one.id === manager.personId),
      { type: 'user', id: manager.personId, name: 'Quinn' },
    )
    assert.ok(actors.some((one) => one.type === 'api_key' && one.id === key!.actor.id && one.name !== null))
    const foreign = await signInAs(app, await app.workspace(), 'manager')
    const others = (await foreign.call('GET', '/activity/actors')).body.data as ActivityActor[]
    assert.ok(others.every((one) => one.id !== manager.personId))
    const technician = await signInAs(app, workspace, 'technician')
    assert.equal((await technician.call('GET', '/activity/actors')).status, 404)
  })

  test('can be filtered by any subject, also by certificates, whose IDs have another form', async () => {
    const workspace = await app.workspace()
    const manager = await signInAs(app, workspace, 'manager')
    const none = await read(manager, 'subject_id=e7b65a8a77401d2bde141dc021e58ae9')
    assert.equal(none.pagination.total, 0)
  })

  test('is filtered by subject, actor and kind, with the count of the result', async () => {
    const workspace = await app.workspace()
    const manager = await signInAs(app, workspace, 'manager')
    const [one, two] = [await enter(app, workspace.key), await enter(app, workspace.key)]
    for (const { id } of [one, two]) {
      const body = { status: 'in_service', reason: 'x' }
      await manager.call('POST', `/instruments/${id}/status`, { body })
    }
    const ofOne = await read(manager, `subject_id=${one.id.toUpperCase()}`)
    assert.deepEqual(
      ofOne.data.map(({ kind }) => kind),
      ['instrument.status_changed', 'instrument.created'],
    )
    assert.equal(ofOne.pagination.total, 2)
    assert.equal((await read(manager, `actor_id=${manager.personId}`)).pagination.total, 2)
    assert.equal((await read(manager, 'action=instrument.created&limit=1')).pagination.total, 2)
    const both = await read(
      manager,
      `subject_id=${two.id}&actor_id=${manager.personId}&action=instrument.created`,
    )
    assert.deepEqual(both.data, [])
    const unknown = await manager.call('GET', '/activity?action=instrument.lost')
    assert.equal(unknown.status, 422)
    assert.equal(unknown.body.details.field, 'action')
  })

  test('is bounded by time, both ends included', async () => {
    const workspace = await app.workspace()
    const manager = await signInAs(app, workspace, 'manager')
    const at: string[] = []
    for (let entered = 0; entered < 3; entered += 1) {
      app.clock.advance(1000)
      at.push(app.clock.now().toISOString())
      await enter(app, workspace.key)
    }
    const [first, second, third] = at as [string, string, string]
    const count = async (query: string) => {
      const page = await read(manager, query)
      assert.equal(page.data.length, page.pagination.total)
      return page.pagination.total
    }
    assert.equal(await count(`from=${first}`), 3)
    assert.equal(await count(`from=${second}&to=${second}`), 1)
    assert.equal(await count(`from=${second}&to=${third}&action=instrument.created`), 2)
    assert.equal(await count(`from=${third}&to=${first}`), 0)
    assert.equal(await count(`from=2030-01-01T00:00:00Z`), 0)
    assert.equal(await count(`to=2020-01-01T00:00:00Z`), 0)
    const all = await read(manager)
    assert.equal((await read(manager, `to=${first}`)).pagination.total, all.pagination.total - 2)
  })

  test('has pages without gaps or overlaps', async () => {
    const workspace = await app.workspace()
    const manager = await signInAs(app, workspace, 'manager')
    for (let entered = 0; entered < 4; entered += 1) await enter(app, workspace.key)
    const all = await read(manager)
    const { total } = all.pagination
    for (const filter of ['', '&from=2020-01-01T00:00:00Z', '&action=instrument.created']) {
      const whole = await read(manager, `limit=100${filter}`)
      const walked: number[] = []
      for (let offset = 0; offset <= total; offset += 3) {
        const page = await read(manager, `limit=3&offset=${offset}${filter}`)
        assert.equal(page.pagination.has_more, offset + 3 < whole.pagination.total)
        walked.push(...indexes(page))
      }
      assert.deepEqual(walked, indexes(whole))
    }
    assert.deepEqual((await read(manager, 'offset=1000000')).data, [])
  })

  test('uses the current names of things, and the URL of a deleted webhook', async () => {
    const workspace = await app.workspace()
    const admin = await signInAs(app, workspace, 'admin')
    const person = await signInAs(app, workspace, 'technician', { name: 'Before' })
    await admin.call('PATCH', `/users/${person.personId}`, { body: { name: 'After' } })
    const hook = { url: 'http://127.0.0.1:9/hook' }
    const { id } = (await admin.call('POST', '/webhooks', { body: hook })).body
    assert.equal((await admin.call('DELETE', `/webhooks/${id}`)).status, 204)
    const labels = (await read(admin)).data.map(({ kind, subject }) => [kind, subject.label])
    assert.deepEqual(labels.slice(0, 3), [
      ['webhook.deleted', hook.url],
      ['webhook.created', hook.url],
      ['user.updated', 'After'],
    ])
    assert.ok(
      labels.some(([kind, label]) => kind === 'workspace.created' && label === workspace.workspace.name),
    )
    assert.ok(labels.some(([kind, label]) => kind === 'site.created' && label === 'Main site'))
    assert.ok(
      labels.every(([, label]) => label !== null),
      JSON.stringify(labels),
    )
  })

  test('has nothing of another workspace', async () => {
    const [mine, theirs] = [await app.workspace(), await app.workspace()]
    const manager = await signInAs(app, mine, 'manager')
    const { id } = await enter(app, theirs.key)
    assert.deepEqual((await read(manager, `subject_id=${id}`)).data, [])
    assert.ok((await read(manager)).data.every(({ subject }) => subject.id !== theirs.id))
  })

  test('is hidden from technicians, auditors and members who are limited to sites', async () => {
    const workspace = await app.workspace()
    const site = await workspace.site('Harbour')
    const sessions = [
      await signInAs(app, workspace, 'technician'),
      await signInAs(app, workspace, 'auditor'),
      await signInAs(app, workspace, 'admin', { siteIds: [site] }),
    ]
    for (const session of sessions) {
      assert.equal((await session.call('GET', '/activity')).body.code, 'NOT_FOUND')
      assert.deepEqual((await session.call('GET', '/summary')).body.recent_activity, [])
    }
  })
})

describe('the activity log as a file', () => {
  test('has the filtered entries, newest first, with the changes as JSON', async () => {
    const workspace = await app.workspace()
    const manager = await signInAs(app, workspace, 'manager', { name: '=Quinn' })
    const { id, asset_tag: tag } = await enter(app, workspace.key)
    const body = { status: 'in_service', reason: 'Now, with "care"' }
    await manager.call('POST', `/instruments/${id}/status`, { body })
    const response = await manager.call('GET', `/exports/activity?subject_id=${id}`)
    assert.equal(response.status, 200)
    assert.equal(response.headers.get('content-type'), 'text/csv; charset=utf-8; header=present')
    assert.match(
      response.headers.get('content-disposition')!,
      /^attachment; filename="activity-[\d-]{10}\.csv"$/,
    )
    const [head, moved, created, end] = (response.body as string).split('\r\n')
    assert.match(
      head!,
      /index,at,kind,actor_type,actor_id,actor_name,subject_type,subject_id,subject_label,changes,reason,leaf_hash$/,
    )
    assert.ok(moved!.includes(`,'=Quinn,instrument,${id},${tag},`))
    assert.ok(moved!.includes('"{""status"":{""after"":""in_service"",""before"":""active""}}"'))
    assert.ok(moved!.includes(',"Now, with ""care""",'))
    assert.match(created!, /,instrument\.created,/)
    assert.equal(end, '')
    const ofNothing = await manager.call(
      'GET',
      `/exports/activity?subject_id=${workspace.id}&to=2020-01-01T00:00:00Z`,
    )
    assert.equal((ofNothing.body as string).split('\r\n').length, 2)
  })

  test('refuses what the list refuses, and is hidden from the same roles', async () => {
    const workspace = await app.workspace()
    const manager = await signInAs(app, workspace, 'manager')
    const refused = await manager.call('GET', '/exports/activity?action=instrument.lost')
    assert.deepEqual([refused.status, refused.body.code], [422, 'INVALID_REQUEST'])
    assert.equal((await manager.call('GET', '/exports/activity?from=x')).body.code, 'VALIDATION_ERROR')
    const limited = await signInAs(app, workspace, 'admin', { siteIds: [await workspace.site('Harbour')] })
    assert.equal((await limited.call('GET', '/exports/activity')).body.code, 'NOT_FOUND')
    const { id } = await enter(app, (await app.workspace()).key)
    const foreign = await manager.call('GET', `/exports/activity?subject_id=${id}`)
    assert.equal((foreign.body as string).split('\r\n').length, 2)
  })
})

describe('the history of an instrument', () => {
  test('is shown to every role: changes, by whom and why, newest first, in pages', async () => {
    const workspace = await app.workspace()
    const manager = await signInAs(app, workspace, 'manager', { name: 'Quinn' })
    const { id } = await enter(app, workspace.key)
    await enter(app, workspace.key)
    const body = { is_quarantined: true, reason: 'Dropped' }
    await manager.call('POST', `/instruments/${id}/quarantine`, { body })
    const whole = await read(manager, `subject_id=${id}`)
    for (const role of ['admin', 'manager', 'technician', 'auditor'] as const) {
      const session = await signInAs(app, workspace, role)
      const response = await session.call('GET', `/instruments/${id}/activity`)
      assert.deepEqual([response.status, response.body], [200, whole], role)
    }
    assert.deepEqual(
      whole.data.map(({ kind, reason, actor }) => [kind, reason, actor.name === 'Quinn']),
      [
        ['instrument.quarantined', 'Dropped', true],
        ['instrument.created', null, false],
      ],
    )
    const second = await manager.call('GET', `/instruments/${id}/activity?limit=1&offset=1`)
    assert.equal(second.body.data[0].kind, 'instrument.created')
    assert.equal((await manager.call('GET', `/instruments/${id}/activity?limit=101`)).status, 422)
  })

  test('is shown within the sites of a member only', async () => {
    const workspace = await app.workspace()
    const site = await workspace.site('Harbour')
    const { id } = await enter(app, workspace.key)
    const technician = await signInAs(app, workspace, 'technician', { siteIds: [site] })
    const path = `/instruments/${id}/activity`
    assert.equal((await technician.call('GET', path)).body.code, 'NOT_FOUND')
    const manager = await signInAs(app, workspace, 'manager')
    assert.equal((await manager.call('PATCH', `/instruments/${id}`, { body: { site_id: site } })).status, 200)
    assert.equal((await technician.call('GET', path)).body.pagination.total, 2)
    const stranger = await signInAs(app, await app.workspace(), 'admin')
    assert.equal((await stranger.call('GET', path)).body.code, 'NOT_FOUND')
  })
})
