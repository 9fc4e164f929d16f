import { type Db, one, sql } from '#kernel/db.ts'

/** A plan node, as reported by `explain (format json)`. */
export interface PlanNode {
  'Node Type': string
  'Relation Name'?: string
  'Index Name'?: string
}
/** A node in an executed plan. Its row counts are averages per loop. */
export interface RunNode extends PlanNode {
  'Actual Rows': number
  'Actual Loops': number
  'Rows Removed by Filter'?: number
}
type Query = ReturnType<typeof sql>
type Tree<Node> = Node & { Plans?: Tree<Node>[]; 'Parent Relationship'?: string }

/** Plans the query without running it. @returns the plan's nodes, parents before children */
export const planOf = (db: Db, query: Query): Promise<PlanNode[]> => explain(db, sql`explain (format json) ${query}`)

/** Runs the query. @returns its plan's nodes, parents before children */
export const runOf = (db: Db, query: Query): Promise<RunNode[]> =>
  explain(db, sql`explain (analyze, format json) ${query}`)

/** Returns the tables that the query would scan completely. */
export async function readWhole(db: Db, query: Query): Promise<(string | undefined)[]> {
  const whole = (await planOf(db, query)).filter((node) => node['Node Type'] === 'Seq Scan')
  return whole.map((node) => node['Relation Name'])
}

/** Returns the names of the indexes that the nodes read. */
export const indexesOf = (nodes: PlanNode[]): string[] => nodes.flatMap((node) => node['Index Name'] ?? [])

async function explain<Node extends PlanNode>(db: Db, query: Query): Promise<Node[]> {
  const row = await one<{ 'QUERY PLAN': [{ Plan: Tree<Node> }] }>(db)`${query}`
  return nodesOf(row!['QUERY PLAN'][0].Plan)
}

/** Leaves out the subplan that reads which sections are off, which most queries for posts have. */
const nodesOf = <Node extends PlanNode>(tree: Tree<Node>): Node[] => [
  tree,
  ...(tree.Plans ?? []).filter((part) => !readsSections(part)).flatMap((part) => nodesOf(part)),
]

const readsSections = (part: Tree<PlanNode>): boolean =>
  part['Parent Relationship'] === 'InitPlan' && tablesOf(part).join() === 'site_settings'

const tablesOf = ({ Plans = [], ...node }: Tree<PlanNode>): string[] => [
  ...(node['Relation Name'] ? [node['Relation Name']] : []),
  ...Plans.flatMap(tablesOf),
]
