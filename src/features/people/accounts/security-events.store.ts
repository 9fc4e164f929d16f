import { type ArchivePart, archivePart, pageSize } from '#kernel/archive.ts'
import { type Db, many, sql } from '#kernel/db.ts'
import { shownDevice } from '#kernel/device-name.ts'
import { securityEventTexts } from './security-event-texts.contract.ts'
import type { SecurityEvent } from './security-events.contract.ts'

/** The text for each action in the audit log that concerns how a member signs in. */
const texts = new Map<string, () => string>(Object.entries(securityEventTexts))

interface Part {
  before?: number | undefined
  limit: number
}

/** Returns the member's events, newest first. */
export async function listSecurityEvents(db: Db, memberId: number, part: Part): Promise<SecurityEvent[]> {
  const rows = await many<Row>(db)`${eventsQuery(memberId, part)}`
  return rows.map(present)
}

type Row = Omit<SecurityEvent, 'text' | 'at'> & { at: Date }

const present = ({ at, device, ...row }: Row): SecurityEvent => ({
  ...row,
  device: device && shownDevice(device),
  text: texts.get(row.action)!(),
  at: at.toISOString(),
})

const eventsQuery = (memberId: number, { before, limit }: Part) => sql`
  select id, action, case when action = 'sign_in.succeeded' then details ->> 'method' end as method,
    case when actor_kind <> 'member' then actor_kind when actor_id = subject_id then 'you' else 'administrator' end as by,
    device, network, recorded_at as at
  from audit_log left join security_event_sources on entry_id = id
  where subject_id = ${memberId} and action = any(${[...texts.keys()]}::text[])
    and (${before ?? null}::bigint is null or id < ${before ?? null}::bigint)
  order by id desc limit ${limit}`

export const securityEventsArchive: ArchivePart = archivePart<Row>(
  'securityEvents',
  [],
  (db, memberId, after) => many<Row>(db)`${eventsQuery(memberId, { before: after?.id, limit: pageSize })}`,
)
