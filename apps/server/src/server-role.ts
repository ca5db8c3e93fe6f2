/** What a process does: everything, only requests, or only background work. */
export type ServerRole = 'all' | 'api' | 'worker'
