/** Returns a box with its contents. Source: ISO/IEC 14496-12, 4.2. */
export function box(type: string, ...contents: Buffer[]): Buffer {
  const bytes = contents.reduce((sum, { length }) => sum + length, 8)
  const head = uint32(bytes, 0)
  head.write(type, 4, 'latin1')
  return Buffer.concat([head, ...contents], bytes)
}

export const fullBox = (type: string, version: number, flags: number, ...contents: Buffer[]): Buffer =>
  box(type, uint32(version * 2 ** 24 + flags), ...contents)

export const zeros = (bytes: number): Buffer => Buffer.alloc(bytes)

export const uint32 = (...values: number[]): Buffer => uint32List(values)

/** Like {@link uint32}, but for more values than one call can take as arguments. */
export function uint32List(values: number[]): Buffer {
  const bytes = Buffer.alloc(4 * values.length)
  values.forEach((value, at) => bytes.writeUInt32BE(value, 4 * at))
  return bytes
}

export function uint16(...values: number[]): Buffer {
  const bytes = Buffer.alloc(2 * values.length)
  values.forEach((value, at) => bytes.writeUInt16BE(value, 2 * at))
  return bytes
}
