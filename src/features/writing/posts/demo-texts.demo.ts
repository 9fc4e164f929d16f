import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'

/** A demo post as parsed from its file. Pictures are referenced by file name: `![…](flame-graph.webp)`. */
export interface DemoText {
  /** The username. */
  author: string
  categoryId: number
  /** Fractional if the file gives hours. */
  daysAgo: number
  title: string | null
  content: string
  isLongForm: boolean
  tags: string[]
  cover: { url: string; alt: string } | null
  series: { name: string; part: null } | null
}

const categoryIds = new Map([
  ['tech_tips', 1],
  ['project_updates', 2],
  ['job_openings', 3],
  ['show_and_tell', 4],
  ['general_thoughts', 5],
])
// Each text begins with a line like `@lotte · tech_tips · 12 days ago · A title · #css #design`. Title and tags are
// optional. The next lines may be `cover: ![…](ferry-map.webp)` and `series: A name`.
const header = /^@(\w+) · (\w+) · (\d+) (days|hours) ago(?: · ([^#].*?))?(?: · (#.+))?$/m
const coverLine = /^cover: !\[(.*?)\]\((.*?)\)$/m
const seriesLine = /^series: (.*)$/m
const beginning = /^(?=@\w+ · )/m

/** Reads all demo texts, oldest first. Each article has a file, and each member has one for short posts. */
export async function readDemoTexts(): Promise<DemoText[]> {
  const texts = [...(await readFolder('articles', true)), ...(await readFolder('posts', false))]
  return texts.sort((a, b) => b.daysAgo - a.daysAgo)
}

async function readFolder(name: string, isLongForm: boolean): Promise<DemoText[]> {
  const folder = path.join(import.meta.dirname, 'demo', name)
  const files = await readdir(folder)
  const sources = await Promise.all(files.sort().map((file) => readFile(path.join(folder, file), 'utf8')))
  return sources.flatMap((source) => source.split(beginning)).map((text) => readText(text, isLongForm))
}

function readText(text: string, isLongForm: boolean): DemoText {
  const [line, author, category = '', count, unit, title = null, tags = ''] = header.exec(text) ?? []
  const categoryId = categoryIds.get(category)
  if (!line || !author || !categoryId) throw new Error(`Missing header in demo text ${text.slice(0, 80)}`)
  const daysAgo = Number(count) / (unit === 'hours' ? 24 : 1)
  const [shownCover = '', alt = '', url] = coverLine.exec(text) ?? []
  const [shownSeries = '', name] = seriesLine.exec(text) ?? []
  const content = text.slice(line.length).replace(shownCover, '').replace(shownSeries, '').trim()
  return {
    author,
    categoryId,
    daysAgo,
    title,
    content,
    isLongForm,
    tags: tags.split(' ').filter(Boolean),
    cover: url === undefined ? null : { url, alt },
    series: name === undefined ? null : { name, part: null },
  }
}
