export * from './browser.ts'
export * from './webhooks.ts'
