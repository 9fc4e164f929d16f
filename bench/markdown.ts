import { performance } from 'node:perf_hooks'
import { AppError } from '#kernel/errors.ts'
import { maxMarkdownLength } from '#kernel/markdown/excerpts.ts'
import { renderMarkdown } from '#kernel/markdown/markdown.ts'
import { pathologicalMarkdown } from '#tests/trust/pathological-markdown.ts'
import type { Row } from './row.ts'

const options = {
  siteUrl: 'http://devstead.test',
  image: (src: string) => ({ src, width: 4, height: 3 }),
  isArticle: true,
  withLines: true,
}
const rounds = 3

/** Milliseconds to render, or to refuse, the texts of the greatest length that are made to be slow; the slowest first.
 *  What is rendered within `enoughMs` is not measured again. */
export function benchMarkdown(enoughMs = 100): { name: string; ms: number }[] {
  const texts = Object.entries(pathologicalMarkdown(maxMarkdownLength))
  return texts.map(([name, text]) => ({ name, ms: quickestMs(text, enoughMs) })).sort((a, b) => b.ms - a.ms)
}

/** The slowest of them as a row of the benchmark. */
export function measureMarkdown(): Row[] {
  const [worst] = benchMarkdown()
  const name = `markdown: the slowest text of 100,000 characters (${worst?.name}), ms`
  return [{ name, figure: worst?.ms ?? Number.NaN, limit: { atMost: 300 } }]
}

/** The quickest of some rounds, down to `enoughMs`: what the text costs without what else the machine does. */
export function quickestMs(text: string, enoughMs: number): number {
  let ms = Infinity
  for (let round = 0; round < rounds && ms > enoughMs; round++) ms = Math.min(ms, timed(text))
  return ms
}

function timed(text: string): number {
  const startedMs = performance.now()
  try {
    renderMarkdown(text, options)
  } catch (reason) {
    if (!(reason instanceof AppError)) throw reason
  }
  return performance.now() - startedMs
}
