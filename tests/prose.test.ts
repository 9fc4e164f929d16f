import assert from 'node:assert/strict'
import fs from 'node:fs'
import path from 'node:path'
import { test } from 'vitest'

const root = path.resolve(import.meta.dirname, '..')

/** Phrases that used to be frequent here and that a native speaker would not write. Others can be found only by
 *  reading. */
const unidiomatic = [
  'anew',
  'cannot be had',
  'whoever',
  'whosoever',
  '(?:no|some|every)body(?= [a-z’])',
  'for ever',
  'is there no more',
  'are there no more',
  'lies? beside',
  'stands? beside',
  'so long as',
  'what became of',
  'is gone for good',
  'at all events',
  '(?:behavio|colo|favo|hono)ur',
  '(?:recogni|saniti|normali|organi|authori|initiali|minimi|optimi|summari)s(?:e|ed|es|ing|ation)',
]
const phrase = new RegExp(`(?<![\\w/-])(?:${unidiomatic.join('|')})(?:s|ed)?(?![\\w-])`, 'i')

/** Lists the lines that contain one of the phrases, as `path:line: text`. */
const phrasesIn = (file: string, text: string): string[] =>
  text
    .split('\n')
    .flatMap((line, index) => (phrase.test(line) ? [`${file}:${index + 1}: ${line.trim().slice(0, 120)}`] : []))

const proseFiles = (): { path: string; text: string }[] =>
  fs
    .globSync(
      [
        '*.md',
        '.env.example',
        '.github/**/*.*',
        'docs/**/*.md',
        'migrations/*.sql',
        '{src,tests,scripts,bench}/**/*.{ts,tsx,css,mjs}',
      ],
      { cwd: root, exclude: ['tests/fixtures/**', 'tests/prose.test.ts'] },
    )
    .toSorted()
    .map((file) => ({ path: file, text: fs.readFileSync(path.join(root, file), 'utf8') }))

/** Joins the lines of each comment. */
const unwrapped = (code: string): string => code.replaceAll(/\n *(?:\*|\/\/) +/g, ' ')
const headingsOf = (markdown: string): string[] => [...markdown.matchAll(/^#+ (.+)$/gm)].map(([, heading]) => heading!)
/** Returns the fragment that GitHub uses in links to a heading. */
const fragmentOf = (heading: string): string =>
  heading
    .toLowerCase()
    .replaceAll(/[^\w\- ]/g, '')
    .replaceAll(' ', '-')

test('reports the line that contains a phrase, but ignores the phrase within other words', () => {
  assert.deepEqual(phrasesIn('a.ts', 'const a = 1\n// Read anew by whoever asks.'), [
    'a.ts:2: // Read anew by whoever asks.',
  ])
  assert.deepEqual(phrasesIn('a.ts', "fetch('/api/posts/1/neighbours') // renewed"), [])
})

test('finds no unidiomatic phrases in any file', () => {
  assert.deepEqual(
    proseFiles().flatMap((file) => phrasesIn(file.path, file.text)),
    [],
  )
})

test('finds every heading in product.md that a comment cites', () => {
  const headings = new Set(headingsOf(fs.readFileSync(path.join(root, 'docs/product.md'), 'utf8')))
  const missing = proseFiles().flatMap(({ path: file, text }) =>
    [...unwrapped(text).matchAll(/docs\/product\.md, ([\w ,§]+?)(?=[.;]? ?\*\/|[.;\n`'])/g)].flatMap(([, cited]) =>
      cited!.split(/,? and |, /).flatMap((heading) => (headings.has(heading.trim()) ? [] : [`${file}: ${heading}`])),
    ),
  )
  assert.deepEqual(missing, [])
})

test('finds the file and heading that every relative link in a document points to', () => {
  const documents = proseFiles().filter((file) => file.path.endsWith('.md'))
  assert.ok(documents.length > 50)
  const broken = documents.flatMap(({ path: file, text }) =>
    [...text.matchAll(/\]\((?!https?:|mailto:)([^)#\s]*)(?:#([^)\s]+))?\)/g)].flatMap(([link, target, fragment]) => {
      const linked = path.join(root, target ? path.join(path.dirname(file), target) : file)
      if (!fs.existsSync(linked)) return [`${file}: ${link}`]
      if (!fragment || !linked.endsWith('.md')) return []
      return headingsOf(fs.readFileSync(linked, 'utf8')).some((heading) => fragmentOf(heading) === fragment)
        ? []
        : [`${file}: ${link}`]
    }),
  )
  assert.deepEqual(broken, [])
})
