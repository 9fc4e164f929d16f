import { useInsertionEffect } from 'react'

/** Applies styles while the component is on screen. The site's stylesheet is a single file that every visitor
 *  loads, so the styles of this screen, which only administrators see, are part of its script. */
export function useOwnStyles(css: string): void {
  useInsertionEffect(() => {
    const sheet = new CSSStyleSheet()
    sheet.replaceSync(css)
    document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet]
    return () => {
      document.adoptedStyleSheets = document.adoptedStyleSheets.filter((one) => one !== sheet)
    }
  }, [css])
}

/** Sets design tokens on an element. @param tokens by name, without the leading dashes */
export function setTokens(element: HTMLElement | null, tokens: Record<string, string>): void {
  for (const [name, value] of Object.entries(tokens)) element?.style.setProperty(`--${name}`, value)
}
