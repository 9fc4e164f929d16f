/** FLV tag bodies for data from browser encoders. Source: Adobe Flash Video File Format 10.1, E.4; Enhanced RTMP v2. */

const nothing = new Uint8Array()
const opus = [0x4f, 0x70, 0x75, 0x73]

export const avcConfig = (record: Uint8Array): Uint8Array => joined([0x17, 0, 0, 0, 0], record)
export const avcFrame = (isKey: boolean, data: Uint8Array): Uint8Array =>
  joined([isKey ? 0x17 : 0x27, 1, 0, 0, 0], data)
export const aacConfig = (config: Uint8Array): Uint8Array => joined([0xaf, 0], config)
export const aacFrame = (data: Uint8Array): Uint8Array => joined([0xaf, 1], data)
export const opusConfig = (channels: number): Uint8Array => joined([0x90, ...opus, ...opusHead(channels)], nothing)
export const opusFrame = (data: Uint8Array): Uint8Array => joined([0x91, ...opus], data)

/** Source: RFC 7845, 5.1. The input sample rate is only informational; Opus always decodes at 48 kHz. */
function opusHead(channels: number): Uint8Array {
  const head = new Uint8Array(19)
  head.set(new TextEncoder().encode('OpusHead'))
  head.set([1, channels], 8)
  const view = new DataView(head.buffer)
  view.setUint16(10, samplesBefore, true)
  view.setUint32(12, 48_000, true)
  return head
}
const samplesBefore = 312

function joined(head: number[], data: Uint8Array): Uint8Array {
  const body = new Uint8Array(head.length + data.length)
  body.set(head)
  body.set(data, head.length)
  return body
}
