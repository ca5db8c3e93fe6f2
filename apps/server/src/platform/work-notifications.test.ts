import assert from 'node:assert/strict'
import { once } from 'node:events'
import { after, test } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import { HANG_MS } from '@plumbline/testing'
import { createTestDatabase } from '../../test/database.ts'
import {
  APPLICATION_ROLE,
  openDatabase,
  type WorkNotification,
  type Database,
  type Topic,
} from './db/index.ts'
import { startWorkNotifications } from './work-notifications.ts'
import { newId } from './ids.ts'
import { createLog } from './log.ts'

const database = await createTestDatabase()
const log = createLog('silent')
const opened: Database[] = []

/** A process has a pool of its own. */
function openProcess(): Database {
  const { connection } = database
  const db = openDatabase({
    connection,
    poolSize: 2,
    role: APPLICATION_ROLE,
    requestDeadlineMs: HANG_MS,
    onIdleError: () => undefined,
  })
  opened.push(db)
  return db
}

after(async () => {
  await Promise.all(opened.map((db) => db.close()))
  await database.drop()
})

/** Gathers notifications, and resolves with the first of a topic. */
function gatherer() {
  const heard: Topic[] = []
  const workspaceIds = new Set<string>()
  let wanted: Topic | undefined
  let next = Promise.withResolvers<void>()
  return {
    heard,
    workspaceIds,
    onNotification: ({ topic, workspaceId }: WorkNotification) => {
      heard.push(topic)
      workspaceIds.add(workspaceId)
      if (topic === wanted) next.resolve()
    },
    first: (topic: Topic) => {
      wanted = topic
      next = Promise.withResolvers<void>()
      if (heard.includes(topic)) next.resolve()
      return next.promise
    },
  }
}

const WORKSPACE_ID = newId()

/** Announces until it was heard, as a process listens only once its connection stands. */
async function notifyUntil(heard: Promise<void>, db: Database, topic: Topic): Promise<void> {
  const isHeard = heard.then(() => true)
  do await db.transaction(WORKSPACE_ID, async (tx) => tx.notify(topic))
  while (!(await Promise.race([isHeard, delay(5, false)])))
}

test('one process receives the notifications of another, and a process that only sends receives none', async (t) => {
  const [telling, listening] = [openProcess(), openProcess()]
  const gathered = gatherer()
  const notifications = [
    startWorkNotifications({ db: telling, log }),
    startWorkNotifications({ db: listening, log, onNotification: gathered.onNotification }),
  ]
  t.after(() => Promise.all(notifications.map((each) => each.stop())))
  await notifyUntil(gathered.first('events'), telling, 'events')
  await notifyUntil(gathered.first('deliveries'), telling, 'deliveries')
  assert.deepEqual(new Set(gathered.heard), new Set(['events', 'deliveries']))
  assert.deepEqual(gathered.workspaceIds, new Set([WORKSPACE_ID]))
})

test('what is waiting to be sent when notifications stop opens no connection', async () => {
  const db = openProcess()
  let connections = 0
  const counted: Database = {
    ...db,
    connect: (kind) => {
      connections += 1
      return db.connect(kind)
    },
  }
  const notifications = startWorkNotifications({ db: counted, log })
  await db.transaction(WORKSPACE_ID, async (tx) => tx.notify('events'))
  await notifications.stop()
  // Timers of the same duration run in their order.
  await delay(0)
  assert.equal(connections, 0)
})

test('a transaction that is rolled back notifies nothing', async () => {
  const db = openProcess()
  const heard: Topic[] = []
  const forget = db.onNotified(({ topic }) => heard.push(topic))
  await assert.rejects(
    db.transaction(newId(), async (tx) => {
      tx.notify('events')
      throw new Error('no')
    }),
    { message: 'no' },
  )
  assert.deepEqual(heard, [])
  await db.transaction(newId(), async (tx) => tx.notify('events'))
  assert.deepEqual(heard, ['events'])
  forget()
  await db.transaction(newId(), async (tx) => tx.notify('events'))
  assert.deepEqual(heard, ['events'])
})

test('simultaneous notifications are sent as one, and a closed connection is reopened', async (t) => {
  const [telling, listening] = [openProcess(), openProcess()]
  const gathered = gatherer()
  const notifications = [
    startWorkNotifications({ db: telling, log }),
    startWorkNotifications({ db: listening, log, onNotification: gathered.onNotification }),
  ]
  t.after(() => Promise.all(notifications.map((each) => each.stop())))
  await notifyUntil(gathered.first('events'), telling, 'events')
  gathered.heard.length = 0
  for (let each = 0; each < 200; each += 1) {
    await telling.transaction(WORKSPACE_ID, async (tx) => tx.notify('deliveries'))
  }
  await gathered.first('deliveries')
  assert.ok(gathered.heard.length < 100, `${gathered.heard.length} notifications`)
  const witness = await telling.connect('background')
  await witness.query(
    `select pg_terminate_backend(pid) from pg_stat_activity where query like 'listen%' and datname = current_database()`,
  )
  const ended = once(witness, 'end')
  await witness.end()
  await ended
  gathered.heard.length = 0
  await notifyUntil(gathered.first('events'), telling, 'events')
})
