import { lazyPart } from '#ui/lazy-part.ts'

// Components that few drafts need, loaded after the editor. Each needs a Suspense boundary.

const none = () => null
export const DraftDialogs = lazyPart(async () => (await import('./draft-dialogs.tsx')).DraftDialogs, none)
export const ScheduleNote = lazyPart(async () => (await import('./schedule-note.tsx')).ScheduleNote, none)
export const DraftFeedback = lazyPart(
  async () => (await import('#features/writing/shared-drafts/draft-feedback.tsx')).DraftFeedback,
  none,
)
