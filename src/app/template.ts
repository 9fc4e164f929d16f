import { createHash } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import { escapeHtml } from '#kernel/html.ts'
import { textDirection } from '#schemas/site-language.contract.ts'
import { elapsedTexts } from '#ui/time-text.ts'
import { type BodyPart, ownPart, sharedPart } from './body-parts.ts'
import type { PageHtml } from './frame-html.tsx'
import type { HeadHtml } from './head.ts'

interface Document {
  /** A BCP 47 tag, or a language of the user interface. */
  language: string
  head: HeadHtml
  html: PageHtml
  /** JSON, safe inside a script element. */
  state: string
  /** The name of the page. */
  view: string
  /** Whether the built-in font is used, so that it should be preloaded. */
  usesBuiltInFont: boolean
  /** Whether visitors' browsers load the scripts only when a visitor does something. */
  loadsScriptsOnIntent: boolean
}
/** Returns the document in parts. */
export type Template = (document: Document) => BodyPart[]

const slots = ['<!--head-->', '<!--app-->', '<!--state-->'] as const

/** Splits index.html at its slots. `preloads`: for each view, the link elements that preload its code. */
export function createTemplate(indexHtml: string, preloads: Record<string, string | undefined> = {}): Template {
  const parts = slots.reduce<string[]>(
    (done, slot) => [...done.slice(0, -1), ...splitOnce(done.at(-1)!, slot)],
    [indexHtml],
  )
  const [beforeHead = '', beforeApp = '', beforeState = '', end = ''] = parts
  const [start, afterLanguage] = splitOnce(beforeHead, 'lang="en"')
  // Only the build inserts this slot.
  const [beforeScripts = '', afterScripts = ''] = afterLanguage.split('<!--scripts-->')
  const starts = cachedParts<Document>(
    ({ language, usesBuiltInFont, loadsScriptsOnIntent }) => `${language} ${usesBuiltInFont} ${loadsScriptsOnIntent}`,
    ({ language, usesBuiltInFont, loadsScriptsOnIntent }) =>
      start +
      attributesIn(language) +
      (usesBuiltInFont ? beforeScripts : beforeScripts.replace(fontLink, '')).replace(
        '<template id="scripts">',
        loadsScriptsOnIntent ? '<template id="scripts" data-on-intent>' : '$&',
      ),
  )
  const scripts = cachedParts<Document>(
    ({ view }) => view,
    ({ view }) => (preloads[view] ?? '') + afterScripts,
  )
  const texts = cachedParts<string>(
    (text) => text,
    (text) => text,
  )
  return (document) => {
    const { head, html, state } = document
    return [
      starts(document),
      scripts(document),
      texts(head.links),
      ownPart(head.own),
      texts(head.feeds),
      texts(beforeApp),
      ownPart(html[0]),
      texts(html[1]),
      ownPart(html[2] + beforeState + state),
      texts(end),
    ]
  }
}

const maxCachedParts = 100

/** Returns a function that returns a shared part, creating it when it is first needed. Changes to the site's settings
 *  lead to new parts, so only the last used ones are kept. */
function cachedParts<Input>(keyOf: (input: Input) => string, textOf: (input: Input) => string) {
  const parts = new LRUCache<string, BodyPart>({ max: maxCachedParts })
  return (input: Input): BodyPart => {
    const key = keyOf(input)
    let part = parts.get(key)
    if (!part) parts.set(key, (part = sharedPart(textOf(input))))
    return part
  }
}

const fontLink = /<link rel="preload"[^>]* as="font"[^>]*>\s*/

/** Returns the attributes of the root element that depend on the document's language. */
function attributesIn(language: string): string {
  const direction = textDirection(language) === 'rtl' ? ' dir="rtl"' : ''
  return `lang="${language}"${direction} data-elapsed="${escapeHtml(JSON.stringify(elapsedTexts(language)))}"`
}

function splitOnce(text: string, slot: string): [string, string] {
  const at = text.indexOf(slot)
  if (at < 0) throw new Error(`index.html has no ${slot}`)
  return [text.slice(0, at), text.slice(at + slot.length)]
}

/** Returns the hashes of executable inline scripts (not of JSON blocks) for the Content Security Policy. */
export function inlineScriptHashes(html: string): string[] {
  const scripts = html.matchAll(/<script>([\s\S]*?)<\/script>/g)
  return [...scripts].map(([, code]) => `sha256-${createHash('sha256').update(code!).digest('base64')}`)
}
