import './profile-link.css'
import { Icon } from '#ui/icon.tsx'
import type { IconName } from '#ui/icon-names.ts'
import { VerifiedMark } from './verified-mark.tsx'

interface Props {
  label: string
  url: string
  verifiedAt: string | null
  /** In full, it says where it leads and when it was verified. */
  inFull?: boolean
}

/** A link to a page that the member calls theirs. Source: microformats.org, rel-me, h-card */
export const ProfileLink = ({ label, url, verifiedAt, inFull = false }: Props) => (
  <>
    <Icon name={iconOf(url)} />
    <span className="profile-link">
      <a href={url} rel="me noopener" className="u-url" dir="auto">
        {label}
      </a>
      {inFull && <span className="meta">{placeOf(url)}</span>}
      {verifiedAt && <VerifiedMark at={verifiedAt} withDate={inFull} />}
    </span>
  </>
)

const sites: [host: string, icon: IconName][] = [
  ['github.com', 'github'],
  ['linkedin.com', 'linkedin'],
  ['bsky.app', 'bluesky'],
]
/** The site's own picture where there is one. */
const iconOf = (url: string): IconName =>
  sites.find(([host]) => `.${new URL(url).hostname}`.endsWith(`.${host}`))?.[1] ?? 'globe'

/** The address as people write it. */
const placeOf = (url: string): string => url.replace(/^https?:\/\/(www\.)?/, '').replace(/\/$/, '')
