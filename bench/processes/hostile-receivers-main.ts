// TLS receivers in one process that respond badly, one of each kind in turn. Sends their ports.
import { hostileResponses } from '../../apps/server/test/servers/hostile-responses.ts'
import { startHostileReceiver } from '../../apps/server/test/servers/hostile-receiver.ts'

const kinds = Object.values(hostileResponses)
const receivers = await Promise.all(
  Array.from({ length: Number(process.argv[2]) }, (_, index) =>
    startHostileReceiver(kinds[index % kinds.length]),
  ),
)
process.on('disconnect', () => process.exit())
process.send?.(receivers.map(({ port }) => port))
