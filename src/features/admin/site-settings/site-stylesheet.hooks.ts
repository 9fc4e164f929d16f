import { useEffect } from 'react'

/** Makes the page use this version of one of the site's own stylesheets, or none, without a reload. @param path the
 *  stylesheet's path without its version */
export function useStylesheet(path: string, href: string | undefined): void {
  useEffect(() => {
    const [current, ...others] = document.head.querySelectorAll<HTMLLinkElement>(
      `link[rel=stylesheet][href^="${path}"]`,
    )
    for (const other of others) other.remove()
    if (href === undefined) return current?.remove()
    if (current?.getAttribute('href') === href) return
    const link = Object.assign(document.createElement('link'), { rel: 'stylesheet', href })
    // The previous one stays until the new one has loaded, so the page does not flash.
    link.addEventListener('load', () => current?.remove())
    document.head.append(link)
  }, [path, href])
}
