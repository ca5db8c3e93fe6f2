// Webhook verification that runs in every environment.
export {
  verifyWebhookAsync,
  WebhookVerificationError,
  type WebhookEvent,
  type WebhookToVerify,
  type WebhookVerificationCode,
} from './verify-webhook-async.ts'
export {
  eventTypes,
  isEvent,
  isKnownEvent,
  type KnownWebhookEvent,
  type WebhookEventOf,
} from './webhook-events.ts'
export type { EventData, EventType } from './contract-types.ts'
