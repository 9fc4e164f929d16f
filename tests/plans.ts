import { type Db, one, sql } from '#kernel/db.ts'

/** A node of a plan, as `explain (format json)` says it. */
export interface PlanNode {
  'Node Type': string
  'Relation Name'?: string
  'Index Name'?: string
}
/** What a node has counted, of its rows the mean of a loop. */
export interface RunNode extends PlanNode {
  'Actual Rows': number
  'Actual Loops': number
  'Rows Removed by Filter'?: number
}
type Query = ReturnType<typeof sql>
type Tree<Node> = Node & { Plans?: Tree<Node>[] }

/** The nodes of the plan that the query would be run by, each before those below it. */
export const planOf = (db: Db, query: Query): Promise<PlanNode[]> => explain(db, sql`explain (format json) ${query}`)

/** The same of the query as it was run. */
export const runOf = (db: Db, query: Query): Promise<RunNode[]> =>
  explain(db, sql`explain (analyze, format json) ${query}`)

/** The tables that the query would read from their beginning to their end. */
export async function readWhole(db: Db, query: Query): Promise<(string | undefined)[]> {
  const whole = (await planOf(db, query)).filter((node) => node['Node Type'] === 'Seq Scan')
  return whole.map((node) => node['Relation Name'])
}

/** The indexes that a plan reads, as often as it does. */
export const indexesOf = (nodes: PlanNode[]): string[] => nodes.flatMap((node) => node['Index Name'] ?? [])

async function explain<Node>(db: Db, query: Query): Promise<Node[]> {
  const row = await one<{ 'QUERY PLAN': [{ Plan: Tree<Node> }] }>(db)`${query}`
  return nodesOf(row!['QUERY PLAN'][0].Plan)
}

const nodesOf = <Node>(tree: Tree<Node>): Node[] => [tree, ...(tree.Plans ?? []).flatMap((part) => nodesOf(part))]
