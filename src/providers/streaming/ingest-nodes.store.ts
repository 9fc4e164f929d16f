import { type Db, one, run } from '#kernel/db.ts'

export const findIngestAddress = (db: Db) => one<{ address: string }>(db)`select address from ingest_nodes`

/** Makes this process the leader if `seen` is still the leader. @returns 1 on success */
export const becomeIngestNode = (db: Db, address: string, seen: string | null) =>
  run(db)`
    insert into ingest_nodes (address) values (${address})
    on conflict (is_only) do update set address = excluded.address, fault = null where ingest_nodes.address = ${seen}`

export const leaveIngestNode = (db: Db, address: string) => run(db)`delete from ingest_nodes where address = ${address}`

export const saveIngestError = (db: Db, address: string, fault: string | null) =>
  run(db)`update ingest_nodes set fault = ${fault} where address = ${address}`
