import type { DemoPart } from '#kernel/demo.ts'
import type { Talk } from './talks.contract.ts'
import { saveTalks } from './talks.store.ts'

const talks: Talk[] = [
  {
    title: 'One PostgreSQL is enough',
    event: 'Carpathian Data Days',
    place: 'Cluj-Napoca',
    date: '2025-10-17',
    slidesUrl: 'https://mirela-dobrescu.example/talks/one-postgresql',
    videoUrl: 'https://video.example/one-postgresql',
    description: 'What a queue, a cache, and a search engine cost to run, and when PostgreSQL can replace all three.',
  },
  {
    title: 'The query planner is not your enemy',
    event: 'Baltic Backend',
    place: 'Riga',
    date: '2024-05',
    slidesUrl: 'https://mirela-dobrescu.example/talks/planner',
    videoUrl: '',
    description: 'How to read a plan in five minutes, and how to give the planner the statistics it needs.',
  },
  {
    title: 'Load tests that people trust',
    event: 'Tramline Engineering Evening',
    place: 'Online',
    date: '2023',
    slidesUrl: '',
    videoUrl: 'https://video.example/load-tests',
    description: '',
  },
]

/** Gives the site's owner talks. */
export const talksDemo: DemoPart = async ({ ctx: { db }, members }) => {
  await saveTalks(db, members[0]!.id, talks)
}
