/** The plan's node and all below it, as EXPLAIN (format json) nests them. */
export const nodesOf = <Plan extends { Plans?: Plan[] }>(plan: Plan): Plan[] => [
  plan,
  ...(plan.Plans ?? []).flatMap((part) => nodesOf(part)),
]
