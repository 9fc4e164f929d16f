import './profile-link.css'
import { Icon } from '#ui/icon.tsx'
import type { IconName } from '#ui/icon-names.ts'
import { VerifiedMark } from './verified-mark.tsx'

interface Props {
  label: string
  url: string
  verifiedAt: string | null
  /** Also shows the URL and the date of verification. */
  inFull?: boolean
}

/** A link to one of the member's pages on other sites. Source: microformats.org, rel-me, h-card */
export const ProfileLink = ({ label, url, verifiedAt, inFull = false }: Props) => (
  <>
    <Icon name={iconOf(url)} />
    <span className="profile-link">
      <a href={url} rel="me noopener" className="u-url" dir="auto">
        {label}
      </a>
      {inFull && <span className="meta">{shortUrlOf(url)}</span>}
      {verifiedAt && <VerifiedMark at={verifiedAt} withDate={inFull} />}
    </span>
  </>
)

const sites: [host: string, icon: IconName][] = [
  ['github.com', 'github'],
  ['linkedin.com', 'linkedin'],
  ['bsky.app', 'bluesky'],
]
/** Returns the site's icon, or a globe for unknown sites. */
const iconOf = (url: string): IconName =>
  sites.find(([host]) => `.${new URL(url).hostname}`.endsWith(`.${host}`))?.[1] ?? 'globe'

/** Returns the URL without the protocol, `www.`, or a trailing slash. */
const shortUrlOf = (url: string): string => url.replace(/^https?:\/\/(www\.)?/, '').replace(/\/$/, '')
