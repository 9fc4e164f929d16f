import { AppError } from '#kernel/errors.ts'
import { maxMarkdownLength } from '#kernel/markdown/excerpts.ts'
import { renderMarkdown } from '#kernel/markdown/markdown.ts'
import { pathologicalMarkdown } from '#tests/trust/pathological-markdown.ts'
import { msOf, type Row } from './row.ts'

const options = {
  siteUrl: 'http://devstead.test',
  image: (src: string) => ({ src, width: 4, height: 3 }),
  isArticle: true,
  withLines: true,
}
const rounds = 3
const turns = 5

/** Ordinary prose of the maximum length, the baseline for all other texts. */
export const prose = fill('The *quick* brown fox [jumps](/over) the `lazy` dog, and **sleeps** afterwards.\n\n')

function fill(paragraph: string): string {
  return paragraph.repeat(maxMarkdownLength / paragraph.length)
}

/** Returns the CPU time needed to render or reject each pathological input of the maximum length, slowest first. An
 *  input that renders within `enoughMs` is not measured again. */
export function benchMarkdown(enoughMs = 100): { name: string; text: string; ms: number }[] {
  const texts = Object.entries(pathologicalMarkdown(maxMarkdownLength))
  return texts.map(([name, text]) => ({ name, text, ms: shortestMs(text, enoughMs) })).sort((a, b) => b.ms - a.ms)
}

/** Compares the slowest text with ordinary prose of the same length, in alternating turns. */
export function measureMarkdown(): Row[] {
  const { name, text } = benchMarkdown()[0]!
  let [slowMs, proseMs] = [Infinity, Infinity]
  for (let turn = 0; turn < turns; turn++) {
    slowMs = Math.min(slowMs, renderMs(text))
    proseMs = Math.min(proseMs, renderMs(prose))
  }
  return [
    {
      name: 'markdown: slowest text of 100,000 characters, as a multiple of prose',
      value: slowMs / proseMs,
      limit: { atMost: 7 },
      info: `${name}: ${msOf(slowMs, proseMs, 'minimum')}`,
    },
  ]
}

/** Returns the shortest CPU time of up to three rounds. Stops after a round within `enoughMs`. */
export function shortestMs(text: string, enoughMs: number): number {
  let ms = Infinity
  for (let round = 0; round < rounds && ms > enoughMs; round++) ms = Math.min(ms, renderMs(text))
  return ms
}

/** Measures the CPU time of this thread, which other load on the machine hardly affects. */
function renderMs(text: string): number {
  const before = process.threadCpuUsage()
  try {
    renderMarkdown(text, options)
  } catch (reason) {
    if (!(reason instanceof AppError)) throw reason
  }
  const { user, system } = process.threadCpuUsage(before)
  return (user + system) / 1000
}
