import { readdir } from 'node:fs/promises'
import path from 'node:path'
import { codeConfigs, codeSite } from './code-site.ts'
import { docusaurusConfigs, docusaurusSite } from './docusaurus.ts'
import { eleventyConfigs, eleventySite } from './eleventy.ts'
import { fileTreeOf, textIn } from './file-tree.ts'
import type { FileTree, Generator } from './generator.ts'
import { hexoSite } from './hexo.ts'
import { hugoSite } from './hugo.ts'
import { jekyllSite } from './jekyll.ts'
import { redirectRules } from './redirect-rules.ts'
import { zolaSite } from './zola.ts'

/** Finds the site generators in a folder and its subfolders or, if the folder contains only a site's content, in a
 *  parent folder. Innermost first. */
export async function findGenerators(tree: FileTree): Promise<Generator[]> {
  const folders = new Set(tree.paths.filter(isConfig).map(siteFolder))
  const found: Generator[] = []
  for (const folder of [...folders].filter((one) => one === '.' || depthOf(one) <= 3).toSorted()) {
    if (/(?:^|\/)(?:themes|archetypes|layouts|exampleSite|_layouts|templates)(?:\/|$)/.test(folder)) continue
    const generator = await generatorOf(subtree(tree, folder))
    if (generator) found.push(generator)
  }
  if (found.length === 0) found.push(...(await generatorAround(tree.root)))
  return found.toSorted((a, b) => b.root.length - a.root.length)
}

/** Returns the root folder of the site that a configuration file belongs to. */
const siteFolder = (name: string): string => path.posix.dirname(name.replace(/config\/_default\/[^/]*$/, 'config'))

const isConfig = (name: string): boolean => {
  const file = path.posix.basename(name)
  return /(?:^|\/)config\/_default\//.test(name) || file === 'Gemfile' || hasConfig(new Set([file]))
}

const depthOf = (folder: string): number => folder.split('/').length

function subtree(tree: FileTree, folder: string): FileTree {
  const { root, paths } = tree
  if (folder === '.') return tree
  const inside = paths.filter((name) => name.startsWith(`${folder}/`)).map((name) => name.slice(folder.length + 1))
  return { root: path.join(root, folder), paths: inside, names: new Set(inside), notes: new Set() }
}

/** How many of the source's parent folders to search for a configuration. */
const maxParents = 4

async function generatorAround(folder: string): Promise<Generator[]> {
  let inner = folder
  for (let depth = 0; depth < maxParents; depth++) {
    const parent = path.dirname(inner)
    const entries = await readdir(parent, { withFileTypes: true }).catch(() => [])
    const isRepository = entries.some(({ name }) => name === '.git')
    const files = new Set(entries.filter((entry) => entry.isFile()).map(({ name }) => name))
    if (parent === inner) return []
    if (hasConfig(files)) {
      const generator = await generatorOf(await fileTreeOf(parent))
      return generator ? [generator] : []
    }
    if (isRepository) return []
    inner = parent
  }
  return []
}

const hugoConfigs = ['hugo', 'config'].flatMap((name) => ['toml', 'yaml', 'yml', 'json'].map((end) => `${name}.${end}`))
const jekyllConfigs = ['_config.yml', '_config.yaml', '_config.toml']

const hasConfig = (names: ReadonlySet<string>): boolean =>
  [...hugoConfigs, ...jekyllConfigs, ...eleventyConfigs, ...docusaurusConfigs, 'zola.toml'].some((name) =>
    names.has(name),
  ) || [...names].some((name) => codeConfigs.some((config) => config.name.test(name)))

/** Returns the generator whose configuration is in the folder itself, or null. */
async function generatorOf(tree: FileTree): Promise<Generator | null> {
  const generator = await siteOf(tree)
  return generator && { ...generator, redirects: await redirectRules(tree), notes: tree.notes }
}

async function siteOf(tree: FileTree): Promise<Generator | null> {
  const has = (names: string[]) => names.some((name) => tree.names.has(name))
  const hasFolder = (...folders: string[]) =>
    folders.some((folder) => tree.paths.some((name) => name.startsWith(`${folder}/`)))
  if (has(docusaurusConfigs)) return docusaurusSite(tree)
  const code = codeConfigs.find(({ name }) => tree.paths.some((file) => name.test(file)))
  if (code) return codeSite(tree, code.kind)
  if (has(eleventyConfigs)) return eleventySite(tree)
  if (await isZola(tree)) return zolaSite(tree)
  const isHugo =
    has(hugoConfigs.slice(0, 4)) ||
    (has(hugoConfigs.slice(4)) && hasFolder('content', 'archetypes', 'layouts', 'themes'))
  if (isHugo || hasFolder('config/_default')) return hugoSite(tree)
  if (has(jekyllConfigs)) return (await isHexo(tree)) ? hexoSite(tree) : jekyllSite(tree)
  const isJekyll = hasFolder('_posts') && (tree.names.has('Gemfile') || hasFolder('_layouts', '_includes'))
  return isJekyll ? jekyllSite(tree) : null
}

const isZola = async (tree: FileTree): Promise<boolean> =>
  tree.names.has('zola.toml') || /^[ \t]*base_url[ \t]*=/m.test((await textIn(tree, 'config.toml')) ?? '')

async function isHexo(tree: FileTree): Promise<boolean> {
  const config = (await textIn(tree, '_config.yml')) ?? ''
  const packages = (await textIn(tree, 'package.json')) ?? ''
  return /^(?:new_post_name|source_dir|public_dir|skip_render):/m.test(config) || /"hexo"/.test(packages)
}
