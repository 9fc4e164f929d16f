import type { Db } from '#kernel/db.ts'
import { anonymizeMember, lockForDeletion, isNeeded } from './deleted-members.store.ts'
import { approveMember, lockStanding, reinstateMember, type Standing, suspendMember } from './standing.store.ts'

declare module '#kernel/http.ts' {
  interface Context {
    memberships: Memberships
  }
}

/** Membership changes for features that suspend members or delete accounts. Call these in a transaction. */
export interface Memberships {
  /** Hides the member and locks their row. `by`: the acting member's id, null for the operator. @returns false for
   *  administrators and deleted accounts, and for moderators unless an administrator or the operator suspends them */
  suspend: (db: Db, memberId: number, by: number | null) => Promise<boolean>
  /** Shows a suspended member again and locks their row. @returns whether they were suspended */
  reinstate: (db: Db, memberId: number) => Promise<boolean>
  /** Lets in a member who is waiting for approval, and locks their row. @returns whether they were waiting */
  approve: (db: Db, memberId: number) => Promise<boolean>
  /** Locks the member's row. @returns their account at the identity provider, their username, and
   *  their language, if it is known; null if there is no such member */
  lock: (db: Db, memberId: number) => Promise<Standing | null>
  /** Locks the member's row and serializes account deletions. @returns null if the account no longer exists */
  lockForDeletion: (db: Db, memberId: number) => Promise<{ isWaiting: boolean } | null>
  /** Returns whether other members would be left without an owner or an administrator. */
  isNeeded: (db: Db, memberId: number) => Promise<boolean>
  /** Removes the name and profile. The row is kept, because other data refers to it. */
  anonymize: (db: Db, memberId: number) => Promise<unknown>
}

export const memberships: Memberships = {
  suspend: suspendMember,
  reinstate: reinstateMember,
  approve: approveMember,
  lock: lockStanding,
  lockForDeletion,
  isNeeded,
  anonymize: anonymizeMember,
}
