import { composeAddress } from './post-addresses.contract.ts'

/** What another app shares: any of these, depending on the app. Source: W3C, Web Share Target API. */
export interface SharedText {
  title: string
  text: string
  url: string
}

/** The name of the shared pictures in the form. */
export const sharedPictures = 'pictures'

/** Maximum length of each shared text: more than a post's first paragraphs. */
const maxSharedLength = 5000

/** Anything with named values: a query, or a form. */
interface Fields {
  get: (name: string) => unknown
}

/** Returns the shared text as Markdown for a new post, or an empty string. Many apps repeat the title or the URL in the
 *  text. */
export function sharedText(fields: Fields): string {
  const valueOf = (name: keyof SharedText) => textIn(fields, name).trim().slice(0, maxSharedLength)
  const text = valueOf('text')
  const more = (value: string) => (value === '' || text.includes(value) ? [] : [value])
  return [...more(valueOf('title')), ...(text === '' ? [] : [text]), ...more(valueOf('url'))].join('\n\n')
}

/** Returns the value of a field, or an empty string. */
export function textIn(fields: Fields, name: string): string {
  const value = fields.get(name)
  return typeof value === 'string' ? value : ''
}

/** The query of the composer, which only the browser reads. `shared`: the id of the form that the service worker stored,
 *  or {@link picturesMissing}. */
type SharedQuery = Partial<SharedText & { shared: string }>

/** Instead of an id: there were pictures, but they were not stored. */
export const picturesMissing = 'missing'

export const sharedHref = (query: SharedQuery): string =>
  `${composeAddress.href()}?${new URLSearchParams(query).toString()}`
