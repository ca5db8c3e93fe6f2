export { verifyWebhook } from './verify-webhook.ts'
export * from './webhook-verification.ts'
