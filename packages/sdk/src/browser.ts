// Entry point for every environment, including browsers and workers: everything except `verifyWebhook`, which
// requires the crypto module of Node.js.
export {
  createClient,
  type CallOptions,
  type Client,
  type ClientOptions,
  type InputOf,
  type Method,
  type Reply,
} from './client.ts'
export type { ErrorCode, Operations } from './contract-types.ts'
export * from './errors.ts'
export type { ApiResponse, EndedAttempt, Fetch, SentAttempt } from './exchange.ts'
export {
  followChanges,
  type Change,
  type CursorStore,
  type FollowedChange,
  type FollowOptions,
} from './follow-changes.ts'
export type { OperationName } from './routes.ts'
export {
  syncCalibrations,
  syncInstruments,
  type Calibration,
  type Instrument,
  type SyncOptions,
  type Watermark,
  type WatermarkStore,
} from './sync.ts'
export {
  uploadDocument,
  type Document,
  type DocumentToUpload,
  type UploadOptions,
} from './upload-document.ts'
export * from './webhook-verification.ts'
