import { type Db, many } from '#kernel/db.ts'

declare module '#kernel/http.ts' {
  interface Context {
    pictureUsage: PictureUsage
  }
}

export interface PictureUsage {
  /** Returns the total size of each member's pictures, including smaller copies. Omits members without pictures. */
  ofMembers(db: Db, memberIds: number[]): Promise<Map<number, number>>
}

export const pictureUsage: PictureUsage = {
  async ofMembers(db, memberIds) {
    const rows = await many<{ id: number; bytes: number }>(db)`
      select member_id as id, sum(stored_bytes)::bigint as bytes from images
      where member_id = any(${memberIds}::int[]) group by member_id`
    return new Map(rows.map(({ id, bytes }) => [id, bytes]))
  },
}
