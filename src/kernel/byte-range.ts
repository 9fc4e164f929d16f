export interface ByteRange {
  start: number
  /** The last byte (inclusive). */
  end: number
}

/** Returns the requested range; null for the whole content, and for multiple or malformed ranges. Source: RFC 9110,
 *  14.1.2. */
export function byteRangeOf(header: string | null, bytes: number): ByteRange | 'unsatisfiable' | null {
  const [, first = '', last = ''] = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header ?? '') ?? []
  if (first === '' && last === '') return null
  const start = first === '' ? Math.max(0, bytes - Number(last)) : Number(first)
  const end = first === '' || last === '' ? bytes - 1 : Math.min(Number(last), bytes - 1)
  if (first !== '' && last !== '' && Number(last) < start) return null
  return start > end ? 'unsatisfiable' : { start, end }
}
