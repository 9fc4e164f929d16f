import sanitizeHtml, { type Attributes, type IOptions } from 'sanitize-html'

const headings = ['h1', 'h2', 'h3', 'h4', 'h5', 'h6']
/** Ids that the renderer creates. They cannot collide with ids used by pages or scripts. */
const headingId = /^h-[\p{L}\p{M}\p{N}-]{1,100}$/u
const ids: Record<string, RegExp> = {
  ...Object.fromEntries(headings.map((heading) => [heading, headingId])),
  li: /^fn-(?:[0-9a-f]{8}-)?\d{1,4}$/,
  a: /^fnref-(?:[0-9a-f]{8}-)?\d{1,4}(?:-\d{1,4})?$/,
}
const ofLinkPreview = /^link-(?:card|snippet)(?:-[a-z]+)?$/
const sourceLine = /^\d{1,6}$/
const withinText = /^#(?:h|fn|fnref)-/

// Adds an option that the published types lack.
/** Every element and attribute that rendered Markdown may have: a second line of defense after the renderer. */
const allowList: IOptions & { allowedEmptyAttributes: string[] } = {
  allowedTags: (
    'p br hr h1 h2 h3 h4 h5 h6 blockquote ul ol li em strong s sup a img code pre span figure div iframe ' +
    'table thead tbody tr th td label input section figcaption'
  ).split(' '),
  allowedAttributes: {
    ...Object.fromEntries(headings.map((heading) => [heading, ['id']])),
    '*': ['data-line'],
    a: ['href', 'title', 'rel', 'id', 'aria-label'],
    li: ['id'],
    img: ['src', 'srcset', 'sizes', 'alt', 'title', 'width', 'height', 'loading', 'decoding'],
    ol: ['start', 'aria-label'],
    figure: ['data-language'],
    pre: ['tabindex'],
    div: ['tabindex'],
    span: [
      { name: 'aria-hidden', values: ['true'] },
      { name: 'data-state', values: ['open', 'closed', 'merged', 'draft'] },
    ],
    input: [{ name: 'type', values: ['checkbox'] }, 'disabled', 'checked'],
    iframe: ['src', 'title', 'loading', 'sandbox', 'referrerpolicy', 'allow'],
  },
  allowedClasses: {
    a: ['heading-anchor', 'footnote-ref', 'footnote-back', 'hashtag'],
    li: ['task'],
    section: ['footnotes'],
    p: [ofLinkPreview],
    figure: ['code', ofLinkPreview],
    figcaption: [ofLinkPreview],
    code: ['hljs', 'language-*'],
    span: [ofLinkPreview, 'p-category', /^(hljs-[a-z_-]+|function_|class_|inherited__|constant_|language_|escape_)$/],
    div: ['embed', 'table'],
    th: ['align-*'],
    td: ['align-*'],
  },
  allowedSchemes: ['http', 'https', 'mailto'],
  allowedSchemesByTag: { img: ['http', 'https'], iframe: ['https'] },
  allowProtocolRelative: false,
  allowedIframeHostnames: ['www.youtube-nocookie.com', 'player.vimeo.com'],
  allowedEmptyAttributes: ['alt', 'disabled', 'checked'],
  parseStyleAttributes: false,
  transformTags: { '*': (tagName, attribs) => ({ tagName, attribs: narrowed(tagName, attribs) }) },
}

/** Removes everything that is not on the allow list from HTML. Serializes it as browsers do, so that pages and the API
 *  contain identical HTML. */
export const sanitized = (html: string): string =>
  plainParagraphs.test(html) ? html : sanitizeHtml(html, allowList).replaceAll(' />', '>')

/** Paragraphs of text without markup, as most comments and short posts are: the result would be the same. */
const plainParagraphs = /^(?:<p>[^<>&"]+<\/p>\n)*$/

/** Removes ids, lines, and labels that the renderer did not create. */
function narrowed(tag: string, attributes: Attributes): Attributes {
  const { id, 'data-line': line, ...rest } = attributes
  const isOfOurs = tag !== 'a' || withinText.test(rest.href ?? '') || (rest.href ?? '').startsWith('/tag/')
  if (!isOfOurs) {
    delete rest['aria-label']
    delete rest.class
  }
  return {
    ...(id !== undefined && isOfOurs && ids[tag]?.test(id) && { id }),
    ...rest,
    ...(line !== undefined && sourceLine.test(line) && { 'data-line': line }),
  }
}
