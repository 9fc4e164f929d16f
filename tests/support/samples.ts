import type { Post } from '#features/writing/posts/posts.contract.ts'
import type { Viewer } from '#features/people/profiles/profiles.contract.ts'
import type { Project } from '#features/work/projects/projects.contract.ts'

// Server responses, for tests of browser code.

/** Alice's own profile. */
export const alice: Viewer = {
  id: 1,
  username: 'alice',
  displayName: 'Alice Archer',
  title: '',
  bio: '',
  profileImage: null,
  githubUsername: null,
  skills: [],
  postCount: 0,
  isFollowing: false,
  followers: [],
  following: [],
  followersCount: 0,
  followingCount: 0,
  role: 'member',
  createdAt: '2026-11-21T00:00:00.000Z',
  email: 'alice@example.org',
}

/** A short post by Alice, as visitors see it. */
export const aPost = (id: number, part: Partial<Post> = {}): Post => ({
  id,
  title: null,
  content: `Post ${id}`,
  contentHtml: `<p>Post <b>${id}</b></p>`,
  isTruncated: false,
  excerpt: `Post ${id}`,
  readingMinutes: 1,
  categoryId: 1,
  createdAt: '2026-11-21T00:00:00.000Z',
  updatedAt: '2026-11-21T00:00:00.000Z',
  isLongForm: false,
  isLiked: false,
  likeCount: 0,
  commentCount: 0,
  isPinned: false,
  canEdit: false,
  canDelete: false,
  user: { id: 1, username: 'alice', displayName: 'Alice Archer', profileImage: null },
  category: { id: 1, name: 'tech_tips', displayName: 'Tech Tips', color: 'teal' },
  slug: null,
  canonicalUrl: null,
  cover: null,
  isUnlisted: false,
  series: null,
  tags: [],
  hashtags: [],
  language: null,
  detectedLanguage: null,
  ...part,
})

/** A project by Alice, as she sees it. */
export const aProject = (id: number, part: Partial<Project> = {}): Project => ({
  id,
  title: `Project ${id}`,
  description: 'What it is and what it does.',
  thumbnailUrl: '',
  demoVideoUrl: '',
  deploymentUrl: '',
  githubUrl: '',
  technologies: [],
  showReadme: true,
  featured: false,
  position: id,
  createdAt: '2026-11-21T00:00:00.000Z',
  updatedAt: '2026-11-21T00:00:00.000Z',
  canEdit: true,
  canDelete: true,
  thumbnail: null,
  repository: null,
  demoVideo: null,
  user: { id: 1, username: 'alice', displayName: 'Alice Archer', profileImage: null },
  ...part,
})
