import type { ReactNode } from 'react'
import { Link } from 'wouter'
import { profileAddress } from './profile-addresses.contract.ts'
import { isDeleted } from './deleted.contract.ts'

interface AuthorLinkProps {
  user: { username: string }
  className?: string
  children: ReactNode
}

/** A link to the member's profile, or plain text for a deleted member. */
export const AuthorLink = ({ user, className, children }: AuthorLinkProps) =>
  isDeleted(user) ? (
    <span>{children}</span>
  ) : (
    <Link href={profileAddress.href({ username: user.username })} className={className}>
      {children}
    </Link>
  )
