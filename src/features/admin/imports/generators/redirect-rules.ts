import * as z from 'zod/mini'
import type { SourceRedirect } from '../source-site.ts'
import { textIn } from './file-tree.ts'
import type { FileTree } from './generator.ts'

const Vercel = z.object({ redirects: z.array(z.object({ source: z.string(), destination: z.string() })) })

const vercelFile = 'vercel.json'

/** Reads redirects from hosting configuration (`_redirects` and `vercel.json`) as far as they can be expressed here. */
export async function redirectRules(tree: FileTree): Promise<SourceRedirect[]> {
  const rules: SourceRedirect[] = []
  for (const name of ['_redirects', 'static/_redirects', 'public/_redirects', 'src/_redirects', 'source/_redirects'])
    rules.push(...netlifyRules((await textIn(tree, name)) ?? '', name))
  return [...rules, ...vercelRules((await textIn(tree, vercelFile)) ?? '')]
}

/** Parses lines such as `/old/* /new/:splat 301`. */
export function netlifyRules(text: string, file: string): SourceRedirect[] {
  return text.split('\n').flatMap((line) => {
    const [from, to, status = '301', ...conditions] = line.replace(/#.*$/, '').trim().split(/\s+/)
    const isRedirect = /^30[1278]!?$/.test(status) && conditions.length === 0
    return from && to && isRedirect ? ruleOf(from, to.replace(':splat', '*'), file) : []
  })
}

function vercelRules(text: string): SourceRedirect[] {
  try {
    const { redirects } = Vercel.parse(JSON.parse(text))
    return redirects.flatMap(({ source, destination }) =>
      ruleOf(
        source.replace(/\/(?::\w+\*|\(\.\*\))$/, '/*'),
        destination.replace(/\/(?::\w+\*|\$1)$/, '/*'),
        vercelFile,
      ),
    )
  } catch {
    return []
  }
}

const isPlain = (path: string): boolean =>
  !/[:()$^[\]{}|\\]/.test(path.replace(/^https?:\/\//, '')) && !/\*(?!$)/.test(path)

/** Returns the redirect unless it has parameters or conditions. */
export function ruleOf(from: string, to: string, file: string): SourceRedirect[] {
  const source = URL.parse(from)?.pathname ?? from
  const isUsable = source.startsWith('/') && /^(?:\/(?!\/)|https?:\/\/)/.test(to) && isPlain(source) && isPlain(to)
  return isUsable && source !== to && source !== '/*' ? [{ from: source, to, file }] : []
}
