import sanitizeHtml, { type IOptions } from 'sanitize-html'

// The type adds an option that the published types do not know yet.
/** Every element and attribute that rendered markdown may have; the second wall behind the renderer. */
const allowList: IOptions & { allowedEmptyAttributes: string[] } = {
  allowedTags: (
    'p br hr h1 h2 h3 h4 h5 h6 blockquote ul ol li em strong s a img code pre span figure div iframe ' +
    'table thead tbody tr th td label input'
  ).split(' '),
  allowedAttributes: {
    a: ['href', 'title', 'rel'],
    img: ['src', 'srcset', 'sizes', 'alt', 'title', 'width', 'height', 'loading', 'decoding'],
    ol: ['start'],
    figure: ['data-language'],
    pre: ['tabindex'],
    div: ['tabindex'],
    input: [{ name: 'type', values: ['checkbox'] }, 'disabled', 'checked'],
    iframe: ['src', 'title', 'loading', 'sandbox', 'referrerpolicy', 'allow'],
  },
  allowedClasses: {
    li: ['task'],
    figure: ['code'],
    code: ['hljs', 'language-*'],
    span: [/^(hljs-[a-z_-]+|function_|class_|inherited__|constant_|language_|escape_)$/],
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
}

/** The HTML with everything outside the allow-list taken away, spelled as a browser spells what it has parsed: what a
 *  page shows is then the same text as what the API says. */
export const sanitized = (html: string): string => sanitizeHtml(html, allowList).replaceAll(' />', '>')
