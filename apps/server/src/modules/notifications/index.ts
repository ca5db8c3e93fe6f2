export { notificationRoutes } from './app-routes.ts'
export { forgetNotifications, notifyBackupOverdue, notifyPeople } from './notify-people.ts'
