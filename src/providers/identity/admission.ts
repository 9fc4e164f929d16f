import type { Db } from '#kernel/db.ts'

/** Someone who wants to register. */
export interface Applicant {
  /** In lowercase. */
  email: string
  /** The secret of an invitation link, if the applicant has one. */
  invitation: string | null
}

/** Why someone cannot register. `message` is for the applicant. */
export interface SignUpRefusal {
  code: 'signup_disabled' | 'invitation_required' | 'invitation_invalid' | 'email_domain_not_allowed'
  message: string
}

/** The site's rules for who can register. They do not apply to the account of the site's owner. */
export interface Admission {
  /** Reports whether no one can register. */
  isClosed: () => boolean
  /** Returns why the applicant cannot register, or null. Changes nothing. */
  check: (db: Db, applicant: Applicant) => Promise<SignUpRefusal | null>
  /** Like `check`, but also uses up the invitation. Call it in the transaction that creates the account `subject`. */
  admit: (db: Db, applicant: Applicant, subject: string) => Promise<SignUpRefusal | null>
  /** Returns why the account `subject`, which was admitted earlier, can no longer be confirmed, or null. Call it in the
   *  transaction that confirms the address. */
  confirm: (db: Db, email: string, subject: string) => Promise<SignUpRefusal | null>
}
