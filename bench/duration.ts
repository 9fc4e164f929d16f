import { median } from './row.ts'

/** How long the answer takes to be there in full. @throws Error when it is a refusal */
export async function durationMs(url: string): Promise<number> {
  const startedMs = performance.now()
  const response = await fetch(url)
  await response.arrayBuffer()
  if (!response.ok) throw new Error(`${url} answered ${response.status}.`)
  return performance.now() - startedMs
}

/** The middle duration of each address. They are asked in turn, so that whatever slows the machine down meets them all. */
export async function mediansMs(addresses: string[], rounds: number): Promise<number[]> {
  const durations = addresses.map((): number[] => [])
  for (let round = 0; round < rounds; round++)
    for (const [at, address] of addresses.entries()) durations[at]!.push(await durationMs(address))
  return durations.map((each) => median(each))
}
