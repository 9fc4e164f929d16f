import type { FileTree } from './generator.ts'
import { pathOf, unique } from './paths.ts'

/** The folders where frameworks look for pages, and the files that are pages. */
const routers: { folder: RegExp; page: RegExp }[] = [
  // Astro, Next.js (pages), Gatsby, Docusaurus, Nuxt
  { folder: /^(?:src\/)?pages\//, page: /\.(?:astro|[jt]sx?|vue|html|svelte)$/ },
  // Next.js (app)
  { folder: /^(?:src\/)?app\//, page: /(?:^|\/)(?:page|route)\.[jt]sx?$/ },
  // SvelteKit and Remix
  { folder: /^(?:src|app)\/routes\//, page: /\.(?:svelte|[jt]sx?)$/ },
]

/** A page in a framework: the fixed segments of its address before the first parameter. */
interface Route {
  address: string
  /** Whether its only parameter is the last segment. */
  isPerPost: boolean
  isFixed: boolean
}

function routesIn({ paths }: FileTree): Route[] {
  return routers.flatMap(({ folder, page }) =>
    paths.filter((name) => folder.test(name) && page.test(name)).flatMap((name) => routeOf(name.replace(folder, ''))),
  )
}

/** Returns a file's route: `blog/[...slug].astro`, `blog/[slug]/page.tsx`, `blog_.$slug.tsx`, `{Mdx.slug}.js`. */
function routeOf(file: string): Route[] {
  const plain = file.replaceAll('[.]', '.').replace(extension, '')
  if (/(?:^|\/)(?:_(?!index)|\+(?!page|server)|@|api\/)/.test(plain)) return []
  const isFlat = /(?:^|[./])\$|_\.|\+\//.test(plain)
  const segments = (isFlat ? plain.replaceAll('+/', '/').replaceAll('.', '/') : plain)
    .split('/')
    .map((segment) => segment.replace(/_$/, ''))
    .filter((segment) => segment !== '' && !/^(?:\(.*\)|index|page|route|_index|\+.*)$/.test(segment))
  const at = segments.findIndex(isParameter)
  if (at === -1) return [{ address: pathOf(...segments), isPerPost: false, isFixed: true }]
  const isPerPost = at === segments.length - 1 && !/page|tag|categor|author|lang|locale/i.test(segments[at]!)
  return [{ address: pathOf(...segments.slice(0, at)), isPerPost, isFixed: false }]
}

const extension = /\.(?:astro|[jt]sx?|vue|html|svelte)$/

const isParameter = (segment: string): boolean => /[[\]{}$]/.test(segment)

/** Returns the base addresses of post pages: `/blog` for `src/pages/blog/[slug].astro`. */
export const postRoutes = (tree: FileTree): string[] =>
  unique(
    routesIn(tree).flatMap(({ address, isPerPost }) =>
      isPerPost && !/(?:tags?|categor(?:y|ies)|page|authors?|archives?)$/.test(address) ? [address] : [],
    ),
  )

/** Returns the addresses of the pages without parameters. */
export const routedPages = (tree: FileTree): string[] =>
  unique(routesIn(tree).flatMap(({ address, isFixed }) => (isFixed ? [address] : [])))
