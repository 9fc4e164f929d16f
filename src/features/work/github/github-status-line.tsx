import './github-status-line.css'
import type { ReactNode } from 'react'
import { t } from '#messages/messages.ts'
import { rich } from '#messages/rich.ts'
import { Icon } from '#ui/icon.tsx'
import { Time } from '#ui/time.tsx'
import type { GithubStatus } from './github.contract.ts'
import { useGithubStatus } from './github.hooks.ts'

interface Props {
  username: string
  /** Buttons next to the status. */
  actions?: ReactNode
}

/** Shows when the member's account was last synced, and why the last sync failed. */
export function GithubStatusLine({ username, actions }: Props) {
  const { data } = useGithubStatus(username)
  return (
    <div className="github-status">
      <div className="github-status-row">
        <p className="meta">{data && <Synced at={data.syncedAt} />}</p>
        {actions}
      </div>
      {data?.failure && <Failure {...data.failure} />}
    </div>
  )
}

const Synced = ({ at }: { at: string | null }) =>
  at === null ? t('Not synced yet') : rich('Synced {time}', { time: <Time iso={at} /> })

const Failure = ({ message }: NonNullable<GithubStatus['failure']>) => (
  <output className="github-failure">
    <Icon name="triangle-alert" />
    <span>{message}</span>
  </output>
)
