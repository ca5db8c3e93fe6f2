export type { Answer, Call, Gate, GateRequest, GateResult, Handler, Handlers, Permitted } from './call.ts'
export { mountOperations, passGate, type MountedApi } from './mount-operations.ts'
export { readToken, readTokens } from './query-token.ts'
export { createHttpServer, type HttpServerOptions } from './server.ts'
