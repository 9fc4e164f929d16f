import { event } from '#kernel/event.ts'
import type { Section } from '#schemas/sections.contract.ts'

/** An administrator turned sections of the site on or off. `off`: all sections that are off now. */
export const sectionsChanged = event<{ before: readonly Section[]; off: readonly Section[] }>('sections.changed')
