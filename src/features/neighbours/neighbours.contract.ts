import * as z from 'zod/mini'
import { Id } from '#features/ids/ids.contract.ts'

export const neighboursPath = (postId: number | ':id') => `/api/posts/${postId}/neighbours` as const

const Neighbour = z.nullable(z.object({ id: Id, title: z.string() }))
export type Neighbour = z.infer<typeof Neighbour>

/** The articles that were published just before and just after one; null at either end, and for a short post. */
export const Neighbours = z.object({ previous: Neighbour, next: Neighbour })
export type Neighbours = z.infer<typeof Neighbours>
