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
function textIn(fields: Fields, name: string): string {
  const value = fields.get(name)
  return typeof value === 'string' ? value : ''
}

/** The query of the composer, which only the browser reads. `shared`: the id of the form that the service worker stored,
 *  or {@link picturesMissing}. */
type SharedQuery = Partial<SharedText & { shared: string }>

/** Instead of an id: there were pictures, but they were not stored. */
export const picturesMissing = 'missing'

/** Maximum lengths in a URL: proxies reject URLs that are longer than 8 KiB. */
const maxEncoded = { title: 1000, text: 4000, url: 2000 } satisfies Record<keyof SharedText, number>

/** Returns the URL of the composer with a form's text. Shortens the title and the text, and leaves out a URL that is too
 *  long. */
export function sharedTextHref(form: FormData): string {
  const entries = Object.entries(maxEncoded).map(([name, max]) => {
    const value = textIn(form, name)
    return [name, name === 'url' && encodedLength(value) > max ? '' : shortened(value, max)]
  })
  return sharedHref({
    ...Object.fromEntries(entries.filter(([, value]) => value !== '')),
    ...(form.has(sharedPictures) && { shared: picturesMissing }),
  })
}

const encodedLength = (text: string): number => new URLSearchParams({ text }).toString().length

/** Shortens the text until it fits into a URL, at the end of a character. */
function shortened(text: string, maxLength: number): string {
  let start = text.slice(0, maxLength)
  while (encodedLength(start) > maxLength) start = start.slice(0, start.length * 0.9)
  return start.length < text.length ? start.replace(/[\uD800-\uDBFF]$/, '') : start
}

export const sharedHref = (query: SharedQuery): string =>
  `${composeAddress.href()}?${new URLSearchParams(query).toString()}`
