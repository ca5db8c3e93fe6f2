import { Gauge, type Registry } from 'prom-client'
import type { PoolUse } from '../platform/db/index.ts'
import type { Figures } from './figures.ts'

/**
 * Creates gauges of the figures that are read on request; returns a function that sets them. A figure that could not be
 * read has no value.
 */
export function figureMeters(
  registry: Registry,
  build: { readonly version: string; readonly commit: string | null; readonly role: string },
): (figures: Figures, pools: readonly PoolUse[]) => void {
  const gauge = <Name extends string>(name: string, help: string, ...labelNames: Name[]) =>
    new Gauge<Name>({ name: `plumbline_${name}`, help, labelNames, registers: [registry] })
  const info = gauge(
    'build_info',
    'Release, commit and role of this process; always 1.',
    'version',
    'commit',
    'role',
  )
  info.set({ ...build, commit: build.commit ?? '' }, 1)
  const missing = gauge('figure_missing', '1 for a figure that could not be read in time.', 'figure')
  const setPools = poolMeters(gauge)
  const setWaiting = waitingMeters(gauge)
  const setBackup = backupMeters(gauge)
  return (figures, pools) => {
    const { consumers, deliveries, tasks, backup } = figures
    for (const [figure, value] of Object.entries({ consumers, deliveries, tasks, backup })) {
      missing.set({ figure }, value === undefined ? 1 : 0)
    }
    setPools(pools)
    setWaiting(figures)
    setBackup(figures)
  }
}

type MakeGauge = <Name extends string>(name: string, help: string, ...labelNames: Name[]) => Gauge<Name>

function poolMeters(gauge: MakeGauge): (pools: readonly PoolUse[]) => void {
  const connections = gauge(
    'database_connections',
    'Connections of the pools of this process.',
    'pool',
    'state',
  )
  const waiting = gauge('database_waiting', 'Callers that wait for a connection of a pool.', 'pool')
  return (pools) => {
    for (const pool of pools) {
      connections.set({ pool: pool.kind, state: 'used' }, pool.used)
      connections.set({ pool: pool.kind, state: 'idle' }, pool.idle)
      waiting.set({ pool: pool.kind }, pool.waiting)
    }
  }
}

function waitingMeters(gauge: MakeGauge): (figures: Figures) => void {
  const unread = gauge('outbox_unread_events', 'Events that consumers have not read.', 'consumer')
  const lag = gauge('outbox_lag_seconds', 'Age of the oldest event that a consumer has not read.', 'consumer')
  const open = gauge(
    'webhook_deliveries',
    'Deliveries that are to be made, and those whose time has come.',
    'state',
  )
  const openLag = gauge('webhook_lag_seconds', 'How long the first delivery has been due.')
  const jobs = gauge('jobs', 'Tasks of the queue of background work.', 'task', 'state')
  const jobLag = gauge('job_lag_seconds', 'How long the first task has been due.', 'task')
  return ({ consumers, deliveries, tasks = [] }) => {
    for (const each of [unread, lag, open, jobs, jobLag]) each.reset()
    openLag.remove()
    // The consumer that every deployment has, so that an alert rule finds it even while nothing is behind.
    if (consumers) lag.set({ consumer: 'webhooks' }, 0)
    for (const { consumer, events, seconds } of consumers ?? []) {
      unread.set({ consumer }, events)
      lag.set({ consumer }, Math.max(0, seconds))
    }
    if (deliveries) {
      open.set({ state: 'waiting' }, deliveries.waiting)
      open.set({ state: 'due' }, deliveries.due)
      openLag.set(deliveries.dueSeconds)
    }
    for (const { task, state, tasks: count, dueSeconds } of tasks) {
      jobs.set({ task, state }, count)
      if (state === 'waiting') jobLag.set({ task }, dueSeconds)
    }
  }
}

function backupMeters(gauge: MakeGauge): (figures: Figures) => void {
  const age = gauge('backup_age_seconds', 'Age of the last backup that was made by plan and checked.')
  const overdue = gauge(
    'backup_overdue',
    '1 where that is older than the plan admits, or the place cannot be read.',
  )
  return ({ backup }) => {
    for (const each of [age, overdue]) each.remove()
    if (backup?.ageSeconds !== undefined) age.set(backup.ageSeconds)
    if (backup) overdue.set(backup.isOverdue ? 1 : 0)
  }
}
