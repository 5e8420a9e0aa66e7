import { addDays, type Clock, newId, type Page, type PageRequest } from '@trunkline/kernel';
import { type CryptoBox, type Database, Where } from '@trunkline/platform';
import type { KeptPdu, KeptPduContent, KeptPduFilter, KeptPdus } from '../../application/carriers/kept-pdus';

const KEPT_DAYS = 30;
const BATCH = 5_000;
/** Per carrier and process. What is beyond stays with the carrier, which repeats it. */
const KEPT_HOURLY_MAX = 1_000;
const HOUR_MS = 3_600_000;
export const PDU_PURPOSE = 'messaging.unreadable_pdu';

const TABLE = 'messaging.unreadable_pdus';
const COLUMNS = 'id, carrier_id AS "carrierId", received_at AS "receivedAt", reason';
const PRUNE = `DELETE FROM ${TABLE} WHERE id IN (
  SELECT id FROM ${TABLE} WHERE received_at < $1 LIMIT ${BATCH}) RETURNING 1`;

export class StoredPdus implements KeptPdus {
  /** How many were kept within an hour, by carrier. */
  private readonly kept = new Map<string, { readonly hour: number; readonly count: number }>();

  constructor(
    private readonly db: Database,
    private readonly box: CryptoBox,
    private readonly clock: Clock,
  ) {}

  async keep(carrierId: string, octets: Buffer, reason: string): Promise<void> {
    const now = this.clock.now();
    this.count(carrierId, Math.floor(now.getTime() / HOUR_MS));
    const id = newId('pdu');
    await this.db.query(
      `INSERT INTO ${TABLE} (id, carrier_id, received_at, reason, octets_sealed)
       VALUES ($1, $2, $3, $4, $5)`,
      [id, carrierId, now, reason, this.box.seal(PDU_PURPOSE, octets, id)],
    );
  }

  list({ carrierId }: KeptPduFilter, page: PageRequest<'received_at'>): Promise<Page<KeptPdu>> {
    const where = new Where().add('carrier_id = ?', carrierId);
    const of = ({ receivedAt, id }: KeptPdu) => [receivedAt, id] as const;
    const select = `SELECT ${COLUMNS} FROM ${TABLE}`;
    return this.db.page<KeptPdu>({ select, where, by: ['received_at', 'id'], of }, page);
  }

  async get(id: string): Promise<KeptPduContent> {
    const text = `SELECT ${COLUMNS}, octets_sealed AS sealed FROM ${TABLE} WHERE id = $1`;
    const { sealed, ...pdu } = await this.db.get<KeptPdu & { readonly sealed: string }>(text, [id]);
    return { ...pdu, octets: this.box.open(PDU_PURPOSE, sealed, id).toString('hex') };
  }

  async prune(): Promise<number> {
    const before = addDays(this.clock.now(), -KEPT_DAYS);
    let total = 0;
    for (let pruned = BATCH; pruned === BATCH; total += pruned) pruned = (await this.db.query(PRUNE, [before])).length;
    return total;
  }

  private count(carrierId: string, hour: number): void {
    const last = this.kept.get(carrierId);
    const count = last?.hour === hour ? last.count + 1 : 1;
    if (count > KEPT_HOURLY_MAX)
      throw new Error(`${String(KEPT_HOURLY_MAX)} PDUs of the carrier were kept within the hour.`);
    this.kept.set(carrierId, { hour, count });
  }
}
