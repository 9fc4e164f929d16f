import './job-entry.css'
import type { ReactNode } from 'react'
import { Link } from 'wouter'
import { postAddress } from '#features/writing/posts/post-addresses.contract.ts'
import { profileAddress } from '#features/people/profiles/profile-addresses.contract.ts'
import { Time } from '#ui/time.tsx'
import type { Job } from './jobs.contract.ts'

interface Props {
  job: Job
  /** What can be done about it. */
  actions: ReactNode
}

/** A job: what it does, how it stands, and why it failed, as plain text. */
export function JobEntry({ job, actions }: Props) {
  const { id, summary, lastError, createdAt } = job
  return (
    <article className="job" aria-labelledby={`job-${id}`}>
      <div className="job-text">
        <h2 className="job-name" id={`job-${id}`}>
          {summary}
          <JobSubject {...job} />
        </h2>
        <p className="meta job-facts">
          <JobStanding {...job} />
          <span>
            made <Time iso={createdAt} />
          </span>
        </p>
        {lastError && (
          <p className="job-error" dir="auto">
            {lastError}
          </p>
        )}
      </div>
      <div className="row">{actions}</div>
    </article>
  )
}

function JobSubject({ subject: { postId, username, host } }: Job) {
  return (
    <span className="job-subject">
      {host}
      {postId !== null && (
        <Link className="link" href={postAddress.href({ id: postId })}>
          post {postId}
        </Link>
      )}
      {username !== null && (
        <Link className="link" href={profileAddress.href({ username })}>
          @{username}
        </Link>
      )}
    </span>
  )
}

/** How often it was tried, and when it was or will be. */
function JobStanding({ state, tries, maxTries, triedAt, nextTryAt }: Job) {
  const tried = tries === 0 ? 'Not tried yet' : `Try ${tries} of ${maxTries}`
  if (state === 'running' || state === 'failed') {
    return (
      <span>
        {tried}, {state === 'running' ? 'running since' : 'failed'} <Time iso={triedAt} />
      </span>
    )
  }
  return (
    <span>
      {tried},{' '}
      {isDue(nextTryAt) ? (
        'next in line'
      ) : (
        <>
          next at <Time iso={nextTryAt} as="exact" />
        </>
      )}
    </span>
  )
}

const isDue = (iso: string | null): boolean => iso === null || Date.parse(iso) <= Date.now()
