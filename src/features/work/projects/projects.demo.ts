import { type Demo, type DemoPart, daysBefore } from '#kernel/demo.ts'
import { uploadPicture } from '#features/writing/uploads/uploads.demo.ts'
import { saveDemoRepository } from './project-repositories.demo.ts'
import { ProjectInput } from './projects.contract.ts'
import { addProject, backdateProject } from './projects.store.ts'
import { mediaOf } from './project-media.ts'

interface DemoProject {
  owner: string
  daysAgo: number
  picture?: string
  gallery?: { name: string; alt: string }[]
  title: string
  description: string
  technologies: string[]
  deploymentUrl?: string
  githubUrl?: string
  featured?: boolean
}

/** Oldest first, with invented URLs. */
export const demoProjects: DemoProject[] = [
  {
    owner: 'lotte',
    daysAgo: 96,
    picture: 'project-sprout.webp',
    title: 'Sprout',
    description:
      'A small language whose whole compiler fits in 900 lines of Rust: a hand-written parser, types that are inferred, and error messages that say what to do next.\n\nMade to be read from the first line to the last in an evening.',
    technologies: ['Rust', 'WebAssembly', 'LLVM'],
    deploymentUrl: 'https://sprout-lang.example/',
    githubUrl: 'https://github.com/lotte-vanheemst-example/sprout',
    featured: true,
  },
  {
    owner: 'ines',
    daysAgo: 81,
    picture: 'project-tint.webp',
    title: 'Tint',
    description:
      'Six hues in six steps, chosen so that every text on them can be read, in both themes. As custom properties and as JSON.',
    technologies: ['CSS', 'Design systems', 'Figma'],
    githubUrl: 'https://github.com/ines-carvalhal-example/tint',
  },
  {
    owner: 'mirela',
    daysAgo: 64,
    picture: 'project-cache.webp',
    title: 'Threeohfour',
    description:
      'Shows what a site’s responses cost without a cache, and which ones should never be sent twice. Reads a HAR file or listens in as a proxy.',
    technologies: ['Node.js', 'TypeScript', 'HTTP caching'],
    githubUrl: 'https://github.com/mirela-dobrescu-example/threeohfour',
  },
  {
    owner: 'lotte',
    daysAgo: 40,
    title: 'Errors worth reading',
    description:
      'A collection of error messages from forty compilers, each with what it leaves out. Pull requests with the worst one of your week are welcome.',
    technologies: ['Error messages', 'Markdown'],
    githubUrl: 'https://github.com/lotte-vanheemst-example/errors-worth-reading',
  },
  {
    owner: 'ines',
    daysAgo: 26,
    picture: 'project-grid.webp',
    title: 'Grid by hand',
    description:
      'Draw the areas of a grid with the mouse or the arrow keys and copy the CSS. No account, no upload, works offline.',
    technologies: ['CSS', 'TypeScript', 'React'],
    deploymentUrl: 'https://grid-by-hand.example/',
    githubUrl: 'https://github.com/ines-carvalhal-example/grid-by-hand',
  },
  {
    owner: 'mirela',
    daysAgo: 12,
    picture: 'project-plan.webp',
    gallery: [
      { name: 'plan-time.webp', alt: 'Bars for five nodes of a plan. The sequential scan takes 5.2 of 12.6 ms.' },
      { name: 'plan-sentences.webp', alt: 'The plan in sentences, which suggest an index and an ANALYZE.' },
      { name: 'plan-comparison.webp', alt: 'Three plans side by side: 1840, 310, and 12 ms.' },
    ],
    title: 'Plan, read aloud',
    description:
      'Paste the output of EXPLAIN (analyze, buffers) and see where the time goes: as a tree whose branches are as thick as the rows in them, and as plain sentences.\n\nEverything happens in your browser; no query leaves it.',
    technologies: ['PostgreSQL', 'TypeScript', 'SQL', 'Vite'],
    deploymentUrl: 'https://plan-read-aloud.example/',
    githubUrl: 'https://github.com/mirela-dobrescu-example/plan-read-aloud',
    featured: true,
  },
]

/** Creates two projects each for three members. */
export const projectsDemo: DemoPart = async (demo) => {
  for (const project of demoProjects) await add(demo, project)
}

async function add(demo: Demo, { owner, daysAgo, picture, gallery = [], ...fields }: DemoProject): Promise<void> {
  const { ctx } = demo
  const member = demo.members.find(({ username }) => username === owner)
  if (!member) throw new Error(`The demo has no member ${owner}`)
  const thumbnailUrl = picture ? await uploadPicture(demo, member, { bucket: 'project-images', name: picture }) : ''
  const pictures = []
  for (const { name, alt } of gallery)
    pictures.push({ src: await uploadPicture(demo, member, { bucket: 'project-images', name }), alt })
  const input = ProjectInput.parse({ ...fields, thumbnailUrl, pictures })
  const { id } = await addProject(ctx.db, member, input, await mediaOf(ctx, input))
  await backdateProject(ctx.db, id, daysBefore(demo, daysAgo))
  await saveDemoRepository(demo, input.githubUrl)
}
