import { daysBefore, type Demo, type DemoPart } from '#kernel/demo.ts'
import type { Member } from '#kernel/http.ts'
import { uploadPicture } from '#features/writing/uploads/uploads.demo.ts'
import { backdateMember, memberOfIdentity } from './members.store.ts'
import { type DemoPerson, people } from './people.demo.ts'
import { writeProfile } from './profiles.store.ts'

interface DemoMember extends Member {
  email: string
  fullName: string
  profileImage: string
}

declare module '#kernel/demo.ts' {
  interface Demo {
    /** The members created so far, starting with the site's owner. */
    members: DemoMember[]
  }
}

/** The password of all demo members. */
export const demoPassword = 'a look around the demo'

/** Seeds ten members with accounts, profiles, and pictures. */
export const profilesDemo: DemoPart = async (demo) => {
  for (const person of people) demo.members.push(await join(demo, person))
}

async function join(demo: Demo, { username, fullName, joinedDaysAgo, ...profile }: DemoPerson): Promise<DemoMember> {
  const { db, identity } = demo.ctx
  const email = `${username}@devstead.example`
  const metadata = { username, fullName }
  const { subject } = await identity.createAccount({ email, password: demoPassword, ...metadata })
  const member = await memberOfIdentity(db, { issuer: identity.issuer, subject, email, metadata })
  const profileImage = await uploadPicture(demo, member, { bucket: 'profile-images', name: `avatar-${username}.webp` })
  await writeProfile(db, member.id, { ...profile, profileImage })
  await backdateMember(db, member.id, daysBefore(demo, joinedDaysAgo))
  return { ...member, email, fullName, profileImage }
}
