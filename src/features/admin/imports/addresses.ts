import { comparable } from './generators/paths.ts'
import type { ReadFile } from './markdown-post.ts'
import type { SourceList } from './source-site.ts'

/** Assigns addresses to posts. If several posts have the same address, the first one keeps it, and the others get a
 *  note. A possible address that several posts share is dropped. */
export function settleAddresses(files: ReadFile[]): void {
  const owners = new Map<string, ReadFile>()
  for (const file of files) {
    const isNew = (address: string) => (owners.get(comparable(address)) ?? file) === file
    const taken = file.post.addresses.filter((address) => !isNew(address))
    if (taken.length > 0) file.post.notes = [...(file.post.notes ?? []), ...taken.map(asTaken(owners))]
    file.post.addresses = distinct(file.post.addresses.filter(isNew))
    for (const address of file.post.addresses) owners.set(comparable(address), file)
  }
  const claims = new Map<string, Set<ReadFile>>()
  for (const file of files)
    for (const address of file.candidates)
      claims.set(comparable(address), (claims.get(comparable(address)) ?? new Set()).add(file))
  for (const file of files) {
    const free = file.candidates.filter((address) => {
      const owner = owners.get(comparable(address))
      return owner ? owner === file : claims.get(comparable(address))!.size === 1
    })
    file.post.addresses = distinct([...file.post.addresses, ...free])
  }
}

const asTaken = (owners: Map<string, ReadFile>) => (address: string) =>
  `its address ${address} is already used by ${owners.get(comparable(address))!.post.key}`

/** Removes addresses that differ from an earlier one only in case, encoding, or a trailing slash. */
function distinct(addresses: string[]): string[] {
  const seen = new Set<string>()
  return addresses.filter((address) => {
    const one = comparable(address)
    return one !== '' && !seen.has(one) && seen.add(one)
  })
}

/** Returns the lists whose addresses no post uses, without duplicates. */
export function freeLists(lists: SourceList[], files: ReadFile[]): SourceList[] {
  const seen = new Set(files.flatMap(({ post }) => post.addresses.map(comparable)))
  return lists.filter(({ from }) => {
    const one = comparable(from)
    return one !== '' && !seen.has(one) && seen.add(one)
  })
}
