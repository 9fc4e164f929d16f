import autocannon from 'autocannon'
import { median } from '../row.ts'
import { everyPost, type PageKind, pageKinds, type Peer } from './peer.ts'
import { memoryMbOfAll } from './programs.ts'

const rounds = 3
const roundSeconds = 4
const warmUpSeconds = 2
/** All code that renders posts must be compiled before it is measured: otherwise, a site's first pages would be. */
const postWarmUpSeconds = 10
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
    for (const peer of peers) await warmUp(peer, kind)
    for (let round = 0; round < rounds; round++)
      for (const [index, peer] of peers.entries()) rates[index]!.get(kind)!.push(await measureRound(peer, kind, round))
  }
  return peers.map((peer, index) => ({
    name: peer.name,
    perSecond: new Map([...rates[index]!].map(([kind, all]) => [kind, median(all)])),
    memoryMb: { started: started[index]!, loaded: memoryMbOfAll(peer.pids()) },
  }))
}

/** Posts are warmed up with a query that changes their URLs and not what is done for them. */
function warmUp(peer: Peer, kind: PageKind): Promise<number> {
  if (kind !== everyPost) return responsesPerSecond(peer, peer.paths[kind], { duration: warmUpSeconds })
  const others = [2, 3, 4, 5, 6, 7, 8, 9].flatMap((page) => peer.paths[kind].map((path) => `${path}?comments=${page}`))
  return responsesPerSecond(peer, others, { duration: postWarmUpSeconds })
}

function measureRound(peer: Peer, kind: PageKind, round: number): Promise<number> {
  if (kind !== everyPost) return responsesPerSecond(peer, peer.paths[kind], { duration: roundSeconds })
  const paths = shuffled(peer.paths[kind])
  const perRound = Math.floor(paths.length / rounds / connections) * connections
  return responsesPerSecond(peer, paths.slice(round * perRound, (round + 1) * perRound), { amount: perRound })
}

/** Requests the paths in turn, for a number of seconds or until an amount of responses. */
async function responsesPerSecond(
  { name, url }: Peer,
  paths: string[],
  until: { duration: number } | { amount: number },
): Promise<number> {
  const requests = shuffled(paths).map((path) => ({ path }))
  let clients = 0
  const result = await autocannon({
    url,
    connections,
    ...until,
    sampleInt: 10, // it measures an amount only as precisely as this
    headers,
    timeout: 60,
    // Otherwise, all connections would request the same posts at the same time.
    setupClient(client) {
      const start = Math.floor((clients++ / connections) * requests.length)
      client.setRequests([...requests.slice(start), ...requests.slice(0, start)])
    },
  })
  const failures = result.non2xx + result.errors
  if (failures > 0) throw new Error(`${failures} requests to ${name} failed, such as ${paths[0]}.`)
  return result['2xx'] / result.duration
}

/** Shuffles the values in a fixed order. */
export function shuffled<T>(values: T[]): T[] {
  return values
    .map((value, index) => ({ value, key: (index * 7919 + 13) % 104_729 }))
    .toSorted((a, b) => a.key - b.key)
    .map(({ value }) => value)
}
