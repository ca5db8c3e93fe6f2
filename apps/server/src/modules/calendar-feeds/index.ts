export { calendarFeedRoutes } from './app-routes.ts'
export { serveCalendarFeeds } from './serve-calendar-feeds.ts'
