import dgram from 'node:dgram'
import { once } from 'node:events'
import { Resolver } from 'node:dns/promises'

const types = { A: 1, TXT: 16 } as const
/** Record values by type and name: `{ TXT: { 'example.org': ['v=spf1 ~all'] } }`. */
export type Records = Partial<Record<keyof typeof types, Record<string, string[]>>>

/** Starts a DNS server on a free port. @returns a resolver that queries it, and `close` */
export async function startDnsServer(records: Records): Promise<{ resolver: Resolver; close: () => void }> {
  const socket = dgram.createSocket('udp4')
  socket.on('message', (query, { port, address }) => socket.send(answerTo(query, records), port, address))
  socket.bind(0, '127.0.0.1')
  await once(socket, 'listening')
  const resolver = new Resolver({ timeout: 5000, tries: 2 })
  resolver.setServers([`127.0.0.1:${socket.address().port}`])
  return { resolver, close: () => socket.close() }
}

// Source: RFC 1035, section 4
function answerTo(query: Buffer, records: Records): Buffer {
  const labels: string[] = []
  let at = 12
  for (let length = query[at]!; length > 0; length = query[at]!) {
    labels.push(query.toString('latin1', at + 1, at + 1 + length))
    at += 1 + length
  }
  const type = query.readUInt16BE(at + 1)
  const name = labels.join('.').toLowerCase()
  const kind = (Object.keys(types) as (keyof typeof types)[]).find((one) => types[one] === type)
  const values = (kind && records[kind]?.[name]) ?? []
  const header = Buffer.from(query.subarray(0, 12))
  header.writeUInt16BE(values.length > 0 ? 0x8180 : 0x8183, 2)
  header.writeUInt16BE(values.length, 6)
  header.fill(0, 8, 12)
  return Buffer.concat([header, query.subarray(12, at + 5), ...values.map((value) => record(type, value))])
}

function record(type: number, value: string): Buffer {
  const data = type === types.A ? Buffer.from(value.split('.').map(Number)) : textData(value)
  const head = Buffer.from([0xc0, 12, 0, type, 0, 1, 0, 0, 0, 60, 0, 0])
  head.writeUInt16BE(data.length, 10)
  return Buffer.concat([head, data])
}

const textData = (text: string): Buffer => Buffer.concat([Buffer.from([text.length]), Buffer.from(text)])
