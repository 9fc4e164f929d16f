import './job-entry.css'
import type { ReactNode } from 'react'
import { Link } from 'wouter'
import { t } from '#messages/messages.ts'
import { rich } from '#messages/rich.ts'
import { postAddress } from '#features/writing/posts/post-addresses.contract.ts'
import { profileAddress } from '#features/people/profiles/profile-addresses.contract.ts'
import { Time } from '#ui/time.tsx'
import type { Job } from './jobs.contract.ts'

interface Props {
  job: Job
  /** The job's buttons. */
  actions: ReactNode
}

/** A job with its task, its state, and its last error as plain text. */
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
          <JobAttempts {...job} />
          <span>{rich('created {when}', { when: <Time iso={createdAt} /> })}</span>
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
          {t('post {postId}', { postId })}
        </Link>
      )}
      {username !== null && (
        <Link className="link" href={profileAddress.href({ username })} dir="auto">
          @{username}
        </Link>
      )}
    </span>
  )
}

/** The number of attempts, and the time of the last or next one. */
function JobAttempts({ state, tries, maxTries, triedAt, nextTryAt }: Job) {
  const attempts = tries === 0 ? t('Not started') : t('Attempt {tries} of {maxTries}', { tries, maxTries })
  if (state === 'running')
    return <span>{rich('{attempts}, running since {when}', { attempts, when: <Time iso={triedAt} /> })}</span>
  if (state === 'failed')
    return <span>{rich('{attempts}, failed {when}', { attempts, when: <Time iso={triedAt} /> })}</span>
  return (
    <span>
      {isDue(nextTryAt)
        ? t('{attempts}, due now', { attempts })
        : rich('{attempts}, next attempt {when}', { attempts, when: <Time iso={nextTryAt} as="exact" /> })}
    </span>
  )
}

const isDue = (iso: string | null): boolean => iso === null || Date.parse(iso) <= Date.now()
