export { notificationRoutes } from './app-routes.ts'
export { serveUnsubscribePages } from './unsubscribe.ts'
export { forgetNotifications, notifyBackupOverdue, notifyPeople } from './notify-people.ts'
export { settleRestoredMails } from './settle-restored.ts'
