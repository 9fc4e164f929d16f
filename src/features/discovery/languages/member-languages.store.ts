import { type Db, one, run } from '#kernel/db.ts'
import type { Locale } from '#messages/locales.ts'

/** Saves the language in which the member reads the site. */
export const saveMemberLanguage = (db: Db, memberId: number, locale: Locale) => run(db)`
  insert into member_languages (member_id, locale) values (${memberId}, ${locale})
  on conflict (member_id) do update set locale = excluded.locale`

/** Returns the language of the member with this account at the identity provider; null if it is unknown. */
export const findAccountLanguage = async (db: Db, issuer: string, subject: string): Promise<Locale | null> =>
  (
    await one<{ locale: Locale }>(db)`
      select locale from members join member_languages on member_id = members.id
      where issuer = ${issuer} and subject = ${subject}`
  )?.locale ?? null

export const removeLanguageOf = (db: Db, memberId: number) => run(db)`
  delete from member_languages where member_id = ${memberId}`
