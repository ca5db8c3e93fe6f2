import { Type } from 'typebox'
import {
  siteField,
  siteFieldNames,
  type RequiredSiteField,
  type SiteFieldName,
  type SiteValue,
} from '../fields/site.ts'
import { NameText, Nullable, Text } from '../shared/values.ts'

/** Response members of sites. The contract declares each as nullable, so that a value can become unknown. */
export function siteFieldsRead<Name extends SiteFieldName>(
  names: readonly Name[],
): { [Each in Name]: Type.TUnsafe<SiteValue<Each> | null> } {
  const members = names.map((name) => [name, Nullable(Type.String(described(name)))] as const)
  return Object.fromEntries(members) as { [Each in Name]: Type.TUnsafe<SiteValue<Each> | null> }
}

type OptionalMembers = {
  [Name in SiteFieldName]: Type.TOptional<Type.TUnsafe<SiteValue<Name>>>
}

/** Members of sites in changes: an omitted member stays unchanged, null clears it. */
export function siteFieldsChanged(): OptionalMembers {
  const members = siteFieldNames.map((name) => [name, Type.Optional(writtenSchema(name))] as const)
  return Object.fromEntries(members) as OptionalMembers
}

type NewMembers = Omit<OptionalMembers, RequiredSiteField> & {
  [Name in RequiredSiteField]: Type.TUnsafe<SiteValue<Name>>
}

/** Members of a new site. */
export function siteFieldsStated(): NewMembers {
  const members = siteFieldNames.map((name) => {
    const schema = writtenSchema(name)
    return [name, siteField(name).required ? schema : Type.Optional(schema)] as const
  })
  return Object.fromEntries(members) as unknown as NewMembers
}

function writtenSchema(name: SiteFieldName) {
  const { required, maxLength } = siteField(name)
  return required ? NameText(maxLength) : Nullable(Text(maxLength, described(name)))
}

function described(name: SiteFieldName): { description?: string } {
  const { description } = siteField(name)
  return description === undefined ? {} : { description }
}
