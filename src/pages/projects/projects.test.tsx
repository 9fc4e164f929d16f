import assert from 'node:assert/strict'
import { test } from 'vitest'
import { projectsAddress } from '#features/work/projects/project-addresses.contract.ts'
import type { Project } from '#features/work/projects/projects.contract.ts'
import { answer, mount, settle } from '#tests/support/mount.tsx'
import { projectsView } from './projects.tsx'

const picture = { src: '/storage/v1/object/public/project-images/2/loom.webp', srcset: '' }

const projectWith = (id: number, thumbnail: Project['thumbnail'] = picture): Project => ({
  id,
  title: `Loom ${id}`,
  description: 'Weaves.',
  thumbnailUrl: thumbnail?.src ?? '',
  demoVideoUrl: '',
  deploymentUrl: '',
  githubUrl: '',
  technologies: [],
  featured: false,
  showReadme: false,
  user: { id: 2, username: 'bob', displayName: 'Bob Baker', profileImage: null },
  position: id,
  createdAt: '2026-11-20T00:00:00.000Z',
  updatedAt: '2026-11-20T00:00:00.000Z',
  canEdit: false,
  canDelete: false,
  thumbnail,
  repository: null,
  demoVideo: null,
})

test('loads the first picture with high priority, and the others when the reader gets near them', async () => {
  answer({
    'GET /api/projects': () => Response.json([projectWith(1, null), projectWith(2), projectWith(3), projectWith(4)]),
  })
  const { page } = await mount(<projectsView.View params={{}} query={projectsAddress.queryIn(new URLSearchParams())} />)
  await settle()
  const pictures = [...page.querySelectorAll('.project-thumbnail img')]
  assert.deepEqual(
    pictures.map((picture) => [picture.getAttribute('loading'), picture.getAttribute('fetchpriority')]),
    [
      ['eager', 'high'],
      ['lazy', null],
      ['lazy', null],
    ],
  )
})
