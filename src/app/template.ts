import { createHash } from 'node:crypto'
import { escapeHtml } from '#kernel/html.ts'
import { textDirection } from '#schemas/site-language.contract.ts'
import { elapsedTexts } from '#ui/time-text.ts'
import { type BodyPart, ownPart, sharedPart } from './body-parts.ts'

interface Document {
  /** A BCP 47 tag, or a language of the user interface. */
  language: string
  /** The beginning of the head, which is this document's own, and the rest, which is the same for many documents. */
  head: [own: string, shared: string]
  /** The bars before the page, which are the same for many documents, and the rest. */
  html: [shared: string, own: string]
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
  const starts = new Map<string, string>()
  const startOf = ({ language, view, usesBuiltInFont, loadsScriptsOnIntent }: Document): string => {
    const key = `${language} ${view} ${usesBuiltInFont} ${loadsScriptsOnIntent}`
    const known = starts.get(key)
    if (known !== undefined) return known
    const head = (usesBuiltInFont ? afterLanguage : afterLanguage.replace(fontLink, ''))
      .replace('<template id="scripts">', loadsScriptsOnIntent ? '<template id="scripts" data-on-intent>' : '$&')
      .replace('<!--scripts-->', preloads[view] ?? '')
    const text = start + attributesIn(language) + head
    starts.set(key, text)
    return text
  }
  return (document) => {
    const { head, html, state } = document
    return [
      sharedPart(startOf(document)),
      ownPart(head[0]),
      sharedPart(head[1]),
      sharedPart(beforeApp),
      sharedPart(html[0]),
      ownPart(html[1] + beforeState + state),
      sharedPart(end),
    ]
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
