import './brand.css'
import { Link } from 'wouter'
import type { SiteInfo } from '#features/discovery/site/site.contract.ts'
import { siteIconHref } from '#features/admin/site-settings/site-settings-addresses.contract.ts'
import { ownProfileAddress } from '#features/people/profiles/profile-addresses.contract.ts'

/** The site's logo and name. Devstead's own logo is a house: its roof is a caret, its door a cursor. */
export function Brand({ site: { name, icon, hasSvgIcon } }: { site: SiteInfo }) {
  return (
    <Link href={ownProfileAddress.href()} className="brand">
      {icon ? <SiteIcon href={siteIconHref({ icon, hasSvgIcon })} /> : <BrandMark />}
      <span className="brand-name">{name}</span>
    </Link>
  )
}

/** With a higher priority, React would add a preload link to the frame's HTML, which hydration does not expect there. */
const SiteIcon = ({ href }: { href: string }) => <img className="brand-mark" src={href} alt="" fetchPriority="low" />

function BrandMark() {
  return (
    <svg className="brand-mark" viewBox="0 0 32 32" aria-hidden="true">
      <rect className="brand-ground" width="32" height="32" rx="9" />
      <path className="brand-roof" d="m6.75 17.25 9.25-9 9.25 9" />
      <rect className="brand-door" x="12.75" y="17.5" width="6.5" height="7.75" rx="1" />
    </svg>
  )
}
