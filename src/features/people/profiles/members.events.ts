import { event } from '#kernel/event.ts'

/** `adminId` is null if the operator suspended the member on the command line. */
export const memberSuspended = event<{ memberId: number; adminId: number | null }>('member.suspended')
export const memberReinstated = event<{ memberId: number }>('member.reinstated')
/** The member is now a reader. */
export const publishingRevoked = event<{ memberId: number }>('member.publishing_revoked')
/** Emitted before an account is deleted, while all of its data still exists. */
export const accountDeleting = event<{ memberId: number }>('account.deleting')
