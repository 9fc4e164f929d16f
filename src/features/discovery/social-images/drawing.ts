import { createElement, type CSSProperties, type ReactNode } from 'react'
import { colors, tint } from './colors.ts'
import { fontFamilies } from './fonts.ts'
import type { ScenePerson, Scene } from './scene.ts'
import { socialImageSize } from './social-images.contract.ts'

const { width, height } = socialImageSize

/** Converts the scene to elements for satori. */
export function sceneElement(scene: Scene): ReactNode {
  const { siteName, badge, lead, more, headline } = scene
  return column(
    {
      position: 'relative',
      boxSizing: 'border-box',
      width,
      height,
      padding: '58px 72px 54px',
      background: colors.paper,
      color: colors.ink,
      fontFamily: fontFamilies,
    },
    roof,
    column(
      { position: 'relative', flexGrow: 1 },
      top(headline.as === 'site' ? null : siteName, badge),
      column({ flexGrow: 1, justifyContent: 'center' }, middle(scene), lead && leadText(lead), more && moreText(more)),
      foot(scene),
    ),
    box({ position: 'absolute', left: 0, bottom: 0, width, height: 10, background: colors.accent }),
  )
}

const box = (style: CSSProperties, ...children: ReactNode[]) =>
  createElement('div', { style: { display: 'flex', ...style } }, ...children)
const row = (style: CSSProperties, ...children: ReactNode[]) => box({ alignItems: 'center', ...style }, ...children)
const column = (style: CSSProperties, ...children: ReactNode[]) =>
  box({ flexDirection: 'column', ...style }, ...children)
/** Text that wraps to at most `lineClamp` lines. */
const text = (style: CSSProperties, content: string) =>
  createElement('div', { style: { display: 'block', wordBreak: 'break-word', ...style } }, content)

const chevron = (stroke: string) =>
  createElement('path', {
    d: 'm6.75 17.25 9.25-9 9.25 9',
    fill: 'none',
    stroke,
    strokeWidth: 3,
    strokeLinecap: 'round',
    strokeLinejoin: 'round',
  })

/** The roof of the logo as a background, cut off by the edge. */
const roof = createElement(
  'svg',
  { viewBox: '4 6 24 14', width: 900, height: 525, style: { position: 'absolute', right: -210, top: 150 } },
  chevron(colors.sunken),
)

/** The logo, as in public/favicon.svg. */
const mark = (size: number) =>
  createElement(
    'svg',
    { viewBox: '0 0 32 32', width: size, height: size },
    createElement('rect', { width: 32, height: 32, rx: 9, fill: colors.accent }),
    chevron('#fff'),
    createElement('rect', { x: 12.75, y: 17.5, width: 6.5, height: 7.75, rx: 1, fill: '#fff' }),
  )

const top = (siteName: string | null, badge: Scene['badge']) =>
  row(
    { justifyContent: 'space-between', height: 56 },
    siteName && row({ gap: 18, fontSize: 32, fontWeight: 800, letterSpacing: '-0.01em' }, mark(52), box({}, siteName)),
    badge && pill(badge.text, badge.color),
  )

function pill(content: string, tintName: string) {
  const { text: color, ground } = tint(tintName)
  return box(
    { padding: '9px 18px', borderRadius: 10, background: ground, color, fontSize: 26, fontWeight: 600 },
    content,
  )
}

function middle({ headline: { as, text }, person, handle }: Scene): ReactNode {
  if (as === 'quote') return quote(text)
  if (as === 'title') return title(text)
  if (as === 'site') return row({ gap: 34 }, mark(124), siteTitle(text))
  return row({ gap: 36 }, person && avatar(person, 132), column({}, name(text), handle && handleText(handle)))
}

/** Font sizes by text length, so that the text fits the given number of lines. */
const titleSizes = [
  { upTo: 32, size: 96, lines: 3 },
  { upTo: 62, size: 80, lines: 3 },
  { upTo: 100, size: 66, lines: 4 },
  { upTo: Infinity, size: 56, lines: 4 },
]
const quoteSizes = [
  { upTo: 60, size: 64, lines: 4 },
  { upTo: 130, size: 52, lines: 5 },
  { upTo: Infinity, size: 42, lines: 6 },
]
const sizeFor = (sizes: typeof titleSizes, content: string) => sizes.find(({ upTo }) => content.length <= upTo)!

function title(content: string) {
  const { size, lines } = sizeFor(titleSizes, content)
  return text({ ...heavy, fontSize: size, lineClamp: lines, textWrap: 'pretty' }, content)
}
const heavy = { fontWeight: 800, lineHeight: 1.08, letterSpacing: '-0.028em' }
const siteTitle = (content: string) =>
  text({ ...heavy, fontSize: content.length > 16 ? 84 : 128, lineClamp: 2 }, content)
const name = (content: string) => text({ ...heavy, fontSize: content.length > 22 ? 62 : 80, lineClamp: 2 }, content)
const handleText = (content: string) => box({ marginTop: 8, fontSize: 32, color: colors['ink-3'] }, content)

function quote(content: string) {
  const { size, lines } = sizeFor(quoteSizes, content)
  const style = { fontSize: size, lineHeight: 1.28, letterSpacing: '-0.012em', lineClamp: lines }
  const bar = box({ width: 8, borderRadius: 4, background: colors.accent, flexShrink: 0 })
  return row({ alignItems: 'stretch', gap: 36 }, bar, text({ ...style, maxWidth: 980 }, content))
}

const leadText = (content: string) =>
  text({ marginTop: 28, fontSize: 34, lineHeight: 1.36, color: colors['ink-2'], lineClamp: 1 }, content)
const moreText = (content: string) =>
  text({ maxWidth: 940, marginTop: 4, fontSize: 30, lineHeight: 1.36, color: colors['ink-3'], lineClamp: 2 }, content)

const foot = ({ person, headline: { as }, facts }: Scene) =>
  row(
    {
      justifyContent: 'space-between',
      height: as === 'name' || as === 'site' ? 72 : 108,
      paddingTop: 30,
      borderTop: `2px solid ${colors.line}`,
    },
    person && as !== 'name' ? byline(person) : box({}),
    row({ gap: 16, color: colors['ink-2'], fontSize: 28 }, ...withDots(facts)),
  )

const byline = (person: ScenePerson) =>
  row(
    { gap: 22 },
    avatar(person, 76),
    text({ maxWidth: 620, fontSize: 32, fontWeight: 600, letterSpacing: '-0.01em', lineClamp: 1 }, person.name),
  )

function avatar({ picture, initials, color }: ScenePerson, size: number) {
  const frame = { width: size, height: size, borderRadius: size * 0.3, flexShrink: 0 }
  if (picture) return createElement('img', { src: picture, width: size, height: size, style: frame })
  const { text, ground } = tint(color)
  const letters = { background: ground, color: text, fontSize: size * 0.4, fontWeight: 600 }
  return row({ ...frame, justifyContent: 'center', ...letters }, initials)
}

const withDots = (facts: string[]): ReactNode[] =>
  facts.flatMap((fact, index) => (index > 0 ? [dot, box({}, fact)] : [box({}, fact)]))
const dot = box({ width: 6, height: 6, borderRadius: 3, background: colors['ink-3'] })
