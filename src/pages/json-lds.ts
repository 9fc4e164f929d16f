import { blogJsonLd } from './blog/blog-json-ld.ts'
import { homeJsonLd } from './home/home-json-ld.ts'
import type { PageJsonLd } from './json-ld.ts'
import { livestreamJsonLd } from './livestream/livestream-json-ld.ts'
import { postJsonLd } from './post/post-json-ld.ts'
import { profileJsonLd } from './profile/profile-json-ld.ts'
import { projectJsonLd } from './project/project-json-ld.ts'
import { recordingJsonLd } from './recording/recording-json-ld.ts'
import { sponsorJsonLd } from './sponsor/sponsor-json-ld.ts'
import type { ViewName } from './views.ts'

/** What the pages are about, by view: those that are about anything. */
export const jsonLds: Partial<Record<ViewName, PageJsonLd>> = {
  home: homeJsonLd,
  blog: blogJsonLd,
  post: postJsonLd,
  profile: profileJsonLd,
  sponsor: sponsorJsonLd,
  project: projectJsonLd,
  livestream: livestreamJsonLd,
  recording: recordingJsonLd,
}
