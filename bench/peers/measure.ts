import autocannon from 'autocannon'
import { median } from '../row.ts'
import { type PageKind, pageKinds, type Peer } from './peer.ts'
import { memoryMbOfAll } from './programs.ts'

const rounds = 3
const roundSeconds = 4
const connections = 50
/** What browsers send to sites without HTTPS. */
const headers = { 'accept-encoding': 'gzip, deflate' }

export interface PeerFigures {
  name: string
  /** Responses per second; medians. */
  perSecond: ReadonlyMap<PageKind, number>
  /** Memory of all processes, including the database, after starting and after all measurements. */
  memoryMb: { started: number; loaded: number }
}

/** Measures all sites. They take turns, so that other load on the machine affects all of them alike. */
export async function measurePeers(peers: Peer[]): Promise<PeerFigures[]> {
  const started = peers.map((peer) => memoryMbOfAll(peer.pids()))
  const rates = peers.map(() => new Map<PageKind, number[]>(pageKinds.map((kind) => [kind, []])))
  for (const kind of pageKinds) {
    for (const peer of peers) await responsesPerSecond(peer, kind, 2) // warms up
    for (let round = 0; round < rounds; round++)
      for (const [index, peer] of peers.entries())
        rates[index]!.get(kind)!.push(await responsesPerSecond(peer, kind, roundSeconds))
  }
  return peers.map((peer, index) => ({
    name: peer.name,
    perSecond: new Map([...rates[index]!].map(([kind, all]) => [kind, median(all)])),
    memoryMb: { started: started[index]!, loaded: memoryMbOfAll(peer.pids()) },
  }))
}

async function responsesPerSecond({ name, url, paths }: Peer, kind: PageKind, seconds: number): Promise<number> {
  const requests = shuffled(paths[kind]).map((path) => ({ path }))
  let clients = 0
  const result = await autocannon({
    url,
    connections,
    duration: seconds,
    headers,
    timeout: 60,
    // Otherwise, all connections would request the same posts at the same time.
    setupClient(client) {
      const start = Math.floor((clients++ / connections) * requests.length)
      client.setRequests([...requests.slice(start), ...requests.slice(0, start)])
    },
  })
  const failures = result.non2xx + result.errors
  if (failures > 0) throw new Error(`${failures} requests to ${name} failed (${kind}).`)
  return result['2xx'] / result.duration
}

/** Shuffles the values in a fixed order. */
export function shuffled<T>(values: T[]): T[] {
  return values
    .map((value, index) => ({ value, key: (index * 7919 + 13) % 104_729 }))
    .toSorted((a, b) => a.key - b.key)
    .map(({ value }) => value)
}
