import { type Db, inTransaction, one, run, sql } from '#kernel/db.ts'
import { totalPagesOf } from '#schemas/paging.contract.ts'
import {
  maxSponsors,
  type OwnSponsor,
  type OwnSponsorList,
  privateSponsor,
  type Sponsor,
  type SponsorList,
  type SponsorsQuery,
} from './sponsors.contract.ts'
import type { SponsorInput } from './sponsor-input.contract.ts'

const publicFields = sql`id, coalesce(display_name, ${sql.lit(privateSponsor)}) as "displayName",
  coalesce(username, '') as username, picture as "profileImage", profile_url as "profileUrl", is_private as "isPrivate"`
const ownFields = sql`${publicFields}, source, monthly_cents as amount, to_char(since, 'YYYY-MM') as since`

/** Returns a page of the member's sponsors, without amounts; returns null for an unknown member. */
export const findSponsors = (db: Db, memberId: number, query: SponsorsQuery): Promise<SponsorList | null> =>
  listWith<Sponsor>(db, publicFields, memberId, query)

/** Like {@link findSponsors}, with all fields, for the member themselves. */
export const findOwnSponsors = (db: Db, memberId: number, query: SponsorsQuery): Promise<OwnSponsorList | null> =>
  listWith<OwnSponsor>(db, ownFields, memberId, query)

async function listWith<Listed>(db: Db, fields: typeof publicFields, memberId: number, { page, limit }: SponsorsQuery) {
  const row = await one<{ total: number; sponsors: Listed[] }>(db)`
    select coalesce((select sponsor_count from sponsor_counts where member_id = members.id), 0) as total,
      coalesce((select jsonb_agg(to_jsonb(listed) order by "isPrivate", id desc) from (
        ${pageOf(fields, sql`members.id`, { page, limit })}) as listed), '[]') as sponsors
    from members where id = ${memberId}`
  return row && { ...row, page, totalPages: totalPagesOf(row.total, limit) }
}

/** The limit is a literal: as a parameter, it would make PostgreSQL re-plan the query on every call. */
export const pageOf = (
  fields: typeof publicFields,
  memberId: typeof publicFields,
  { page, limit }: SponsorsQuery,
) => sql`
  select ${fields} from sponsors where member_id = ${memberId} and is_active
  order by is_private, id desc limit ${sql.lit(limit)} ${page > 1 ? sql`offset ${(page - 1) * limit}` : sql``}`

/** Returns who manages the sponsor: the member they support, or GitHub; null for an unknown sponsor. */
export const findSponsor = (db: Db, id: number) => one<{ userId: number; source: OwnSponsor['source'] }>(db)`
  select member_id as "userId", source from sponsors
  where id = ${id} and is_active and member_id in (select id from members)`

/** Removes everything that identifies a private sponsor. */
function storedSponsor({ displayName, username, profileImage, profileUrl, amount, since, isPrivate }: SponsorInput) {
  const named = (text: string | null | undefined) => (isPrivate ? null : text || null)
  return {
    name: named(displayName),
    username: named(username),
    picture: named(profileImage),
    profileUrl: named(profileUrl),
    amount: amount ?? null,
    since: since ? `${since}-01` : null,
    isPrivate,
  }
}

/** @returns the sponsor; null if the member already has {@link maxSponsors} */
export const addSponsor = (db: Db, memberId: number, input: SponsorInput) =>
  inTransaction(db, async (db) => {
    await run(db)`select from members where id = ${memberId} for no key update`
    const { name, username, picture, profileUrl, amount, since, isPrivate } = storedSponsor(input)
    return one<OwnSponsor>(db)`
      insert into sponsors (member_id, source, display_name, username, picture, profile_url, monthly_cents, since, is_private)
      select ${memberId}::int, 'manual', ${name}, ${username}, ${picture}, ${profileUrl}, ${amount}::int, ${since}::date,
        ${isPrivate}::boolean
      where coalesce((select sponsor_count from sponsor_counts where member_id = ${memberId}), 0) < ${maxSponsors}::int
      returning ${ownFields}`
  })

/** Replaces the sponsor's fields. @returns the updated sponsor; null for an unknown sponsor */
export const changeSponsor = (db: Db, id: number, input: SponsorInput) => {
  const { name, username, picture, profileUrl, amount, since, isPrivate } = storedSponsor(input)
  return one<OwnSponsor>(db)`
    update sponsors set display_name = ${name}, username = ${username}, picture = ${picture}, profile_url = ${profileUrl},
      monthly_cents = ${amount}, since = ${since}::date, is_private = ${isPrivate}, changed_at = now()
    where id = ${id} and is_active returning ${ownFields}`
}

export const removeSponsor = (db: Db, id: number) => run(db)`delete from sponsors where id = ${id}`

/** Removes the member's tiers, goal, and sponsors, before their account is deleted. */
export async function removeSponsorshipOf(db: Db, memberId: number): Promise<void> {
  await run(db)`delete from sponsors where member_id = ${memberId}`
  await run(db)`delete from sponsor_counts where member_id = ${memberId}`
  await run(db)`delete from sponsor_goals where member_id = ${memberId}`
  await run(db)`delete from sponsor_tiers where member_id = ${memberId}`
}
