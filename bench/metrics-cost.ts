// Measures what metrics and traces cost GET /instruments: the same server with and without them, alternately, by rate and by
// processor time.
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { alternate, compareFigure, report, requests } from './measure.ts'
import { makeWorkspace, openBenchDatabase } from './database.ts'
import { fillRegister } from './fill/fill-register.ts'
import { startChildServer } from './processes/child-server.ts'
import { ofProcess, timing } from './processor-time.ts'

const INSTRUMENTS = 10_000

const bench = await openBenchDatabase()
const { workspace, sites, key } = await makeWorkspace(bench.runtime, 'Main')
await fillRegister(bench.owner, workspace.workspaceId, sites, INSTRUMENTS)

const environment = {
  DATA_DIR: bench.runtime.config.DATA_DIR,
  RATE_LIMIT_PER_MINUTE: '1000000',
  LOG_LEVEL: 'silent',
}
/** Receives traces in this process and discards them: only the server's own time is compared. */
const collector = createServer((request, response) => request.resume().on('end', () => response.end('{}')))
await once(collector.listen(0, '127.0.0.1'), 'listening')
const collectorOrigin = `http://127.0.0.1:${(collector.address() as AddressInfo).port}`

const servers = {
  without: await startChildServer('serve-app.ts', environment),
  // The port itself is not opened, because only counting has a cost.
  with: await startChildServer('serve-app.ts', { ...environment, METRICS_PORT: '1' }),
  traced: await startChildServer('serve-app.ts', {
    ...environment,
    OTEL_EXPORTER_OTLP_ENDPOINT: collectorOrigin,
    OTEL_TRACES_SAMPLER_ARG: '0.1',
  }),
}
const timed = ({ origin, process }: (typeof servers)['with']) =>
  timing(
    { server: ofProcess(process.pid!) },
    requests(origin, '/api/public/v1/instruments', { 'x-api-key': key }),
  )

try {
  const without = timed(servers.without)
  const counted = timed(servers.with)
  const traced = timed(servers.traced)
  const seen = await alternate({
    without: without.load,
    'with metrics': counted.load,
    'with a tenth traced': traced.load,
  })
  report(`GET /instruments, 50 of ${INSTRUMENTS}, with and without metrics and traces`, seen)
  compareFigure(
    'processor time of the server for a list of 50 instruments with metrics, of one without',
    counted.perUnit().server / without.perUnit().server,
    { below: 1.03 },
  )
  compareFigure(
    'processor time of the server for a list of 50 instruments with a tenth traced, of one without',
    traced.perUnit().server / without.perUnit().server,
    { below: 1.05 },
  )
} finally {
  await Promise.all(Object.values(servers).map((server) => server.stop()))
  collector.close()
  await bench.drop()
}
