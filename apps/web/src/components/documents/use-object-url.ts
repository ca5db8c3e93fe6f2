import { useEffect, useMemo } from 'react'

/** An address under which the page itself shows bytes from memory, as a file of the given type. */
export function useObjectUrl(bytes: Blob | undefined, type: string | undefined): string | undefined {
  const url = useMemo(
    () => (bytes && type ? URL.createObjectURL(bytes.slice(0, bytes.size, type)) : undefined),
    [bytes, type],
  )
  useEffect(() => () => (url === undefined ? undefined : URL.revokeObjectURL(url)), [url])
  return url
}
