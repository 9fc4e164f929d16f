import { event } from '#kernel/event.ts'

/** A member imported posts that were pinned on the other site, in the order of their pins. */
export const pinsImported = event<{ memberId: number; postIds: number[] }>('pins.imported')
