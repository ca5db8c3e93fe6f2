export {
  verifyWebhook,
  WebhookVerificationError,
  type WebhookEvent,
  type WebhookToVerify,
  type WebhookVerificationCode,
} from './verify-webhook.ts'
