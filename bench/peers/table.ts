import type { PeerFigures } from './measure.ts'
import { type PageKind, pageKinds } from './peer.ts'

/** Formats a Markdown table: how many times as much the first site serves as each of the others. */
export function tableOf(sites: PeerFigures[]): string {
  const own = sites[0]!
  const rates = (kind: PageKind) =>
    sites.map(({ perSecond }) => {
      const [rate, ownRate] = [perSecond.get(kind)!, own.perSecond.get(kind)!]
      return perSecond === own.perSecond ? `${rounded(rate)}/s` : `${rounded(rate)}/s (${rounded(ownRate / rate)} ×)`
    })
  const rows = [
    ['', ...sites.map(({ name }) => name)],
    ['---', ...sites.map(() => '--:')],
    ...pageKinds.map((kind) => rowOf(kind, rates(kind))),
    rowOf(
      'memory after the start',
      sites.map(({ memoryMb }) => `${rounded(memoryMb.started)} MB`),
    ),
    rowOf(
      'memory after the load',
      sites.map(({ memoryMb }) => `${rounded(memoryMb.loaded)} MB`),
    ),
  ]
  return rows.map((cells) => `| ${cells.join(' | ')} |`).join('\n')
}

const rowOf = (name: string, cells: string[]) => [name, ...cells]
const rounded = (value: number) => value.toFixed(value < 10 ? 1 : 0)
