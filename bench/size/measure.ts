import { type Db } from '#kernel/db.ts'
import { withDatabase } from '../seed.ts'
import { median } from '../row.ts'
import { deepPages } from './paging.ts'
import { requestsOf, type SizeRequest } from './requests.ts'
import { invalidate, sample, type Sample, type SizedSite } from './sites.ts'

/** PostgreSQL replans a prepared statement for its first five calls on each connection. */
const warmUpRounds = 8

/** The medians for one request, by the number of posts. */
export interface Figures {
  name: string
  bySize: Map<number, Sample & { path: string; caller: SizeRequest['caller'] }>
}

interface Plan {
  sized: SizedSite
  db: Db
  requests: Map<string, SizeRequest>
}

/** Sends every request to every site, several times. The sites take turns, so that other load on the machine affects all
 *  of them alike. @param isChosen selects requests by name */
export async function measureSites(
  sites: SizedSite[],
  { rounds, isChosen }: { rounds: number; isChosen: (name: string) => boolean },
): Promise<Figures[]> {
  return withDatabases(sites, [], async (databases) => {
    const plans: Plan[] = []
    for (const [index, sized] of sites.entries()) {
      const requests = await deepPages(
        sized,
        requestsOf(sized.scale).filter(({ name }) => isChosen(name)),
      )
      plans.push({
        sized,
        db: databases[index]!,
        requests: new Map(requests.map((request) => [request.name, request])),
      })
    }
    const [first, ...others] = plans
    const names = [...first!.requests.keys()].filter((name) => others.every(({ requests }) => requests.has(name)))
    const samples = new Map<string, Sample[]>()
    for (let round = -warmUpRounds; round < rounds; round++) {
      for (const { db } of plans) await invalidate(db)
      for (const name of names)
        for (const plan of round % 2 === 0 ? plans : plans.toReversed()) {
          const taken = await sample(plan.sized, plan.requests.get(name)!)
          if (round >= 0) (samples.get(keyOf(name, plan)) ?? put(samples, keyOf(name, plan))).push(taken)
        }
    }
    return names.map((name) => ({
      name,
      bySize: new Map(
        plans.map((plan) => {
          const { path, caller } = plan.requests.get(name)!
          return [plan.sized.scale.posts, { ...medianOf(samples.get(keyOf(name, plan))!), path, caller }]
        }),
      ),
    }))
  })
}

const keyOf = (name: string, { sized }: Plan) => `${sized.scale.posts} ${name}`

function put(samples: Map<string, Sample[]>, key: string): Sample[] {
  const list: Sample[] = []
  samples.set(key, list)
  return list
}

function medianOf(samples: Sample[]): Sample {
  const of = (name: 'ms' | 'cpuMs' | 'databaseMs') => median(samples.map((each) => each[name]))
  const { status, bytes } = samples.at(-1)!
  return { status, bytes, ms: of('ms'), cpuMs: of('cpuMs'), databaseMs: of('databaseMs') }
}

/** Opens the databases of all sites. */
const withDatabases = <T>(sites: SizedSite[], opened: Db[], work: (databases: Db[]) => Promise<T>): Promise<T> =>
  sites.length === opened.length
    ? work(opened)
    : withDatabase(sites[opened.length]!.site.dataDir, (db) => withDatabases(sites, [...opened, db], work))
