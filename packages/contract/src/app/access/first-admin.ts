/**
 * The admin that the first start creates if no name was given. The person who signs in as this admin is then asked for
 * their own name and for the first settings of the workspace, because records and certificates must name a person.
 */
export const firstAdmin = { email: 'admin@plumbline.local', name: 'Admin' } as const
