import { randomUUID } from 'node:crypto'
import { startTestApp, type TestApp } from './app.ts'
import { openLaboratory, type Laboratory } from './calibrating.ts'

/** A laboratory with one object for each ID in the paths of the public API. */
export interface StatedPaths {
  readonly app: TestApp
  readonly lab: Laboratory
  /**
   * Returns a path of the OpenAPI document with the IDs of these objects; parameters without an object get a random ID.
   * @param others values that override these, by the name of the parameter
   */
  readonly fill: (path: string, others?: Readonly<Record<string, string>>) => string
}

/** Opens a laboratory with an instrument, a calibration and a webhook, for tests that call every path of the document. */
export async function openStatedPaths(): Promise<StatedPaths> {
  const app = await startTestApp({ RATE_LIMIT_PER_MINUTE: '100000' })
  const lab = await openLaboratory(app, { keepsEvents: false })
  const { id } = await lab.instrument()
  const body = { url: 'http://127.0.0.1:9/hook' }
  const ids: Readonly<Record<string, string>> = {
    instrument_id: id,
    calibration_id: (await lab.calibrate(id)).id,
    id: (await app.call('POST', '/webhooks', { key: lab.key, body })).body.id,
  }
  const fill = (path: string, others = {}) => {
    const given: Record<string, string> = { ...ids, ...others }
    return path.replaceAll(/\{(\w+)\}/g, (_, name: string) => given[name] ?? randomUUID())
  }
  return { app, lab, fill }
}
