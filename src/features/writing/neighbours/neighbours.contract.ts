import * as z from 'zod/mini'
import { endpoint } from '#kernel/endpoint.contract.ts'
import { Id, IdText } from '#schemas/ids.contract.ts'

const Neighbour = z.nullable(z.object({ id: Id, title: z.string() }))
export type Neighbour = z.infer<typeof Neighbour>

/** The articles that were published just before and just after one; null at either end, and for a short post. */
export const Neighbours = z.object({ previous: Neighbour, next: Neighbour })
export type Neighbours = z.infer<typeof Neighbours>

export const getNeighbours = endpoint('GET /api/posts/:id/neighbours', {
  summary: 'Get the previous and next article',
  access: 'anyone',
  params: { id: IdText },
  answer: Neighbours,
})
