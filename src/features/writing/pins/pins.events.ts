import { event } from '#kernel/event.ts'

/** The member has imported posts that were pinned on the other site, in the order in which they were pinned. */
export const pinsImported = event<{ memberId: number; postIds: number[] }>('pins.imported')
