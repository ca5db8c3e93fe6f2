/**
 * Who the first start makes where nobody was asked: a person signs in as this and is then asked for the own name and what the
 * workspace works by. The name on records and certificates is to be that of a person.
 */
export const firstAdmin = { email: 'admin@plumbline.local', name: 'Admin' } as const
