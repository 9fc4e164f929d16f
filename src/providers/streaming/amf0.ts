/** A value in an RTMP command. Source: Action Message Format 0, Adobe 2007. */
export type Amf = number | boolean | string | null | undefined | Amf[] | { [name: string]: Amf }

const maxDepth = 16
const maxElements = 4096
const marker = {
  number: 0,
  boolean: 1,
  string: 2,
  object: 3,
  null: 5,
  undefined: 6,
  map: 8,
  end: 9,
  array: 10,
} as const
const date = 11
const longString = 12

interface Cursor {
  bytes: Buffer
  at: number
}

/** Returns all values in a message. @throws Error if one is truncated or has an unknown type */
export function decodeAmf(bytes: Buffer): Amf[] {
  const cursor = { bytes, at: 0 }
  const values: Amf[] = []
  while (cursor.at < bytes.length) values.push(readValue(cursor, 0))
  return values
}

function readValue(cursor: Cursor, depth: number): Amf {
  if (depth > maxDepth) throw new Error('AMF: nested too deeply')
  const type = readInteger(cursor, 1)
  switch (type) {
    case marker.number:
      return readNumber(cursor)
    case marker.boolean:
      return readInteger(cursor, 1) !== 0
    case marker.string:
      return readText(cursor, readInteger(cursor, 2))
    case marker.map:
      readInteger(cursor, 4) // the number of entries, which can be ignored because an end marker follows
      return readObject(cursor, depth)
    case marker.object:
      return readObject(cursor, depth)
    case marker.null:
      return null
    case marker.undefined:
      return undefined
    case marker.array:
      return readArray(cursor, depth)
    case date: {
      const ms = readNumber(cursor)
      readInteger(cursor, 2) // time zone, reserved
      return ms
    }
    case longString:
      return readText(cursor, readInteger(cursor, 4))
    default:
      throw new Error(`AMF: unknown type ${type}`)
  }
}

function readObject(cursor: Cursor, depth: number): Amf {
  const object: { [name: string]: Amf } = Object.create(null)
  for (;;) {
    const name = readText(cursor, readInteger(cursor, 2))
    if (name === '' && cursor.bytes[cursor.at] === marker.end) {
      cursor.at++
      return object
    }
    object[name] = readValue(cursor, depth + 1)
  }
}

function readArray(cursor: Cursor, depth: number): Amf[] {
  const length = readInteger(cursor, 4)
  if (length > maxElements) throw new Error('AMF: array too long')
  return Array.from({ length }, () => readValue(cursor, depth + 1))
}

function readInteger(cursor: Cursor, bytes: number): number {
  const value = cursor.bytes.readUIntBE(cursor.at, bytes)
  cursor.at += bytes
  return value
}

function readNumber(cursor: Cursor): number {
  const value = cursor.bytes.readDoubleBE(cursor.at)
  cursor.at += 8
  return value
}

function readText(cursor: Cursor, length: number): string {
  const end = cursor.at + length
  if (end > cursor.bytes.length) throw new Error('AMF: truncated')
  const text = cursor.bytes.toString('utf8', cursor.at, end)
  cursor.at = end
  return text
}

export const encodeAmf = (...values: Amf[]): Buffer => Buffer.concat(values.map(encodeValue))

function encodeValue(value: Amf): Buffer {
  if (value === null) return Buffer.from([marker.null])
  if (value === undefined) return Buffer.from([marker.undefined])
  if (typeof value === 'boolean') return Buffer.from([marker.boolean, Number(value)])
  if (typeof value === 'string') return Buffer.concat([Buffer.from([marker.string]), encodeName(value)])
  if (typeof value === 'number') {
    const bytes = Buffer.alloc(9)
    bytes.writeDoubleBE(value, 1)
    return bytes
  }
  if (Array.isArray(value)) {
    const head = Buffer.from([marker.array, 0, 0, 0, 0])
    head.writeUInt32BE(value.length, 1)
    return Buffer.concat([head, ...value.map(encodeValue)])
  }
  const properties = Object.entries(value).flatMap(([name, one]) => [encodeName(name), encodeValue(one)])
  return Buffer.concat([Buffer.from([marker.object]), ...properties, Buffer.from([0, 0, marker.end])])
}

function encodeName(text: string): Buffer {
  const bytes = Buffer.from(text)
  const length = Buffer.alloc(2)
  length.writeUInt16BE(bytes.length)
  return Buffer.concat([length, bytes])
}
