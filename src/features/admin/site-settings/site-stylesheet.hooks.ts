import { useEffect } from 'react'
import { siteStylesHref } from './site-settings-addresses.contract.ts'

/** Makes the page use this version of the site's own stylesheet, or none, without a reload. */
export function useSiteStylesheet(version: string | undefined): void {
  useEffect(() => {
    const [current, ...others] = document.head.querySelectorAll<HTMLLinkElement>(
      'link[rel=stylesheet][href^="/site.css"]',
    )
    for (const other of others) other.remove()
    if (version === undefined) return current?.remove()
    const href = siteStylesHref(version)
    if (current?.getAttribute('href') === href) return
    const link = Object.assign(document.createElement('link'), { rel: 'stylesheet', href })
    // The previous one stays until the new one has loaded, so the colors do not flash.
    link.addEventListener('load', () => current?.remove())
    document.head.append(link)
  }, [version])
}
