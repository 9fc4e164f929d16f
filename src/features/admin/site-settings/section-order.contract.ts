import { type Section, sections } from '#schemas/sections.contract.ts'

/** Returns all sections in the chosen order. Missing ones follow in default order, but a missing feed comes first. */
export const orderedSections = (order: readonly Section[]): Section[] => [
  ...new Set([...(order.includes('feed') ? [] : (['feed'] as const)), ...order, ...sections]),
]
