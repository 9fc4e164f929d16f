import { type Db, one } from '#kernel/db.ts'

/** Hides the member; for who is hidden already nothing changes. Holds the row until the transaction ends.
 *  @returns whether there is somebody to hide: no administrator, nobody who has left */
export const suspendMember = async (db: Db, id: number): Promise<boolean> =>
  (await one(db)`
    update all_members set standing = 'suspended' where id = ${id} and role <> 'admin' and standing <> 'departed'
    returning 1`) !== null

/** Shows the member again, if they are suspended. Holds the row. @returns whether they were */
export const readmitMember = async (db: Db, id: number): Promise<boolean> =>
  (await one(db)`
    update all_members set standing = 'present' where id = ${id} and standing = 'suspended' returning 1`) !== null

/** Who signs in as that member, in the identity provider's terms, and whether they may. */
interface Standing {
  issuer: string
  subject: string
  isSuspended: boolean
}

/** Keeps anybody from changing it until the transaction ends. Null for nobody. */
export const lockStanding = (db: Db, id: number): Promise<Standing | null> =>
  one<Standing>(db)`
    select issuer, subject, standing = 'suspended' as "isSuspended" from all_members where id = ${id}
    for no key update`

/** What the suspended are told. */
export async function suspensionWords(db: Db, issuer: string, subject: string): Promise<string> {
  const row = await one<{ reason: string }>(db)`
    select reason from suspensions join all_members on id = member_id where issuer = ${issuer} and subject = ${subject}`
  return row ? `This account has been suspended. Reason: ${row.reason}` : 'This account has been suspended.'
}
