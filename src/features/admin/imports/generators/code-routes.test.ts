import assert from 'node:assert/strict'
import { test } from 'vitest'
import { postRoutes, routedPages } from './code-routes.ts'

const tree = (paths: string[]) => ({ root: '/', paths, names: new Set(paths), notes: new Set<string>() })

test('finds post URLs in framework routes', () => {
  for (const [file, expected] of [
    ['src/pages/posts/[...slug]/index.astro', ['/posts']],
    ['src/pages/[slug].astro', ['/']],
    ['app/(main)/blog/[...slug]/page.tsx', ['/blog']],
    ['src/app/[slug]/page.js', ['/']],
    ['pages/articles/[slug].tsx', ['/articles']],
    ['src/routes/blog/[slug]/+page.svelte', ['/blog']],
    ['app/routes/blog_.$slug.tsx', ['/blog']],
    ['app/routes/blog+/$slug.tsx', ['/blog']],
    ['src/pages/blog/{Mdx.slug}.js', ['/blog']],
    ['src/pages/tags/[tag].astro', []],
    ['src/pages/posts/[...page].astro', []],
    ['app/[locale]/blog/[slug]/page.tsx', []],
    ['app/api/[id]/route.ts', []],
  ] as const)
    assert.deepEqual(postRoutes(tree([file])), expected, file)
})

test('finds pages whose routes have no parameters', () => {
  const files = [
    'src/pages/about.astro',
    'src/pages/rss.xml.js',
    'src/pages/index.astro',
    'src/routes/uses/+page.svelte',
    'src/routes/uses/+page.server.ts',
    'src/routes/uses/+layout.svelte',
    'app/routes/blog[.]rss[.]xml.tsx',
    'pages/_app.tsx',
    'src/components/about.astro',
  ]
  assert.deepEqual(routedPages(tree(files)), ['/about', '/rss.xml', '/', '/uses', '/blog.rss.xml'])
})
