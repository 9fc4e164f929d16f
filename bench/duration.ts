import { median } from './row.ts'

/** Returns the time until the whole response has arrived. @throws Error if its status is not 2xx */
export async function durationMs(url: string): Promise<number> {
  const startedMs = performance.now()
  const response = await fetch(url)
  await response.arrayBuffer()
  if (!response.ok) throw new Error(`${url} returned status ${response.status}.`)
  return performance.now() - startedMs
}

const warmUpRounds = 3

/** Returns the durations for each URL. The URLs take turns, so that other load on the machine affects all of them
 *  alike. */
export async function durationsMs(urls: string[], rounds: number): Promise<number[][]> {
  const durations = urls.map((): number[] => [])
  for (let round = -warmUpRounds; round < rounds; round++)
    for (const [index, url] of urls.entries()) {
      const ms = await durationMs(url)
      if (round >= 0) durations[index]!.push(ms)
    }
  return durations
}

/** Returns each URL's median duration, measured as in {@link durationsMs}. */
export const mediansMs = async (urls: string[], rounds: number): Promise<number[]> =>
  (await durationsMs(urls, rounds)).map(median)
