import { useEffect, useMemo } from 'react'

/** Returns an object URL of bytes in memory, with the given content type. */
export function useObjectUrl(bytes: Blob | undefined, type: string | undefined): string | undefined {
  const url = useMemo(
    () => (bytes && type ? URL.createObjectURL(bytes.slice(0, bytes.size, type)) : undefined),
    [bytes, type],
  )
  useEffect(() => () => (url === undefined ? undefined : URL.revokeObjectURL(url)), [url])
  return url
}
