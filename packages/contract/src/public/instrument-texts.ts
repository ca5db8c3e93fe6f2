import { Type } from 'typebox'
import {
  instrumentText,
  textsShownIn,
  type OptionalText,
  type ShownIn,
  type TextShownIn,
} from '../fields/instrument.ts'
import { Nullable, Text } from '../shared/values.ts'

type OfEach<Shown extends ShownIn, Value> = { [Name in TextShownIn<Shown>]: Value }

type ReadText = Type.TUnsafe<string | null>
type WrittenText = Type.TOptional<ReadText>

/** Response members for the optional texts that are shown in a given place. */
export function textsRead<Shown extends ShownIn>(shown: Shown): OfEach<Shown, ReadText> {
  return ofEach([shown], (name) => {
    const { description } = instrumentText(name)
    return Nullable(Type.String(description === undefined ? {} : { description }))
  })
}

/** Members of the optional texts that are shown in some places, as bodies take them: null clears one. */
export function textsWritten<Shown extends ShownIn>(...shown: Shown[]): OfEach<Shown, WrittenText> {
  return ofEach(shown, (name) => {
    const { maxLength, trimmed, identifying, description } = instrumentText(name)
    const keywords = { ...(trimmed && { trimmed }), ...(identifying && { identifying, composed: true }) }
    return Type.Optional(
      Nullable(Text(maxLength, { ...keywords, ...(description !== undefined && { description }) })),
    )
  })
}

/** Their values in the examples. */
export function textExamples<Shown extends ShownIn>(shown: Shown): OfEach<Shown, string | null> {
  return ofEach([shown], (name) => instrumentText(name).example ?? null)
}

function ofEach<Shown extends ShownIn, Value>(
  places: Shown[],
  valueOf: (name: OptionalText) => Value,
): OfEach<Shown, Value> {
  const members = textsShownIn(...places).map((name) => [name, valueOf(name)] as const)
  return Object.fromEntries(members) as OfEach<Shown, Value>
}
