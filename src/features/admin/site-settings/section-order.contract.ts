import { type Section, sections } from '#schemas/sections.contract.ts'

/** Returns all sections in the chosen order; those that are missing come last, in their default order, except the feed:
 *  it comes first unless it has been moved. */
export const orderedSections = (order: readonly Section[]): Section[] => [
  ...new Set([...(order.includes('feed') ? [] : (['feed'] as const)), ...order, ...sections]),
]
